// SPDX-License-Identifier: Apache-2.0

// ABC's activity meter on Tofino: the rate R_m of an aggregate, and the activity A = log2(R_m / R_r).
//
// R_m is that of the last complete window of 2^31 ns (2.15 s), or of the present window if that is higher already. v1model
// has TDRM-UTEMA instead, with a memory that a policy chooses: a stateful ALU can neither multiply nor shift by a
// variable. docs/abc.md lists the differences. Even and odd windows have a register each, so that a packet adds to one
// and reads the other in one stage. The bytes of a window end at 2^32 - 1, at 16 Gb/s.

#ifndef WEIR_ACTIVITY_METER_P4
#define WEIR_ACTIVITY_METER_P4

// Aggregates that a pipe can meter.
#define AGGREGATE_COUNT 1024

// The number of a window, and the bytes that arrived in it.
struct activity_window_t {
    bit<32> number;
    bit<32> bytes;
}

// The steps are tables of constant entries instead of conditions: on Tofino 1, the tables under a condition take stages of
// their own, in which the rest of ingress has to wait. Only the last step has one.
control ActivityMeter(inout headers_t hdr,
                      in metadata_t meta,
                      in ingress_intrinsic_metadata_from_parser_t ig_prsr_md,
                      in bit<10> aggregate,
                      in bit<16> reference) {
    Register<activity_window_t, bit<10>>(AGGREGATE_COUNT) even_window;
    Register<activity_window_t, bit<10>>(AGGREGATE_COUNT) odd_window;

    // Identity hashes, which move numbers to another PHV container.
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_31;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) place_bytes;

    BinaryLogarithm() logarithm;

    bit<32> number;
    bit<32> bytes;
    bit<32> even_bytes = 0;
    bit<32> odd_bytes = 0;
    bit<32> larger;
    bit<16> bytes_log;

    RegisterAction<activity_window_t, bit<10>, bit<32>>(even_window) add_even = {
        void apply(inout activity_window_t state, out bit<32> result) {
            if (state.number == number) {
                state.bytes = state.bytes |+| bytes;
            } else {
                state.bytes = bytes;
            }
            state.number = number;
            result = state.bytes;
        }
    };
    RegisterAction<activity_window_t, bit<10>, bit<32>>(odd_window) add_odd = {
        void apply(inout activity_window_t state, out bit<32> result) {
            if (state.number == number) {
                state.bytes = state.bytes |+| bytes;
            } else {
                state.bytes = bytes;
            }
            state.number = number;
            result = state.bytes;
        }
    };
    RegisterAction<activity_window_t, bit<10>, bit<32>>(even_window) read_even = {
        void apply(inout activity_window_t state, out bit<32> result) {
            result = 0;
            if (state.number + 1 == number) {
                result = state.bytes;
            }
        }
    };
    RegisterAction<activity_window_t, bit<10>, bit<32>>(odd_window) read_odd = {
        void apply(inout activity_window_t state, out bit<32> result) {
            result = 0;
            if (state.number + 1 == number) {
                result = state.bytes;
            }
        }
    };

    // The leading one tells the first window from a register that was never written.
    action take_number() {
        number = shift_31.get({ 15w1, ig_prsr_md.global_tstamp[47:31] });
    }

    action take_bytes() {
        bytes = place_bytes.get({ meta.window_bytes });
    }

    action add_to_even() {
        even_bytes = add_even.execute(aggregate);
    }

    action add_to_odd() {
        odd_bytes = add_odd.execute(aggregate);
    }

    action read_from_even() {
        even_bytes = read_even.execute(aggregate);
    }

    action read_from_odd() {
        odd_bytes = read_odd.execute(aggregate);
    }

    @hidden
    table even_step {
        key = {
            meta.meters_users: exact;
            meta.has_aggregate: exact;
            ig_prsr_md.global_tstamp[31:31]: exact;
        }
        actions = {
            add_to_even;
            read_from_even;
            NoAction;
        }
        const default_action = NoAction();
        const entries = {
            (1, 1, 0): add_to_even();
            (1, 1, 1): read_from_even();
        }
        size = 8;
    }

    @hidden
    table odd_step {
        key = {
            meta.meters_users: exact;
            meta.has_aggregate: exact;
            ig_prsr_md.global_tstamp[31:31]: exact;
        }
        actions = {
            add_to_odd;
            read_from_odd;
            NoAction;
        }
        const default_action = NoAction();
        const entries = {
            (1, 1, 0): read_from_odd();
            (1, 1, 1): add_to_odd();
        }
        size = 8;
    }

    action take_larger() {
        larger = max(even_bytes, odd_bytes);
    }

    action write_activity() {
        hdr.bridge.activity = bytes_log - reference;
        hdr.bridge.has_activity = 1;
    }

    apply {
        take_number();
        take_bytes();
        even_step.apply();
        odd_step.apply();
        take_larger();
        logarithm.apply(larger, bytes_log);
        if (meta.meters_users == 1 && meta.has_aggregate == 1) {
            write_activity();
        }
    }
}

#endif
