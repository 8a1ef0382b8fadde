// SPDX-License-Identifier: Apache-2.0

// Turns the clone of a packet that left into a telemetry report to the controller (docs/telemetry.md).

#ifndef WEIR_TELEMETRY_REPORT_P4
#define WEIR_TELEMETRY_REPORT_P4

control TelemetryReport(inout headers_t hdr, inout metadata_t meta) {
    apply {
        hdr.outer_tag.setInvalid();
        hdr.inner_tag.setInvalid();
        hdr.activity.setInvalid();
        hdr.arp.setInvalid();
        hdr.ipv4.setInvalid();
        hdr.ipv4_options.setInvalid();
        hdr.ipv6.setInvalid();
        hdr.tcp.setInvalid();
        hdr.udp.setInvalid();
        hdr.icmp.setInvalid();
        hdr.feedback.setInvalid();
        hdr.feedback_report.setInvalid();

        hdr.packet_in.setValid();
        hdr.packet_in.ingress_port = meta.output_port;
        hdr.packet_in.pad = 0;
        hdr.ether_type.value = ETHER_TYPE_TELEMETRY;
        hdr.telemetry.setValid();
        hdr.telemetry.version = TELEMETRY_VERSION;
        hdr.telemetry.class_id = (bit<8>) meta.class_id;
        hdr.telemetry.egress_port = (bit<16>) meta.output_port;
        hdr.telemetry.depth_packets = meta.depth_packets;
        hdr.telemetry.max_depth_packets = meta.max_depth_packets;
        hdr.telemetry.delay_us = meta.delay_us;
        hdr.telemetry.time_us = meta.time_us;
        hdr.telemetry.arrival_rate_kbps = meta.arrival_rate_kbps;
        truncate(TELEMETRY_FRAME_BYTES);
    }
}

#endif
