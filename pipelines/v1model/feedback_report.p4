// SPDX-License-Identifier: Apache-2.0

// Writes what the congestion point measured into the feedback packet (docs/feedback-packet.md), from the metadata
// that the clone kept.

#ifndef WEIR_FEEDBACK_REPORT_P4
#define WEIR_FEEDBACK_REPORT_P4

control FeedbackReport(inout headers_t hdr, inout metadata_t meta) {
    apply {
        // The UDP checksum is computed only in this pass.
        meta.feedback_made = true;
        hdr.ipv4_options.setInvalid();
        hdr.feedback.class_id = (bit<8>) meta.class_id;
        hdr.feedback_report.setValid();
        hdr.feedback_report.arrival_rate_kbps = meta.arrival_rate_kbps;
        hdr.feedback_report.target_rate_kbps = meta.target_rate_kbps;
        hdr.feedback_report.depth_packets = (bit<16>) meta.depth_packets;
        hdr.feedback_report.threshold_packets = meta.threshold_packets;
        hdr.feedback_report.time_us = meta.time_us;
        hdr.feedback_report.egress_port = (bit<16>) meta.output_port;
        hdr.feedback_report.sequence = meta.sequence;
    }
}

#endif
