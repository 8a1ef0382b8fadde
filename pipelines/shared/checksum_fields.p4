// SPDX-License-Identifier: Apache-2.0

// The fields that the checksums cover (RFC 791, RFC 768), in the order of their bytes.

#ifndef WEIR_CHECKSUM_FIELDS_P4
#define WEIR_CHECKSUM_FIELDS_P4

#define IPV4_CHECKSUM_FIELDS \
    hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_length, \
    hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragment_offset, hdr.ipv4.ttl, \
    hdr.ipv4.protocol, hdr.ipv4.src_addr, hdr.ipv4.dst_addr

#define FEEDBACK_CHECKSUM_FIELDS \
    hdr.udp.src_port, hdr.udp.dst_port, hdr.udp.length_bytes, \
    hdr.feedback.magic, hdr.feedback.version, hdr.feedback.class_id, hdr.feedback.protocol, \
    hdr.feedback.reserved, hdr.feedback_report.arrival_rate_kbps, \
    hdr.feedback_report.target_rate_kbps, hdr.feedback_report.depth_packets, \
    hdr.feedback_report.threshold_packets, hdr.feedback_report.time_us, \
    hdr.feedback_report.egress_port, hdr.feedback_report.sequence

#endif
