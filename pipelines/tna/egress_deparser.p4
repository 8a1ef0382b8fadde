// SPDX-License-Identifier: Apache-2.0

#ifndef WEIR_EGRESS_DEPARSER_P4
#define WEIR_EGRESS_DEPARSER_P4

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
                meta.copy_kind, 0, hdr.bridge.class_id, 0, eg_intr_md.egress_port,
                meta.depth_packets, meta.threshold_packets, hdr.bridge.target_rate_kbps,
                hdr.bridge.window_bytes, meta.now_us, meta.sequence });
        } else if (eg_dprsr_md.mirror_type == MIRROR_TELEMETRY) {
            telemetry_mirror.emit<telemetry_copy_h>(meta.copy_session, {
                meta.copy_kind, 0, hdr.bridge.class_id, 0, eg_intr_md.egress_port,
                meta.depth_packets, meta.max_depth_packets, meta.delay_us,
                hdr.bridge.window_bytes, meta.now_us });
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
        packet.emit(hdr.telemetry);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv6);
        packet.emit(hdr.udp);
        packet.emit(hdr.feedback);
    }
}

#endif
