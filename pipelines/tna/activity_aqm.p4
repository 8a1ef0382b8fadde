// SPDX-License-Identifier: Apache-2.0

// ABC's activity AQM on Tofino, in egress: drops a packet of activity A that leaves Q cells in the queue of its port if
//
//     Q > Q_min    and    Q > Q_base - gamma (A - A_avg)
//
// A_avg is the mean activity of the last complete window of 256 packets of the port that carry a value, dropped ones
// included; until the first window is complete, it is taken for A. v1model has the UTEMA of accepted packets
// (activity_threshold.p4): a decision that goes into the mean of the next packet would need the register in two stages.
// A packet without a value is taken for the most active one, and is not part of the mean.

#ifndef WEIR_ACTIVITY_AQM_P4
#define WEIR_ACTIVITY_AQM_P4

// Sums of activity values in a window.
struct activity_sums_t {
    bit<32> present;
    bit<32> last;
}

control ActivityAqm(in headers_t hdr,
                    in egress_intrinsic_metadata_t eg_intr_md,
                    inout egress_intrinsic_metadata_for_deparser_t eg_dprsr_md) {
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) drops;

    // Packets in the present window, modulo 256.
    Register<bit<8>, PortId_t>(PORT_COUNT) places;
    Register<activity_sums_t, PortId_t>(PORT_COUNT) sums;

    // Identity hashes, which move numbers to another PHV container.
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) place_cells;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) place_value;

    bool on = false;
    bit<4> gamma_log = 0;
    bit<32> q_min = 0;
    bit<32> q_base = 0;
    bit<32> cells;
    bit<32> value;
    bit<8> place = 1;
    bit<32> last_sum = 0;
    bit<32> mean_below = 0;
    bit<32> above_min;
    bit<32> below_base;
    bit<32> room = 0;

    RegisterAction<bit<8>, PortId_t, bit<8>>(places) next_place = {
        void apply(inout bit<8> state, out bit<8> result) {
            result = state;
            state = state + 1;
        }
    };
    RegisterAction<activity_sums_t, PortId_t, bit<32>>(sums) begin_window = {
        void apply(inout activity_sums_t state, out bit<32> result) {
            state.last = state.present;
            state.present = value;
            result = state.last;
        }
    };
    RegisterAction<activity_sums_t, PortId_t, bit<32>>(sums) add_to_window = {
        void apply(inout activity_sums_t state, out bit<32> result) {
            state.present = state.present + value;
            result = state.last;
        }
    };

    // q_min_cells, q_base_cells: at most 2^19 - 1.
    // gamma_log2_cells: gamma is 2^gamma_log2_cells cells; 4 to 10.
    action drop_by_activity(bit<32> q_min_cells, bit<32> q_base_cells, bit<4> gamma_log2_cells) {
        on = true;
        q_min = q_min_cells;
        q_base = q_base_cells;
        gamma_log = gamma_log2_cells;
    }

    table ports {
        key = {
            eg_intr_md.egress_port: exact @name("standard_metadata.egress_port");
        }
        actions = {
            drop_by_activity;
            @defaultonly NoAction;
        }
        const default_action = NoAction();
        size = 512;
    }

    action take_cells() {
        cells = place_cells.get({ 13w0, eg_intr_md.deq_qdepth });
    }

    action take_value() {
        value = place_value.get({ 16w0, hdr.bridge.activity });
    }

    action compare_depth() {
        above_min = q_min - cells;
        below_base = q_base - cells;
    }

    action count_packet() {
        place = next_place.execute(eg_intr_md.egress_port);
    }

    action begin() {
        last_sum = begin_window.execute(eg_intr_md.egress_port);
    }

    action add() {
        last_sum = add_to_window.execute(eg_intr_md.egress_port);
    }

    action take_mean() {
        mean_below = last_sum >> 8;
    }

    action subtract_value() {
        mean_below = mean_below - value;
    }

    action no_difference() {
        mean_below = 0;
    }

    // The room below the base in units of the header's activity: a doubled rate is worth gamma.
    action scale_4() {
        room = below_base << 6;
    }

    action scale_5() {
        room = below_base << 5;
    }

    action scale_6() {
        room = below_base << 4;
    }

    action scale_7() {
        room = below_base << 3;
    }

    action scale_8() {
        room = below_base << 2;
    }

    action scale_9() {
        room = below_base << 1;
    }

    action scale_10() {
        room = below_base;
    }

    table gammas {
        key = {
            gamma_log: exact;
        }
        actions = {
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
            4: scale_4();
            5: scale_5();
            6: scale_6();
            7: scale_7();
            8: scale_8();
            9: scale_9();
        }
        size = 8;
    }

    action add_difference() {
        room = room + mean_below;
    }

    action drop_packet() {
        eg_dprsr_md.drop_ctl = 1;
        drops.count(eg_intr_md.egress_port);
    }

    apply {
        take_cells();
        take_value();
        ports.apply();
        if (on) {
            compare_depth();
            gammas.apply();
            if (hdr.bridge.has_activity == 1) {
                count_packet();
                if (place == 0) {
                    begin();
                } else {
                    add();
                }
                if (last_sum == 0) {
                    no_difference();
                } else {
                    take_mean();
                    subtract_value();
                }
                add_difference();
                if (above_min[31:31] == 1 && room[31:31] == 1) {
                    drop_packet();
                }
            } else if (above_min[31:31] == 1) {
                drop_packet();
            }
        }
    }
}

#endif
