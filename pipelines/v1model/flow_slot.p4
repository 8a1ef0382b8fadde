// SPDX-License-Identifier: Apache-2.0

// The slot of a packet's flow in the registers that hold something of each flow. Flows with the same hash share one.

#ifndef WEIR_FLOW_SLOT_P4
#define WEIR_FLOW_SLOT_P4

control FlowSlot(in headers_t hdr, inout metadata_t meta) {
    action hash_ipv4_flow() {
        hash(meta.flow_slot, HashAlgorithm.crc32, 16w0,
            { hdr.ipv4.src_addr, hdr.ipv4.dst_addr, meta.ip_protocol,
              meta.l4_src_port, meta.l4_dst_port }, (bit<16>) FEEDBACK_FLOW_COUNT);
    }

    action hash_ipv6_flow() {
        hash(meta.flow_slot, HashAlgorithm.crc32, 16w0,
            { hdr.ipv6.src_addr, hdr.ipv6.dst_addr, meta.ip_protocol,
              meta.l4_src_port, meta.l4_dst_port }, (bit<16>) FEEDBACK_FLOW_COUNT);
    }

    apply {
        if (hdr.ipv4.isValid()) {
            hash_ipv4_flow();
        } else {
            hash_ipv6_flow();
        }
    }
}

#endif
