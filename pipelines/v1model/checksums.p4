// SPDX-License-Identifier: Apache-2.0

// Verifies the IPv4 checksum of a packet that arrives. Computes the IPv4 checksum of every packet that leaves, and
// the checksums of feedback packets (docs/feedback-packet.md) and neighbour advertisements.

#ifndef WEIR_CHECKSUMS_P4
#define WEIR_CHECKSUMS_P4

control WeirVerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && !hdr.ipv4_options.isValid(),
            { IPV4_CHECKSUM_FIELDS }, hdr.ipv4.checksum, HashAlgorithm.csum16);
        verify_checksum(hdr.ipv4_options.isValid(),
            { IPV4_CHECKSUM_FIELDS, hdr.ipv4_options.options },
            hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

// Forwarding changes the TTL, marking changes the ECN bits. Both are in the IPv4 header only, so that the checksums of
// TCP and UDP stay valid. A feedback packet gets its UDP checksum here.
control WeirComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && !hdr.ipv4_options.isValid(),
            { IPV4_CHECKSUM_FIELDS }, hdr.ipv4.checksum, HashAlgorithm.csum16);
        update_checksum(hdr.ipv4_options.isValid(),
            { IPV4_CHECKSUM_FIELDS, hdr.ipv4_options.options },
            hdr.ipv4.checksum, HashAlgorithm.csum16);
        update_checksum(meta.feedback_made && hdr.ipv4.isValid(),
            { hdr.ipv4.src_addr, hdr.ipv4.dst_addr, 8w0, hdr.ipv4.protocol, hdr.udp.length_bytes,
              FEEDBACK_CHECKSUM_FIELDS },
            hdr.udp.checksum, HashAlgorithm.csum16);
        update_checksum(meta.feedback_made && hdr.ipv6.isValid(),
            { hdr.ipv6.src_addr, hdr.ipv6.dst_addr, 16w0, hdr.udp.length_bytes, 24w0,
              hdr.ipv6.next_header, FEEDBACK_CHECKSUM_FIELDS },
            hdr.udp.checksum, HashAlgorithm.csum16);
        update_checksum(meta.answered && hdr.ndp.isValid(),
            { hdr.ipv6.src_addr, hdr.ipv6.dst_addr, 16w0, hdr.ipv6.payload_length, 24w0,
              hdr.ipv6.next_header, hdr.icmp.type, hdr.icmp.code, hdr.ndp.flags, hdr.ndp.target,
              hdr.ndp.option_type, hdr.ndp.option_length, hdr.ndp.mac },
            hdr.icmp.checksum, HashAlgorithm.csum16);
    }
}

#endif
