// SPDX-License-Identifier: Apache-2.0

// Measures the arrival rate that telemetry reports and feedback packets carry (docs/feedback-packet.md), in kb/s: the
// rate of the last complete window, or of the present window if that is higher already.
//
// The length of the windows is a setting of the port. A new length is used at once; until its first complete window
// has ended, the rate of the last window of the old length remains.

#ifndef WEIR_ARRIVAL_RATE_P4
#define WEIR_ARRIVAL_RATE_P4

control ArrivalRate(inout metadata_t meta, in standard_metadata_t standard_metadata) {
    // The present window's number, whether its beginning was missed (1 bit), and the binary logarithm of
    // its length in us (4 bits).
    register<bit<64>>(QUEUE_COUNT) rate_window;
    register<bit<32>>(QUEUE_COUNT) rate_window_bytes;
    // Rate of the last complete window.
    register<bit<32>>(QUEUE_COUNT) rate_kbps;

    action measure_arrival_rate() {
        bit<64> place;
        bit<32> bytes;
        bit<32> rate;
        bit<48> now_us = standard_metadata.ingress_global_timestamp;
        rate_window.read(place, meta.queue);
        rate_window_bytes.read(bytes, meta.queue);
        rate_kbps.read(rate, meta.queue);
        bit<4> log2_us = place[3:0];
        bit<1> began_late = place[4:4];
        bit<48> last_window = (bit<48>) (place >> 5);
        bit<48> window = now_us >> log2_us;
        if (window != last_window || log2_us != meta.rate_window_log2_us) {
            // Bytes in a window to kb/s: a factor of 8000 / (length of the window in us).
            bit<32> measured = (bit<32>) (((bit<48>) bytes * 8000) >> log2_us);
            if (window == last_window + 1) {
                rate = began_late == 1 ? rate : measured;
            } else if (window == last_window) {
                rate = measured > rate ? measured : rate;
            } else {
                rate = 0;
            }
            began_late = 0;
            if (log2_us != meta.rate_window_log2_us) {
                // 0 before the queue's first packet: no part of the window was missed.
                began_late = log2_us == 0 ? 1w0 : 1w1;
                log2_us = meta.rate_window_log2_us;
                window = now_us >> log2_us;
            }
            bytes = 0;
            rate_window.write(meta.queue,
                (bit<64>) window << 5 | (bit<64>) began_late << 4 | (bit<64>) log2_us);
            rate_kbps.write(meta.queue, rate);
        }
        bytes = bytes + standard_metadata.packet_length;
        rate_window_bytes.write(meta.queue, bytes);
        bit<32> rate_so_far = (bit<32>) (((bit<48>) bytes * 8000) >> log2_us);
        meta.arrival_rate_kbps = rate_so_far > rate ? rate_so_far : rate;
    }

    apply {
        measure_arrival_rate();
    }
}

#endif
