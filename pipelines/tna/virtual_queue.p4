// SPDX-License-Identifier: Apache-2.0

// Counts the arrivals at a queue, packets and bytes, and measures the arrival rate. Each class has a queue of the ASIC,
// which the traffic manager serves by deficit weighted round robin; the weights are set there. The depth is known
// in egress only (congestion_point.p4).
//
// The arrival rate is that of the last complete window, or of the present window if that is higher already. The length
// of the windows is a setting of the port. A frame counts with its Ethernet header and tags, without padding and FCS.
// Its bytes are multiplied by (longest window / window), so that egress converts all windows alike (arrival_rate.p4).
// Even and odd windows have a register each, so that a packet adds to one and reads the other in one stage. After a
// change of the length, as after a pause, there is no last complete window, and the measurement starts again.

#ifndef WEIR_VIRTUAL_QUEUE_P4
#define WEIR_VIRTUAL_QUEUE_P4

// Bytes of the Ethernet header without tags, and of that and the IPv6 header, which IP's own lengths leave out.
const bit<16> ETHERNET_BYTES = 14;
const bit<16> ETHERNET_IPV6_BYTES = 54;
const bit<16> ONE_TAG_BYTES = 4;
const bit<16> TWO_TAGS_BYTES = 8;

// The number of a window, and the bytes that arrived in it.
struct window_t {
    bit<32> number;
    bit<32> bytes;
}

// The packet's bytes and the number of the rate window, computed before the queue is known, which saves stages. The
// number is that of the shortest windows, and the bytes are those of the longest, until MEASURE_OVER shifts both to
// the port's length. The number has a leading one, so that numbers of windows of different lengths never equal.
control WindowPlace(in headers_t hdr,
                    inout metadata_t meta,
                    in ingress_intrinsic_metadata_from_parser_t ig_prsr_md) {
    // An identity hash, which puts the number into one PHV container for arithmetic.
    Hash<bit<32>>(HashAlgorithm_t.IDENTITY) shift_14;

    action take_number() {
        meta.window_number = shift_14.get({ 1w1, ig_prsr_md.global_tstamp[44:14] });
    }

    // header_bytes: what IP's own length leaves out.
    action measure_ipv4(bit<16> header_bytes) {
        meta.window_bytes = (bit<32>) (hdr.ipv4.total_length + header_bytes);
    }

    action measure_ipv6(bit<16> header_bytes) {
        meta.window_bytes = (bit<32>) (hdr.ipv6.payload_length + header_bytes);
    }

    @hidden
    table frame_bytes {
        key = {
            hdr.ipv4.isValid(): exact;
            hdr.outer_tag.isValid(): exact;
            hdr.inner_tag.isValid(): exact;
        }
        actions = {
            measure_ipv4;
            measure_ipv6;
        }
        const default_action = measure_ipv6(ETHERNET_IPV6_BYTES);
        const entries = {
            (true, false, false): measure_ipv4(ETHERNET_BYTES);
            (true, true, false): measure_ipv4(ETHERNET_BYTES + ONE_TAG_BYTES);
            (true, true, true): measure_ipv4(ETHERNET_BYTES + TWO_TAGS_BYTES);
            (false, true, false): measure_ipv6(ETHERNET_IPV6_BYTES + ONE_TAG_BYTES);
            (false, true, true): measure_ipv6(ETHERNET_IPV6_BYTES + TWO_TAGS_BYTES);
        }
        size = 8;
    }

    apply {
        take_number();
        frame_bytes.apply();
    }
}

control VirtualQueue(inout headers_t hdr,
                     inout metadata_t meta) {
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) arrivals;

    Register<window_t, queue_t>(QUEUE_COUNT) even_window;
    Register<window_t, queue_t>(QUEUE_COUNT) odd_window;

    bit<32> even_bytes;
    bit<32> odd_bytes;

    RegisterAction<window_t, queue_t, bit<32>>(even_window) add_even = {
        void apply(inout window_t state, out bit<32> result) {
            if (state.number == meta.window_number) {
                state.bytes = state.bytes |+| meta.window_bytes;
            } else {
                state.bytes = meta.window_bytes;
            }
            state.number = meta.window_number;
            result = state.bytes;
        }
    };
    RegisterAction<window_t, queue_t, bit<32>>(odd_window) add_odd = {
        void apply(inout window_t state, out bit<32> result) {
            if (state.number == meta.window_number) {
                state.bytes = state.bytes |+| meta.window_bytes;
            } else {
                state.bytes = meta.window_bytes;
            }
            state.number = meta.window_number;
            result = state.bytes;
        }
    };
    RegisterAction<window_t, queue_t, bit<32>>(even_window) read_even = {
        void apply(inout window_t state, out bit<32> result) {
            result = 0;
            if (state.number + 1 == meta.window_number) {
                result = state.bytes;
            }
        }
    };
    RegisterAction<window_t, queue_t, bit<32>>(odd_window) read_odd = {
        void apply(inout window_t state, out bit<32> result) {
            result = 0;
            if (state.number + 1 == meta.window_number) {
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
        if (meta.window_number[0:0] == 0) {
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
