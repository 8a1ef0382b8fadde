// SPDX-License-Identifier: Apache-2.0

// Virtual queues of Tofino, for ports whose scheduler may not be changed (docs/tofino.md). Each class of such a port
// has one beside the ASIC's queue. Packets that leave the port enter it, and it drains at the class's share of the port
// rate, whatever the scheduler does. The marking threshold applies to its backlog instead of the real queue's, so that
// only a class that takes more than its share is marked. The queue limit applies to the real queue.
//
// The entries of `drains` say which ports have virtual queues. They hold the cost of a packet: the time in which the
// class's share of the port rate sends it, by the packet's length. So no multiplication is needed.
//
// The same registers serve as the phantom queue of rate-based marking (docs/feedback-packet.md; rate_bound.p4 on
// v1model), with the costs at the target rate. Then a mark empties the queue, and the marked packet does not enter it.
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

typedef bit<5> length_step_t;

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
    bit<1> by_rate;

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

    // 0 is not above the time of any later packet, so the next packet finds an empty queue.
    RegisterAction<bit<32>, queue_t, bit<1>>(latests) empty_at_mark = {
        void apply(inout bit<32> latest, out bit<1> result) {
            result = 0;
            if (latest >= marked_from) {
                if (latest <= coming + VIRTUAL_BACKLOG_MOST) {
                    result = 1;
                }
                latest = 0;
            } else {
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
        const default_action = set_length_step(31);
        const entries = {
            0 .. 71: set_length_step(0);
            72 .. 87: set_length_step(1);
            88 .. 103: set_length_step(2);
            104 .. 119: set_length_step(3);
            120 .. 143: set_length_step(4);
            144 .. 167: set_length_step(5);
            168 .. 199: set_length_step(6);
            200 .. 231: set_length_step(7);
            232 .. 271: set_length_step(8);
            272 .. 319: set_length_step(9);
            320 .. 375: set_length_step(10);
            376 .. 439: set_length_step(11);
            440 .. 511: set_length_step(12);
            512 .. 599: set_length_step(13);
            600 .. 703: set_length_step(14);
            704 .. 823: set_length_step(15);
            824 .. 959: set_length_step(16);
            960 .. 1119: set_length_step(17);
            1120 .. 1303: set_length_step(18);
            1304 .. 1503: set_length_step(19);
            1504 .. 1551: set_length_step(20);
            1552 .. 1855: set_length_step(21);
            1856 .. 2175: set_length_step(22);
            2176 .. 2559: set_length_step(23);
            2560 .. 3007: set_length_step(24);
            3008 .. 3583: set_length_step(25);
            3584 .. 4223: set_length_step(26);
            4224 .. 4991: set_length_step(27);
            4992 .. 5951: set_length_step(28);
            5952 .. 7103: set_length_step(29);
            7104 .. 8191: set_length_step(30);
        }
    }

    // cost_ns: time in which the class's share of the port rate sends a packet of that length.
    // threshold_ns: backlog from which packets are marked.
    action drain(bit<32> cost_ns, bit<32> threshold_ns) {
        found.is_virtual = true;
        by_rate = 0;
        threshold = threshold_ns;
        cost = cost_ns;
    }

    // Rate-based marking. cost_ns: time in which the target rate sends a packet of that length. threshold_ns: that of
    // two such packets.
    action bound_rate(bit<32> cost_ns, bit<32> threshold_ns) {
        found.is_virtual = true;
        by_rate = 1;
        threshold = threshold_ns;
        cost = cost_ns;
    }

    action leave_real() {
        found.is_virtual = false;
        by_rate = 0;
    }

    table drains {
        key = {
            eg_intr_md.egress_port: exact @name("standard_metadata.egress_port");
            hdr.bridge.class_id: exact @name("meta.class_id");
            length_step: exact @name("length_step");
        }
        actions = {
            drain;
            bound_rate;
            @defaultonly leave_real;
        }
        const default_action = leave_real();
        size = 16384;
    }

    action take_clock() { coming = place_clock.get({ tstamp[31:0] }); }
    action sum() { before = add_cost.execute(queue); }
    action subtract() { coming = coming - before; }
    // Saturates, because after a wrap every time would be above the threshold.
    action find_mark() { marked_from = coming |+| threshold; }
    action compare_backlog() { found.over_threshold = keep_latest.execute(queue); }
    action compare_rate() { found.over_threshold = empty_at_mark.execute(queue); }

    apply {
        length_steps.apply();
        drains.apply();
        take_clock();
        if (found.is_virtual) {
            sum();
        }
        subtract();
        find_mark();
        if (by_rate == 1) {
            compare_rate();
        } else if (found.is_virtual) {
            compare_backlog();
        }
    }
}

#endif
