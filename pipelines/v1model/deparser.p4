// SPDX-License-Identifier: Apache-2.0

// Writes the valid headers of a packet in front of its payload.

#ifndef WEIR_DEPARSER_P4
#define WEIR_DEPARSER_P4

control WeirDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.packet_in);
        packet.emit(hdr.ethernet);
        packet.emit(hdr.outer_tag);
        packet.emit(hdr.inner_tag);
        packet.emit(hdr.ether_type);
        packet.emit(hdr.activity);
        packet.emit(hdr.telemetry);
        packet.emit(hdr.arp);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv4_options);
        packet.emit(hdr.ipv6);
        packet.emit(hdr.tcp);
        packet.emit(hdr.udp);
        packet.emit(hdr.icmp);
        packet.emit(hdr.ndp);
        packet.emit(hdr.feedback);
        packet.emit(hdr.feedback_report);
    }
}

#endif
