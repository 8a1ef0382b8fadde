// SPDX-License-Identifier: Apache-2.0

// What arrives for a queue: packets, bytes, and the arrival rate. The classes' queues themselves are the
// ASIC's own, a queue per class, which its traffic manager serves by weight (deficit weighted round
// robin); the weights are set there. Whether a queue is too long is seen in egress: congestion_point.p4.
//
// The arrival rate is measured over windows of the length that the port's settings say: the last full
// window's bytes, or the present window's if they are more already. A frame counts with its Ethernet header,
// without padding and FCS; and it counts by as much more as the window is shorter than the longest, so that
// egress can take them all for that one (arrival_rate.p4). Even and odd windows have a register each, so that
// a packet adds to one and reads the other in one stage. After a change of the length the rate begins anew, as
// after a pause: there is no last full window yet.

#ifndef WEIR_VIRTUAL_QUEUE_P4
#define WEIR_VIRTUAL_QUEUE_P4

// Bytes of the Ethernet header, and of that and the IPv6 header, which IP's own lengths leave out.
const bit<16> ETHERNET_BYTES = 14;
const bit<16> ETHERNET_IPV6_BYTES = 54;

// A window's number, and the bytes in it; those of an older one are forgotten.
struct window_t {
    bit<32> number;
    bit<32> bytes;
}

// What is known of the packet and the time before its queue is; looked up ahead, to save stages.
struct window_place_t {
    // Of the shortest windows, until the port's length is known. A one stands before the time's bits: it is
    // shifted with them, so that numbers of different lengths are never the same.
    bit<32> number;
    bit<32> frame_bytes;
}

control WindowPlace(in headers_t hdr,
                    in ingress_intrinsic_metadata_from_parser_t ig_prsr_md,
                    out window_place_t place) {
    // By way of a hash that changes nothing, to bring the number to where arithmetic wants it.
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_14;

    action take_number() {
        place.number = shift_14.get({ 1w1, ig_prsr_md.global_tstamp[44:14] });
    }

    action measure_ipv4() {
        place.frame_bytes = (bit<32>) (hdr.ipv4.total_length + ETHERNET_BYTES);
    }

    action measure_ipv6() {
        place.frame_bytes = (bit<32>) (hdr.ipv6.payload_length + ETHERNET_IPV6_BYTES);
    }

    apply {
        take_number();
        if (hdr.ipv4.isValid()) {
            measure_ipv4();
        } else {
            measure_ipv6();
        }
    }
}

control VirtualQueue(inout headers_t hdr,
                     inout metadata_t meta,
                     inout window_place_t place) {
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) arrivals;

    Register<window_t, queue_t>(QUEUE_COUNT) even_window;
    Register<window_t, queue_t>(QUEUE_COUNT) odd_window;

    bit<32> even_bytes;
    bit<32> odd_bytes;

    RegisterAction<window_t, queue_t, bit<32>>(even_window) add_even = {
        void apply(inout window_t state, out bit<32> result) {
            if (state.number == place.number) {
                state.bytes = state.bytes |+| place.frame_bytes;
            } else {
                state.bytes = place.frame_bytes;
            }
            state.number = place.number;
            result = state.bytes;
        }
    };
    RegisterAction<window_t, queue_t, bit<32>>(odd_window) add_odd = {
        void apply(inout window_t state, out bit<32> result) {
            if (state.number == place.number) {
                state.bytes = state.bytes |+| place.frame_bytes;
            } else {
                state.bytes = place.frame_bytes;
            }
            state.number = place.number;
            result = state.bytes;
        }
    };
    RegisterAction<window_t, queue_t, bit<32>>(even_window) read_even = {
        void apply(inout window_t state, out bit<32> result) {
            result = 0;
            if (state.number + 1 == place.number) {
                result = state.bytes;
            }
        }
    };
    RegisterAction<window_t, queue_t, bit<32>>(odd_window) read_odd = {
        void apply(inout window_t state, out bit<32> result) {
            result = 0;
            if (state.number + 1 == place.number) {
                result = state.bytes;
            }
        }
    };

    // One for each length, because a shift by a number that is not a constant cannot be had.
    action window_16us() {
        place.frame_bytes = place.frame_bytes << 11;
    }

    action window_32us() {
        place.number = place.number >> 1;
        place.frame_bytes = place.frame_bytes << 10;
    }

    action window_64us() {
        place.number = place.number >> 2;
        place.frame_bytes = place.frame_bytes << 9;
    }

    action window_128us() {
        place.number = place.number >> 3;
        place.frame_bytes = place.frame_bytes << 8;
    }

    action window_256us() {
        place.number = place.number >> 4;
        place.frame_bytes = place.frame_bytes << 7;
    }

    action window_512us() {
        place.number = place.number >> 5;
        place.frame_bytes = place.frame_bytes << 6;
    }

    action window_1024us() {
        place.number = place.number >> 6;
        place.frame_bytes = place.frame_bytes << 5;
    }

    action window_2048us() {
        place.number = place.number >> 7;
        place.frame_bytes = place.frame_bytes << 4;
    }

    action window_4096us() {
        place.number = place.number >> 8;
        place.frame_bytes = place.frame_bytes << 3;
    }

    action window_8192us() {
        place.number = place.number >> 9;
        place.frame_bytes = place.frame_bytes << 2;
    }

    action window_16384us() {
        place.number = place.number >> 10;
        place.frame_bytes = place.frame_bytes << 1;
    }

    action window_32768us() {
        place.number = place.number >> 11;
    }

    @hidden
    table windows {
        key = {
            meta.rate_window_log2_us: exact;
        }
        actions = {
            window_16us;
            window_32us;
            window_64us;
            window_128us;
            window_256us;
            window_512us;
            window_1024us;
            window_2048us;
            window_4096us;
            window_8192us;
            window_16384us;
            window_32768us;
        }
        const default_action = window_16us;
        const entries = {
            4: window_16us();
            5: window_32us();
            6: window_64us();
            7: window_128us();
            8: window_256us();
            9: window_512us();
            10: window_1024us();
            11: window_2048us();
            12: window_4096us();
            13: window_8192us();
            14: window_16384us();
            15: window_32768us();
        }
        size = 16;
    }

    action add_to_even() {
        even_bytes = add_even.execute(meta.queue);
    }

    action add_to_odd() {
        odd_bytes = add_odd.execute(meta.queue);
    }

    action read_from_even() {
        even_bytes = read_even.execute(meta.queue);
    }

    action read_from_odd() {
        odd_bytes = read_odd.execute(meta.queue);
    }

    action take_larger() {
        hdr.bridge.arrival_rate = max(even_bytes, odd_bytes);
    }

    apply {
        arrivals.count(meta.queue);
        windows.apply();
        if (place.number[0:0] == 0) {
            add_to_even();
            read_from_odd();
        } else {
            read_from_even();
            add_to_odd();
        }
        take_larger();
    }
}

#endif
