// SPDX-License-Identifier: Apache-2.0

// Virtual queues, for ports whose scheduler may not be changed: each class has one beside the ASIC's own
// queue, which takes what leaves the port and drains at the class's share of the port's rate whatever the
// scheduler does. Its backlog is what the threshold is compared with in the place of the real one's, so that a
// class that takes more than its share is marked, and one that keeps to it is not. Packets are dropped at the
// limit of the real queue as before.
//
// Which ports have them, and each class's rate, are entries: what a packet costs, the time in which the
// class's share of the port sends it, by the packet's length. So nothing is multiplied here.
//
// In egress, because there all packets of a port pass one pipe, from whatever pipe they came; a packet has
// what it needs from ingress, and ingress needs nothing back: it is the packet that leaves that is marked.
//
// A packet leaves the virtual queue at the later of its coming and its predecessor's leaving, plus its cost.
// A stateful ALU cannot add to the larger of two. With the sum of all costs before a packet taken from its
// time of coming, the costs are out of it: what is left is the largest of these differences so far, and the
// backlog that a packet finds is that largest one less its own. A sum in one stage, a maximum in another.
//
// All in nanoseconds, of 32 bits: they start again every 4.3 s. A maximum that is ahead of a packet by more
// than 2^24 ns, 17 ms, or behind the restart, is one of another round and is forgotten.

#ifndef WEIR_VIRTUAL_DRAIN_P4
#define WEIR_VIRTUAL_DRAIN_P4

typedef bit<4> length_step_t;

const bit<32> VIRTUAL_BACKLOG_MOST = 1 << 24;

// What egress found of the virtual queue, if there is one.
struct virtual_drain_t {
    bool is_virtual;
    bit<1> over_threshold;
}

control VirtualDrain(in headers_t hdr,
                     in queue_t queue,
                     in egress_intrinsic_metadata_t eg_intr_md,
                     in bit<48> tstamp,
                     inout virtual_drain_t found) {
    Register<bit<32>, queue_t>(QUEUE_COUNT) costs;
    Register<bit<32>, queue_t>(QUEUE_COUNT) latests;

    // By way of a hash that changes nothing, because the time comes in smaller containers of the PHV.
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) place_clock;

    length_step_t length_step;
    bit<32> cost;
    bit<32> threshold;
    bit<32> coming;
    bit<32> marked_from;
    bit<32> before;

    RegisterAction<bit<32>, queue_t, bit<32>>(costs) add_cost = {
        void apply(inout bit<32> sum, out bit<32> result) {
            result = sum;
            sum = sum + cost;
        }
    };
    RegisterAction<bit<32>, queue_t, bit<1>>(latests) keep_latest = {
        void apply(inout bit<32> latest, out bit<1> result) {
            result = 0;
            if (latest > coming + VIRTUAL_BACKLOG_MOST) {
                latest = coming;
            } else {
                if (latest >= marked_from) {
                    result = 1;
                }
                latest = max(latest, coming);
            }
        }
    };

    action set_length_step(length_step_t step) {
        length_step = step;
    }

    // The length counts with the FCS and what ingress put in front, which stand for preamble and gap.
    @hidden
    table length_steps {
        key = {
            eg_intr_md.pkt_length: range;
        }
        actions = {
            set_length_step;
        }
        const default_action = set_length_step(15);
        const entries = {
            0 .. 95: set_length_step(0);
            96 .. 127: set_length_step(1);
            128 .. 191: set_length_step(2);
            192 .. 255: set_length_step(3);
            256 .. 383: set_length_step(4);
            384 .. 511: set_length_step(5);
            512 .. 639: set_length_step(6);
            640 .. 767: set_length_step(7);
            768 .. 1023: set_length_step(8);
            1024 .. 1279: set_length_step(9);
            1280 .. 1535: set_length_step(10);
            1536 .. 1663: set_length_step(11);
            1664 .. 2559: set_length_step(12);
            2560 .. 4095: set_length_step(13);
            4096 .. 8191: set_length_step(14);
        }
    }

    // cost_ns: time in which the class's share of the port sends a packet of that length.
    // threshold_ns: backlog from which packets are marked.
    action drain(bit<32> cost_ns, bit<32> threshold_ns) {
        found.is_virtual = true;
        threshold = threshold_ns;
        cost = cost_ns;
    }

    action leave_real() {
        found.is_virtual = false;
    }

    table drains {
        key = {
            eg_intr_md.egress_port: exact @name("standard_metadata.egress_port");
            hdr.bridge.class_id: exact @name("meta.class_id");
            length_step: exact @name("length_step");
        }
        actions = {
            drain;
            @defaultonly leave_real;
        }
        const default_action = leave_real();
        size = 8192;
    }

    action take_clock() { coming = place_clock.get({ tstamp[31:0] }); }
    action sum() { before = add_cost.execute(queue); }
    action subtract() { coming = coming - before; }
    // Not beyond the restart, where everything would be above it.
    action find_mark() { marked_from = coming |+| threshold; }
    action compare() { found.over_threshold = keep_latest.execute(queue); }

    apply {
        length_steps.apply();
        drains.apply();
        take_clock();
        if (found.is_virtual) {
            sum();
        }
        subtract();
        find_mark();
        if (found.is_virtual) {
            compare();
        }
    }
}

#endif
