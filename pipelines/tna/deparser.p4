// SPDX-License-Identifier: Apache-2.0

// Writes the valid headers of a packet in front of its payload at the end of ingress, and updates the IPv4 checksum.

#ifndef WEIR_DEPARSER_P4
#define WEIR_DEPARSER_P4

control WeirDeparser(packet_out packet,
                     inout headers_t hdr,
                     in metadata_t meta,
                     in ingress_intrinsic_metadata_for_deparser_t ig_dprsr_md) {
    Checksum() ipv4_checksum;

    apply {
        if (hdr.ipv4.isValid()) {
            hdr.ipv4.checksum = ipv4_checksum.update({ IPV4_CHECKSUM_FIELDS, meta.ipv4_residual });
        }
        packet.emit(hdr.bridge);
        packet.emit(hdr.ethernet);
        packet.emit(hdr.outer_tag);
        packet.emit(hdr.inner_tag);
        packet.emit(hdr.ether_type);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv6);
        packet.emit(hdr.tcp);
        packet.emit(hdr.udp);
        packet.emit(hdr.icmp);
        packet.emit(hdr.feedback);
    }
}

#endif
