// SPDX-License-Identifier: Apache-2.0

// Adds the bridge header, which carries ingress metadata to egress, and fills the fields that are known from the
// start. queue_settings.p4 and virtual_queue.p4 fill the others.

#ifndef WEIR_BRIDGE_P4
#define WEIR_BRIDGE_P4

control Bridge(inout headers_t hdr,
               inout metadata_t meta,
               in ingress_intrinsic_metadata_t ig_intr_md,
               in ingress_intrinsic_metadata_from_parser_t ig_prsr_md) {
    Hash<bit<FEEDBACK_FLOW_BITS>>(HashAlgorithm_t.CRC32) ipv4_flow_hash;
    Hash<bit<FEEDBACK_FLOW_BITS>>(HashAlgorithm_t.CRC32) ipv6_flow_hash;

    apply {
        hdr.bridge.setValid();
        hdr.bridge.kind = PACKET_FROM_INGRESS;
        hdr.bridge.managed = false;
        hdr.bridge.has_virtual_queue = false;
#ifdef WEIR_ABC
        hdr.bridge.has_activity = 0;
#endif
        hdr.bridge.ingress_port = ig_intr_md.ingress_port;
        hdr.bridge.arrival_ns = ig_prsr_md.global_tstamp[31:0];
        if (hdr.ipv4.isValid()) {
            hdr.bridge.flow_slot = ipv4_flow_hash.get({
                hdr.ipv4.src_addr, hdr.ipv4.dst_addr, meta.ip_protocol,
                meta.l4_src_port, meta.l4_dst_port });
        } else {
            hdr.bridge.flow_slot = ipv6_flow_hash.get({
                hdr.ipv6.src_addr, hdr.ipv6.dst_addr, meta.ip_protocol,
                meta.l4_src_port, meta.l4_dst_port });
        }
    }
}

#endif
