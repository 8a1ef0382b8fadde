// SPDX-License-Identifier: Apache-2.0

// Virtual queues of Tofino, for ports whose scheduler may not be changed (docs/tofino.md). Each class of such a port
// has one beside the ASIC's queue. Packets that leave the port enter it, and it drains at the class's share of the port
// rate, whatever the scheduler does. The marking threshold applies to its backlog instead of the real queue's, so that
// only a class that takes more than its share is marked. The queue limit applies to the real queue.
//
// The entries of `drains` say which ports have virtual queues. They hold the cost of a packet: the time in which the
// class's share of the port rate sends it, by the packet's length. So no multiplication is needed.
//
// This is in egress, because all packets to a port pass egress in one pipe, from whatever pipe they came.
//
// Packet i arrives at a_i and costs c_i. It departs at d_i = max(a_i, d_(i-1)) + c_i and finds the backlog
// d_(i-1) - a_i. A stateful ALU cannot add to a maximum. Let S_i = c_1 + ... + c_(i-1) and b_i = a_i - S_i; then
// d_(i-1) - S_i = max(b_1 .. b_(i-1)), and the backlog is max(b_1 .. b_(i-1)) - b_i. One stage keeps the sum S
// (`costs`), another the maximum (`latests`).
//
// Times are in nanoseconds of 32 bits and wrap after 4.3 s. A maximum that exceeds b_i by more than 2^24 ns, 17 ms, or
// was stored before the wrap, is out of date and replaced.

#ifndef WEIR_VIRTUAL_DRAIN_P4
#define WEIR_VIRTUAL_DRAIN_P4

typedef bit<4> length_step_t;

const bit<32> VIRTUAL_BACKLOG_MOST = 1 << 24;

// The result: if the packet has a virtual queue, and if that was over the marking threshold.
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

    // An identity hash, because the time arrives in smaller PHV containers.
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

    // The length with which the packet entered the switch: with FCS, without bridge header, preamble and gap.
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

    // cost_ns: time in which the class's share of the port rate sends a packet of that length.
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
    // Saturates, because after a wrap every time would be above the threshold.
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
