// SPDX-License-Identifier: Apache-2.0

// Longest-prefix routing with ECMP (docs/fabric.md). A group's buckets are entries of a table and not members of an
// action selector: the controller moves a bucket away from a failed link by changing one entry, and
// unequal shares need no repeated members.
//
// There is room for half of v1model's IPv6 routes, because each takes three TCAM entries.
//
// The route tables share stages with the access list, whose result takes precedence.

#ifndef WEIR_FORWARDING_P4
#define WEIR_FORWARDING_P4

control Forwarding(inout headers_t hdr,
                   inout metadata_t meta,
                   in ingress_intrinsic_metadata_t ig_intr_md,
                   inout ingress_intrinsic_metadata_for_deparser_t ig_dprsr_md) {
    // By ingress port: packets without a route, and packets whose hop count ran out.
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) unrouted;
    Counter<bit<64>, PortId_t>(PORT_COUNT, CounterType_t.PACKETS_AND_BYTES) expired;

    Hash<bit<ECMP_BUCKET_BITS>>(HashAlgorithm_t.CRC16) ipv4_hash;
    Hash<bit<ECMP_BUCKET_BITS>>(HashAlgorithm_t.CRC16) ipv6_hash;

    action set_output(bit<9> port) {
        meta.next_port = port;
        meta.routed = true;
    }

    action set_group(bit<16> group_id) {
        meta.group_id = group_id;
    }

    action drop() {
        meta.routed = false;
    }

    table ipv4_routes {
        key = {
            hdr.ipv4.dst_addr: lpm;
        }
        actions = {
            set_output;
            set_group;
            drop;
        }
        const default_action = drop();
        size = 8192;
    }

    table ipv6_routes {
        key = {
            hdr.ipv6.dst_addr: lpm;
        }
        actions = {
            set_output;
            set_group;
            drop;
        }
        const default_action = drop();
        size = 4096;
    }

    table next_hops {
        key = {
            meta.group_id: exact;
            meta.bucket: exact;
        }
        actions = {
            set_output;
            drop;
        }
        const default_action = drop();
        size = 16384;
    }

    apply {
        if (hdr.ipv4.isValid()) {
            meta.bucket = ipv4_hash.get({ hdr.ipv4.src_addr, hdr.ipv4.dst_addr, meta.ip_protocol,
                                          meta.l4_src_port, meta.l4_dst_port });
            if (hdr.ipv4.ttl <= 1) {
                meta.expired = true;
            }
            ipv4_routes.apply();
        } else if (hdr.ipv6.isValid()) {
            meta.bucket = ipv6_hash.get({ hdr.ipv6.src_addr, hdr.ipv6.dst_addr, meta.ip_protocol,
                                          meta.l4_src_port, meta.l4_dst_port });
            if (hdr.ipv6.hop_limit <= 1) {
                meta.expired = true;
            }
            ipv6_routes.apply();
        }
        if (meta.group_id != 0) {
            next_hops.apply();
        }
        if (!meta.punted && !meta.has_output) {
            if (meta.expired) {
                expired.count(ig_intr_md.ingress_port);
                ig_dprsr_md.drop_ctl = 1;
            } else if (!meta.routed) {
                unrouted.count(ig_intr_md.ingress_port);
                ig_dprsr_md.drop_ctl = 1;
            } else {
                meta.output_port = meta.next_port;
                meta.has_output = true;
                if (hdr.ipv4.isValid()) {
                    hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
                } else {
                    hdr.ipv6.hop_limit = hdr.ipv6.hop_limit - 1;
                }
            }
        }
    }
}

#endif
