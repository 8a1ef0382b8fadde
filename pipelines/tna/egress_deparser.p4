// SPDX-License-Identifier: Apache-2.0

// Makes the mirror copies, updates the checksums, and writes the valid headers of a packet in front of its payload at
// the end of egress.

#ifndef WEIR_EGRESS_DEPARSER_P4
#define WEIR_EGRESS_DEPARSER_P4

// The header of a mirror copy that becomes a feedback packet: the fields of copy_h, then of feedback_report_h.
header feedback_copy_h {
    packet_kind_t kind;
    bit<8> class_id;
    bit<32> arrival_rate_kbps;
    bit<32> target_rate_kbps;
    bit<16> depth_packets;
    bit<16> threshold_packets;
    bit<16> time_high;
    bit<32> time_us;
    @padding bit<7> pad_port;
    PortId_t egress_port;
    bit<32> sequence;
}

// The header of a mirror copy that becomes a telemetry report: the fields of copy_h, then of telemetry_h.
header telemetry_copy_h {
    packet_kind_t kind;
    bit<8> class_id;
    bit<8> version;
    bit<8> class_id_again;
    @padding bit<7> pad_port;
    PortId_t egress_port;
    bit<16> depth_high;
    bit<16> depth_packets;
    bit<16> max_depth_high;
    bit<16> max_depth_packets;
    bit<32> delay_us;
    bit<16> time_high;
    bit<32> time_us;
    bit<32> arrival_rate_kbps;
}

control WeirEgressDeparser(packet_out packet,
                           inout headers_t hdr,
                           in metadata_t meta,
                           in egress_intrinsic_metadata_for_deparser_t eg_dprsr_md,
                           in egress_intrinsic_metadata_t eg_intr_md) {
    Checksum() ipv4_checksum;
    Checksum() feedback_ipv4_checksum;
    Checksum() feedback_ipv6_checksum;
    Mirror(MIRROR_FEEDBACK) feedback_mirror;
    Mirror(MIRROR_TELEMETRY) telemetry_mirror;

    apply {
        if (eg_dprsr_md.mirror_type == MIRROR_FEEDBACK) {
            feedback_mirror.emit<feedback_copy_h>(meta.copy_session, {
                meta.copy_kind, hdr.bridge.class_id,
                hdr.bridge.arrival_rate, hdr.bridge.target_rate_kbps,
                meta.depth_packets, hdr.bridge.threshold_packets, 0, meta.now_us,
                0, eg_intr_md.egress_port, meta.sequence });
        } else if (eg_dprsr_md.mirror_type == MIRROR_TELEMETRY) {
            telemetry_mirror.emit<telemetry_copy_h>(meta.copy_session, {
                meta.copy_kind, hdr.bridge.class_id,
                0, hdr.bridge.class_id, 0, eg_intr_md.egress_port,
                0, meta.depth_packets, 0, meta.max_depth_packets, meta.delay.us,
                0, meta.now_us, hdr.bridge.arrival_rate });
        }
        if (hdr.ipv4.isValid()) {
            hdr.ipv4.checksum = ipv4_checksum.update({ IPV4_CHECKSUM_FIELDS, meta.ipv4_residual });
        }
        if (hdr.feedback.isValid() && hdr.ipv4.isValid()) {
            hdr.udp.checksum = feedback_ipv4_checksum.update({
                hdr.ipv4.src_addr, hdr.ipv4.dst_addr, 8w0, hdr.ipv4.protocol,
                hdr.udp.length_bytes, FEEDBACK_CHECKSUM_FIELDS });
        }
        if (hdr.feedback.isValid() && hdr.ipv6.isValid()) {
            hdr.udp.checksum = feedback_ipv6_checksum.update({
                hdr.ipv6.src_addr, hdr.ipv6.dst_addr, 16w0, hdr.udp.length_bytes, 24w0,
                hdr.ipv6.next_header, FEEDBACK_CHECKSUM_FIELDS });
        }
        packet.emit(hdr.packet_in);
        packet.emit(hdr.ethernet);
        packet.emit(hdr.outer_tag);
        packet.emit(hdr.inner_tag);
#ifdef WEIR_ABC
        packet.emit(hdr.activity);
#endif
        packet.emit(hdr.ether_type);
        packet.emit(hdr.telemetry);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv6);
        packet.emit(hdr.tcp);
        packet.emit(hdr.udp);
        packet.emit(hdr.feedback);
        packet.emit(hdr.feedback_report);
    }
}

#endif
