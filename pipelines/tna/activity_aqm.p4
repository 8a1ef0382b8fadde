// SPDX-License-Identifier: Apache-2.0

// ABC's activity AQM on Tofino, in egress: drops a packet of activity A that leaves a queue of Q packets if
//
//     Q > Q_min    and    Q > Q_base - gamma (A - A_avg)
//
// A_avg is the mean activity of the last complete window of 256 packets of the queue that carry a value, dropped ones
// included; until the first window is complete, it is taken for A. v1model has the UTEMA of accepted packets
// (activity_threshold.p4): a decision that goes into the mean of the next packet would need the register in two stages.
// A packet without a value is taken for the most active one, and is not part of the mean. A dropped packet may also be
// marked and reported, and may cause feedback.
//
// Table, action and counter have the names of v1model, where this is part of ingress.

#ifndef WEIR_ACTIVITY_AQM_P4
#define WEIR_ACTIVITY_AQM_P4

// Sums of activity values in a window.
struct activity_sums_t {
    bit<32> present;
    bit<32> last;
}

control ActivityAqm(inout headers_t hdr,
                    inout metadata_t meta,
                    in egress_intrinsic_metadata_t eg_intr_md,
                    inout egress_intrinsic_metadata_for_deparser_t eg_dprsr_md) {
    @name(".WeirIngress.activity_aqm.drops")
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) drops;

    // Packets in the present window, modulo 256.
    Register<bit<8>, queue_t>(QUEUE_COUNT) places;
    Register<activity_sums_t, queue_t>(QUEUE_COUNT) sums;

    // Identity hashes, which move numbers to another PHV container.
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) place_depth;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) place_value;

    bit<4> gamma_log = 0;
    // Without an entry for the port no queue is longer.
    bit<32> q_min = 0x7FFFFFFF;
    bit<32> q_base = 0;
    bit<32> depth;
    bit<32> value;
    bit<8> place = 1;
    bit<32> last_sum = 0;
    // A_avg, A_avg - A and gamma times that in packets, and with it the threshold.
    bit<32> mean = 0;
    bit<32> threshold = 0;
    bit<32> above_min;
    bit<32> room;

    RegisterAction<bit<8>, queue_t, bit<8>>(places) next_place = {
        void apply(inout bit<8> state, out bit<8> result) {
            result = state;
            state = state + 1;
        }
    };
    RegisterAction<activity_sums_t, queue_t, bit<32>>(sums) begin_window = {
        void apply(inout activity_sums_t state, out bit<32> result) {
            state.last = state.present;
            state.present = value;
            result = state.last;
        }
    };
    RegisterAction<activity_sums_t, queue_t, bit<32>>(sums) add_to_window = {
        void apply(inout activity_sums_t state, out bit<32> result) {
            state.present = state.present + value;
            result = state.last;
        }
    };

    // q_min_packets, q_base_packets: at most 2^16 - 1.
    // gamma_log2_packets: gamma is 2^gamma_log2_packets packets; 0 to 10.
    @name(".WeirIngress.activity_aqm.drop_by_activity")
    action drop_by_activity(bit<32> q_min_packets,
                            bit<32> q_base_packets,
                            bit<4> gamma_log2_packets) {
        q_min = q_min_packets;
        q_base = q_base_packets;
        gamma_log = gamma_log2_packets;
    }

    @name(".WeirIngress.activity_aqm.ports")
    table ports {
        key = {
            eg_intr_md.egress_port: exact @name("meta.output_port");
        }
        actions = {
            drop_by_activity;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 512;
    }

    action take_depth() {
        depth = place_depth.get({ 16w0, meta.depth_packets });
    }

    action take_value() {
        value = place_value.get({ 16w0, hdr.bridge.activity });
    }

    action count_packet() {
        place = next_place.execute(meta.queue);
    }

    action begin() {
        last_sum = begin_window.execute(meta.queue);
    }

    action add() {
        last_sum = add_to_window.execute(meta.queue);
    }

    @hidden
    table sum_step {
        key = {
            hdr.bridge.has_activity: ternary;
            place: ternary;
        }
        actions = {
            begin;
            add;
            NoAction;
        }
        const default_action = NoAction();
        const entries = {
            (1, 0): begin();
            (1, _): add();
        }
        size = 4;
    }

    action take_mean() {
        mean = last_sum >> 8;
    }

    action take_own() {
        mean = value;
    }

    // So far below any value that the threshold is negative: a packet without a value counts as the most active one.
    action take_least() {
        mean = 0xC0000000;
    }

    @hidden
    table mean_step {
        key = {
            hdr.bridge.has_activity: ternary;
            last_sum: ternary;
        }
        actions = {
            take_mean;
            take_own;
            take_least;
        }
        const default_action = take_least();
        const entries = {
            (1, 0): take_own();
            (1, _): take_mean();
        }
        size = 4;
    }

    action subtract_value() {
        mean = mean - value;
    }

    // gamma times the difference, in packets, rounded down. Depths are whole numbers, so no decision changes by it.
    action scale_0() { threshold = (bit<32>) ((int<32>) mean >> 10); }
    action scale_1() { threshold = (bit<32>) ((int<32>) mean >> 9); }
    action scale_2() { threshold = (bit<32>) ((int<32>) mean >> 8); }
    action scale_3() { threshold = (bit<32>) ((int<32>) mean >> 7); }
    action scale_4() { threshold = (bit<32>) ((int<32>) mean >> 6); }
    action scale_5() { threshold = (bit<32>) ((int<32>) mean >> 5); }
    action scale_6() { threshold = (bit<32>) ((int<32>) mean >> 4); }
    action scale_7() { threshold = (bit<32>) ((int<32>) mean >> 3); }
    action scale_8() { threshold = (bit<32>) ((int<32>) mean >> 2); }
    action scale_9() { threshold = (bit<32>) ((int<32>) mean >> 1); }
    action scale_10() { threshold = mean; }

    @hidden
    table gammas {
        key = {
            gamma_log: exact;
        }
        actions = {
            scale_0;
            scale_1;
            scale_2;
            scale_3;
            scale_4;
            scale_5;
            scale_6;
            scale_7;
            scale_8;
            scale_9;
            scale_10;
        }
        const default_action = scale_10();
        const entries = {
            0: scale_0();
            1: scale_1();
            2: scale_2();
            3: scale_3();
            4: scale_4();
            5: scale_5();
            6: scale_6();
            7: scale_7();
            8: scale_8();
            9: scale_9();
        }
        size = 16;
    }

    action add_base() {
        threshold = threshold + q_base;
    }

    action compare_depth() {
        above_min = q_min - depth;
        room = threshold - depth;
    }

    action drop_packet() {
        drops.count(meta.queue, BRIDGE_BYTES);
        eg_dprsr_md.drop_ctl = 1;
        meta.managed = false;
    }

    // Most steps are tables of constant entries instead of conditions (activity_meter.p4).
    apply {
        take_value();
        ports.apply();
        if (hdr.bridge.has_activity == 1) {
            count_packet();
        }
        sum_step.apply();
        mean_step.apply();
        subtract_value();
        gammas.apply();
        add_base();
        take_depth();
        compare_depth();
        if (above_min[31:31] == 1 && room[31:31] == 1) {
            drop_packet();
        }
    }
}

#endif
