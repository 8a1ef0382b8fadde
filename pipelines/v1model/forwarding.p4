// SPDX-License-Identifier: Apache-2.0

// Longest-prefix routing with ECMP (docs/fabric.md). A group's buckets are entries of a table and not members of an
// action selector: the controller moves a bucket away from a failed link by changing one entry, and
// unequal shares need no repeated members.

#ifndef WEIR_FORWARDING_P4
#define WEIR_FORWARDING_P4

// The last of IPv4's flags, of a fragment that is not the last of its datagram.
const bit<1> MORE_FRAGMENTS = 1;

control Forwarding(inout headers_t hdr,
                   inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    // By ingress port: packets without a route, and packets whose hop count ran out.
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) unrouted;
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) expired;

    bool routed = false;

    action set_output(bit<9> port) {
        standard_metadata.egress_spec = port;
        meta.output_port = port;
        routed = true;
    }

    // fast_reroute.p4 uses the alternate while the port is down.
    action set_protected_output(bit<9> port, bit<9> alternate) {
        standard_metadata.egress_spec = port;
        meta.output_port = port;
        meta.alternate_port = alternate;
        routed = true;
    }

    action set_group(bit<16> group_id) {
        meta.group_id = group_id;
    }

    action drop() {
        routed = false;
    }

    table ipv4_routes {
        key = {
            hdr.ipv4.dst_addr: lpm;
        }
        actions = {
            set_output;
            set_protected_output;
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
            set_protected_output;
            set_group;
            drop;
        }
        const default_action = drop();
        size = 8192;
    }

    table next_hops {
        key = {
            meta.group_id: exact;
            meta.bucket: exact;
        }
        actions = {
            set_output;
            set_protected_output;
            drop;
        }
        const default_action = drop();
        size = 16384;
    }

    apply {
        if (hdr.ipv4.isValid()) {
            bit<16> src_port = meta.l4_src_port;
            bit<16> dst_port = meta.l4_dst_port;
            // The first fragment of a datagram takes the path of the others, which have no ports.
            if (hdr.ipv4.flags[0:0] == MORE_FRAGMENTS) {
                src_port = 0;
                dst_port = 0;
            }
            hash(meta.bucket, HashAlgorithm.crc16, 16w0,
                { hdr.ipv4.src_addr, hdr.ipv4.dst_addr, meta.ip_protocol, src_port, dst_port },
                ECMP_BUCKET_COUNT);
            if (hdr.ipv4.ttl <= 1) {
                expired.count((bit<32>) standard_metadata.ingress_port);
                mark_to_drop(standard_metadata);
                return;
            }
            hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
            ipv4_routes.apply();
        } else if (hdr.ipv6.isValid()) {
            hash(meta.bucket, HashAlgorithm.crc16, 16w0,
                { hdr.ipv6.src_addr, hdr.ipv6.dst_addr, meta.ip_protocol,
                  meta.l4_src_port, meta.l4_dst_port }, ECMP_BUCKET_COUNT);
            if (hdr.ipv6.hop_limit <= 1) {
                expired.count((bit<32>) standard_metadata.ingress_port);
                mark_to_drop(standard_metadata);
                return;
            }
            hdr.ipv6.hop_limit = hdr.ipv6.hop_limit - 1;
            ipv6_routes.apply();
        }
        if (meta.group_id != 0) {
            next_hops.apply();
        }
        if (!routed) {
            unrouted.count((bit<32>) standard_metadata.ingress_port);
            mark_to_drop(standard_metadata);
            meta.output_port = 0;
        }
    }
}

#endif
