// SPDX-License-Identifier: Apache-2.0

// Virtual queues, for ports whose scheduler may not be changed: each class has one beside the ASIC's own
// queue, which takes what leaves the port and drains at the class's share of the port's rate whatever the
// scheduler does. Its length is compared with the threshold and the limit in the place of the real one's, so
// that a class that takes more than its share is marked, and one that keeps to it is not.
//
// Which ports have them, and each class's rate, are entries: what a packet costs, the time in which the
// class's share of the port sends it, by the packet's length. So nothing is multiplied here.
//
// In egress, because there all packets of a port pass one pipe, from whatever pipe they came; a packet has
// what it needs from ingress, and ingress needs nothing back: it is the packet that leaves that is marked.
//
// A packet's time of leaving the virtual queue is the later of its coming and its predecessor's leaving, plus its cost.
// A stateful ALU cannot add to the larger of two. With the sum of all costs before a packet taken from its
// time of coming, the costs are out of it: what is left is the largest of these differences so far, and the
// backlog that a packet finds is that largest one less its own. A sum in one stage, a maximum in another.
//
// All in ticks of 16 ns, of 32 bits: they start again every 69 s. A maximum that is ahead of a packet by more
// than 2^24 ticks, 268 ms, is one of an earlier round and is forgotten.

#ifndef WEIR_VIRTUAL_DRAIN_P4
#define WEIR_VIRTUAL_DRAIN_P4

typedef bit<4> length_step_t;

const bit<32> VIRTUAL_BACKLOG_MOST = 1 << 24;

struct virtual_queue_t {
    bit<32> latest;
    bit<32> backlog;
}

// What the virtual queue has left to the threshold and to the limit.
struct virtual_depth_t {
    bool used;
    bit<32> below_threshold;
    bit<32> below_limit;
}

control VirtualDrain(in headers_t hdr,
                     in queue_t queue,
                     in egress_intrinsic_metadata_t eg_intr_md,
                     in bit<48> tstamp,
                     inout virtual_depth_t depth) {
    Register<bit<32>, queue_t>(QUEUE_COUNT) costs;
    Register<virtual_queue_t, queue_t>(QUEUE_COUNT) latests;

    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_clock;

    length_step_t length_step;
    bit<32> cost;
    bit<32> threshold;
    bit<32> limit;
    bit<32> coming;
    bit<32> bound;
    bit<32> before;
    bit<32> backlog;

    RegisterAction<bit<32>, queue_t, bit<32>>(costs) add_cost = {
        void apply(inout bit<32> sum, out bit<32> result) {
            result = sum;
            sum = sum + cost;
        }
    };
    RegisterAction<virtual_queue_t, queue_t, bit<32>>(latests) keep_latest = {
        void apply(inout virtual_queue_t state, out bit<32> result) {
            if (state.latest > coming && state.latest <= bound) {
                state.backlog = state.latest - coming;
            } else {
                state.backlog = 0;
                state.latest = coming;
            }
            result = state.backlog;
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
        const default_action = set_length_step(11);
        const entries = {
            0 .. 127: set_length_step(0);
            128 .. 255: set_length_step(1);
            256 .. 383: set_length_step(2);
            384 .. 511: set_length_step(3);
            512 .. 767: set_length_step(4);
            768 .. 1023: set_length_step(5);
            1024 .. 1407: set_length_step(6);
            1408 .. 1663: set_length_step(7);
            1664 .. 2047: set_length_step(8);
            2048 .. 4095: set_length_step(9);
            4096 .. 8191: set_length_step(10);
        }
    }

    // cost_ticks: time in which the class's share of the port sends a packet of that length.
    // threshold_ticks, limit_ticks: backlog from which packets are marked, and dropped.
    action drain(bit<32> cost_ticks, bit<32> threshold_ticks, bit<32> limit_ticks) {
        depth.used = true;
        cost = cost_ticks;
        threshold = threshold_ticks;
        limit = limit_ticks;
    }

    table drains {
        key = {
            eg_intr_md.egress_port: exact @name("standard_metadata.egress_port");
            hdr.bridge.class_id: exact @name("meta.class_id");
            length_step: exact @name("length_step");
        }
        actions = {
            drain;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 8192;
    }

    action take_clock() { coming = shift_clock.get({ tstamp[35:4] }); }
    action find_bound() { bound = coming + VIRTUAL_BACKLOG_MOST; }
    action sum() { before = add_cost.execute(queue); }
    action subtract() {
        coming = coming - before;
        bound = bound - before;
    }
    action find_backlog() { backlog = keep_latest.execute(queue); }
    action compare() {
        depth.below_threshold = threshold |-| backlog;
        depth.below_limit = limit |-| backlog;
    }

    apply {
        length_steps.apply();
        drains.apply();
        take_clock();
        find_bound();
        if (depth.used) {
            sum();
        }
        subtract();
        if (depth.used) {
            find_backlog();
        }
        compare();
    }
}

#endif
