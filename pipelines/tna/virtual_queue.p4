// SPDX-License-Identifier: Apache-2.0

// What arrives for a queue: packets, bytes, and the arrival rate. The classes' queues themselves are the
// ASIC's own, a queue per class, which its traffic manager serves by weight (deficit weighted round
// robin); the weights are set there. Whether a queue is too long is seen in egress: congestion_point.p4.
//
// The arrival rate is measured over windows of 2^24 ns: the last full window's bytes, or the present
// window's if they are more already. A frame counts with its Ethernet header, without padding and FCS.

#ifndef WEIR_VIRTUAL_QUEUE_P4
#define WEIR_VIRTUAL_QUEUE_P4

// Bytes of the Ethernet header, and of that and the IPv6 header, which IP's own lengths leave out.
const bit<16> ETHERNET_BYTES = 14;
const bit<16> ETHERNET_IPV6_BYTES = 54;

struct window_state_t {
    bit<32> window;
    bit<32> elapsed;
}

control VirtualQueue(inout headers_t hdr,
                     inout metadata_t meta,
                     in ingress_intrinsic_metadata_from_parser_t ig_prsr_md) {
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) arrivals;

    Register<window_state_t, queue_t>(QUEUE_COUNT) rate_window;
    Register<bit<32>, queue_t>(QUEUE_COUNT) rate_window_bytes;
    Register<bit<32>, queue_t>(QUEUE_COUNT) rate_last_bytes;

    bit<32> window;
    bit<32> elapsed;
    bit<32> frame_bytes;
    bit<32> last_bytes;

    // Windows since the queue's last packet.
    RegisterAction<window_state_t, queue_t, bit<32>>(rate_window) enter_window = {
        void apply(inout window_state_t state, out bit<32> windows) {
            state.elapsed = window - state.window;
            state.window = window;
            windows = state.elapsed;
        }
    };
    RegisterAction<bit<32>, queue_t, bit<32>>(rate_window_bytes) add_bytes = {
        void apply(inout bit<32> bytes, out bit<32> result) {
            bytes = bytes + frame_bytes;
            result = bytes;
        }
    };
    RegisterAction<bit<32>, queue_t, bit<32>>(rate_window_bytes) close_window = {
        void apply(inout bit<32> bytes, out bit<32> result) {
            result = bytes;
            bytes = frame_bytes;
        }
    };
    RegisterAction<bit<32>, queue_t, bit<32>>(rate_window_bytes) restart_window = {
        void apply(inout bit<32> bytes, out bit<32> result) {
            bytes = frame_bytes;
            result = bytes;
        }
    };
    RegisterAction<bit<32>, queue_t, bit<32>>(rate_last_bytes) read_last = {
        void apply(inout bit<32> bytes, out bit<32> result) {
            result = bytes;
        }
    };
    RegisterAction<bit<32>, queue_t, bit<32>>(rate_last_bytes) write_last = {
        void apply(inout bit<32> bytes, out bit<32> result) {
            bytes = meta.window_bytes;
            result = bytes;
        }
    };
    RegisterAction<bit<32>, queue_t, bit<32>>(rate_last_bytes) clear_last = {
        void apply(inout bit<32> bytes, out bit<32> result) {
            bytes = 0;
            result = 0;
        }
    };

    apply {
        arrivals.count(meta.queue);
        window = (bit<32>) ig_prsr_md.global_tstamp[47:24];
        if (hdr.ipv4.isValid()) {
            frame_bytes = (bit<32>) (hdr.ipv4.total_length + ETHERNET_BYTES);
        } else {
            frame_bytes = (bit<32>) (hdr.ipv6.payload_length + ETHERNET_IPV6_BYTES);
        }
        elapsed = enter_window.execute(meta.queue);
        if (elapsed == 0) {
            meta.window_bytes = add_bytes.execute(meta.queue);
            last_bytes = read_last.execute(meta.queue);
        } else if (elapsed == 1) {
            meta.window_bytes = close_window.execute(meta.queue);
            last_bytes = write_last.execute(meta.queue);
        } else {
            meta.window_bytes = restart_window.execute(meta.queue);
            last_bytes = clear_last.execute(meta.queue);
        }
        meta.window_bytes = max(meta.window_bytes, last_bytes);
    }
}

#endif
