// SPDX-License-Identifier: Apache-2.0

// The state that reverse path marking (docs/aqm.md) keeps of a TCP flow. A hash of its addresses and ports selects the
// slot; a second hash, the tag, identifies the flow that has it. A flow that finds another's tag there does not take
// part, so that a collision never marks a wrong flow.

#ifndef WEIR_RPM_FLOW_P4
#define WEIR_RPM_FLOW_P4

#define RPM_FLOW_COUNT 16384

// Written by ingress only. A flow's direction is that of its data; its acknowledgements arrive here.
register<bit<32>>(RPM_FLOW_COUNT) rpm_tag;
register<bit<48>>(RPM_FLOW_COUNT) rpm_last_ack_us;
register<bit<1>>(RPM_FLOW_COUNT) rpm_classic_ecn;
register<bit<8>>(RPM_FLOW_COUNT) rpm_marked;
// Written by egress only. The sender is owed rpm_events - rpm_marked marks.
register<bit<8>>(RPM_FLOW_COUNT) rpm_events;

control RpmFlow(in headers_t hdr, in bool reverse, out bit<32> slot, out bit<32> tag) {
    bit<16> first_port;
    bit<16> second_port;

    action hash_ipv4(bit<32> first, bit<32> second) {
        hash(slot, HashAlgorithm.crc16, 32w0,
            { first, second, first_port, second_port }, (bit<32>) RPM_FLOW_COUNT);
        hash(tag, HashAlgorithm.crc32, 32w0,
            { first, second, first_port, second_port }, 33w0x100000000);
    }

    action hash_ipv6(bit<128> first, bit<128> second) {
        hash(slot, HashAlgorithm.crc16, 32w0,
            { first, second, first_port, second_port }, (bit<32>) RPM_FLOW_COUNT);
        hash(tag, HashAlgorithm.crc32, 32w0,
            { first, second, first_port, second_port }, 33w0x100000000);
    }

    apply {
        slot = 0;
        tag = 0;
        if (reverse) {
            first_port = hdr.tcp.dst_port;
            second_port = hdr.tcp.src_port;
            if (hdr.ipv4.isValid()) {
                hash_ipv4(hdr.ipv4.dst_addr, hdr.ipv4.src_addr);
            } else {
                hash_ipv6(hdr.ipv6.dst_addr, hdr.ipv6.src_addr);
            }
        } else {
            first_port = hdr.tcp.src_port;
            second_port = hdr.tcp.dst_port;
            if (hdr.ipv4.isValid()) {
                hash_ipv4(hdr.ipv4.src_addr, hdr.ipv4.dst_addr);
            } else {
                hash_ipv6(hdr.ipv6.src_addr, hdr.ipv6.dst_addr);
            }
        }
    }
}

#endif
