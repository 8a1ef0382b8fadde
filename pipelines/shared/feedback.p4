// SPDX-License-Identifier: Apache-2.0

// Turns the clone of a packet that found its queue over the marking threshold into the feedback packet to its sender:
// swaps addresses and ports, sets ECN to 11b, and adds the shim (docs/feedback-packet.md). Code of the platform fills
// in the measured values, recirculates the packet, and cuts off the rest of the payload. The packet is routed like any
// other, at a higher priority than data.

#ifndef WEIR_FEEDBACK_P4
#define WEIR_FEEDBACK_P4

control Feedback(inout headers_t hdr) {
    action swap_ethernet() {
        mac_address_t sender = hdr.ethernet.src_addr;
        hdr.ethernet.src_addr = hdr.ethernet.dst_addr;
        hdr.ethernet.dst_addr = sender;
    }

    action swap_ipv4() {
        ipv4_address_t sender = hdr.ipv4.src_addr;
        hdr.feedback.protocol = hdr.ipv4.protocol;
        hdr.ipv4.src_addr = hdr.ipv4.dst_addr;
        hdr.ipv4.dst_addr = sender;
        hdr.ipv4.ihl = 5;
        hdr.ipv4.dscp = FEEDBACK_DSCP;
        hdr.ipv4.ecn = ECN_CE;
        hdr.ipv4.total_length = FEEDBACK_IPV4_BYTES;
        hdr.ipv4.identification = 0;
        hdr.ipv4.flags = 2;
        hdr.ipv4.fragment_offset = 0;
        hdr.ipv4.ttl = FEEDBACK_TTL;
        hdr.ipv4.protocol = PROTOCOL_UDP;
    }

    action swap_ipv6() {
        ipv6_address_t sender = hdr.ipv6.src_addr;
        hdr.feedback.protocol = hdr.ipv6.next_header;
        hdr.ipv6.src_addr = hdr.ipv6.dst_addr;
        hdr.ipv6.dst_addr = sender;
        hdr.ipv6.dscp = FEEDBACK_DSCP;
        hdr.ipv6.ecn = ECN_CE;
        hdr.ipv6.flow_label = 0;
        hdr.ipv6.payload_length = FEEDBACK_UDP_BYTES;
        hdr.ipv6.next_header = PROTOCOL_UDP;
        hdr.ipv6.hop_limit = FEEDBACK_TTL;
    }

    // A feedback packet is UDP whatever the flow is. For a flow without ports (ICMP, later fragments) both are 0.
    action make_udp(bit<16> src_port, bit<16> dst_port) {
        hdr.tcp.setInvalid();
        hdr.icmp.setInvalid();
        hdr.udp.setValid();
        hdr.udp.src_port = src_port;
        hdr.udp.dst_port = dst_port;
        hdr.udp.length_bytes = FEEDBACK_UDP_BYTES;
        hdr.udp.checksum = 0;
    }

    action fill_shim() {
        hdr.feedback.magic = FEEDBACK_MAGIC;
        hdr.feedback.version = FEEDBACK_VERSION;
        hdr.feedback.reserved = 0;
    }

    apply {
        hdr.feedback.setValid();
        swap_ethernet();
        if (hdr.ipv4.isValid()) {
            swap_ipv4();
        } else {
            swap_ipv6();
        }
        // The ports are read from the headers, because a clone does not keep the parser's metadata.
        if (hdr.udp.isValid()) {
            make_udp(hdr.udp.dst_port, hdr.udp.src_port);
        } else if (hdr.tcp.isValid()) {
            make_udp(hdr.tcp.dst_port, hdr.tcp.src_port);
        } else {
            make_udp(0, 0);
        }
        fill_shim();
    }
}

#endif
