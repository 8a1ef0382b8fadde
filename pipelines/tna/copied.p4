// SPDX-License-Identifier: Apache-2.0

// Takes over what the header in front of a copy says of the packet it was made from.

#ifndef WEIR_COPIED_P4
#define WEIR_COPIED_P4

control Copied(inout headers_t hdr, inout metadata_t meta) {
    bit<32> window_bytes;
    bit<32> b;
    bit<32> c;

    action shift() { meta.arrival_rate_kbps = window_bytes >> 1; b = window_bytes >> 6; c = window_bytes >> 7; }
    action add_small() { b = b + c; }
    action subtract() { meta.arrival_rate_kbps = meta.arrival_rate_kbps - b; }

    apply {
        if (hdr.feedback_copy.isValid()) {
            meta.class_id = hdr.feedback_copy.class_id;
            meta.output_port = hdr.feedback_copy.output_port;
            meta.depth_packets = hdr.feedback_copy.depth_packets;
            meta.threshold_packets = hdr.feedback_copy.threshold_packets;
            meta.target_rate_kbps = hdr.feedback_copy.target_rate_kbps;
            meta.time_us = (bit<48>) hdr.feedback_copy.time_us;
            meta.sequence = hdr.feedback_copy.sequence;
            window_bytes = hdr.feedback_copy.window_bytes;
        } else {
            meta.class_id = hdr.telemetry_copy.class_id;
            meta.output_port = hdr.telemetry_copy.output_port;
            meta.depth_packets = hdr.telemetry_copy.depth_packets;
            meta.max_depth_packets = hdr.telemetry_copy.max_depth_packets;
            meta.delay_us = hdr.telemetry_copy.delay_us;
            meta.time_us = (bit<48>) hdr.telemetry_copy.time_us;
            window_bytes = hdr.telemetry_copy.window_bytes;
        }
        // Bytes in 2^24 ns to kb/s: times 8 / 16.777, which is 2^-1 - 2^-6 - 2^-7 but for 0.06 %.
        shift();
        add_small();
        subtract();
    }
}

#endif
