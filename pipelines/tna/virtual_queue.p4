// SPDX-License-Identifier: Apache-2.0

// What arrives for a queue: packets, bytes, and the arrival rate. The classes' queues themselves are the
// ASIC's own, a queue per class, which its traffic manager serves by weight (deficit weighted round
// robin); the weights are set there. Whether a queue is too long is seen in egress: congestion_point.p4.
//
// The arrival rate is measured over windows of 2^24 ns: the last full window's bytes, or the present
// window's if they are more already. A frame counts with its Ethernet header, without padding and FCS.
// Even and odd windows have a register each, so that a packet adds to one and reads the other in one stage.

#ifndef WEIR_VIRTUAL_QUEUE_P4
#define WEIR_VIRTUAL_QUEUE_P4

// Bytes of the Ethernet header, and of that and the IPv6 header, which IP's own lengths leave out.
const bit<16> ETHERNET_BYTES = 14;
const bit<16> ETHERNET_IPV6_BYTES = 54;

// A window's number, divided by two, and the bytes in it; those of an older one are forgotten.
struct window_t {
    bit<32> number;
    bit<32> bytes;
}

// What is known of the packet and the time before its queue is; looked up ahead, to save stages.
struct window_place_t {
    // The present window's number, or in the one of the two the last window's.
    bit<32> even_number;
    bit<32> odd_number;
    bit<32> frame_bytes;
}

control WindowPlace(in headers_t hdr,
                    in ingress_intrinsic_metadata_from_parser_t ig_prsr_md,
                    out window_place_t place) {
    // By way of hashes that change nothing, to bring the number to where arithmetic wants it.
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_even;
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_odd;

    action take_even_number() {
        place.even_number = shift_even.get({ 9w0, ig_prsr_md.global_tstamp[47:25] });
    }

    action take_odd_number() {
        place.odd_number = shift_odd.get({ 9w0, ig_prsr_md.global_tstamp[47:25] });
    }

    action go_back() {
        place.odd_number = place.odd_number - 1;
    }

    action measure_ipv4() {
        place.frame_bytes = (bit<32>) (hdr.ipv4.total_length + ETHERNET_BYTES);
    }

    action measure_ipv6() {
        place.frame_bytes = (bit<32>) (hdr.ipv6.payload_length + ETHERNET_IPV6_BYTES);
    }

    apply {
        take_even_number();
        take_odd_number();
        if (ig_prsr_md.global_tstamp[24:24] == 0) {
            go_back();
        }
        if (hdr.ipv4.isValid()) {
            measure_ipv4();
        } else {
            measure_ipv6();
        }
    }
}

control VirtualQueue(inout headers_t hdr,
                     inout metadata_t meta,
                     in ingress_intrinsic_metadata_from_parser_t ig_prsr_md,
                     in window_place_t place) {
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) arrivals;

    Register<window_t, queue_t>(QUEUE_COUNT) even_window;
    Register<window_t, queue_t>(QUEUE_COUNT) odd_window;

    bit<32> even_bytes;
    bit<32> odd_bytes;

    RegisterAction<window_t, queue_t, bit<32>>(even_window) add_even = {
        void apply(inout window_t state, out bit<32> result) {
            if (state.number == place.even_number) {
                state.bytes = state.bytes + place.frame_bytes;
            } else {
                state.bytes = place.frame_bytes;
            }
            state.number = place.even_number;
            result = state.bytes;
        }
    };
    RegisterAction<window_t, queue_t, bit<32>>(odd_window) add_odd = {
        void apply(inout window_t state, out bit<32> result) {
            if (state.number == place.odd_number) {
                state.bytes = state.bytes + place.frame_bytes;
            } else {
                state.bytes = place.frame_bytes;
            }
            state.number = place.odd_number;
            result = state.bytes;
        }
    };
    RegisterAction<window_t, queue_t, bit<32>>(even_window) read_even = {
        void apply(inout window_t state, out bit<32> result) {
            result = 0;
            if (state.number == place.even_number) {
                result = state.bytes;
            }
        }
    };
    RegisterAction<window_t, queue_t, bit<32>>(odd_window) read_odd = {
        void apply(inout window_t state, out bit<32> result) {
            result = 0;
            if (state.number == place.odd_number) {
                result = state.bytes;
            }
        }
    };

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
        if (ig_prsr_md.global_tstamp[24:24] == 0) {
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
