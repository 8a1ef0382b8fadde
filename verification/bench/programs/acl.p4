// SPDX-License-Identifier: Apache-2.0
// A program for the comparison with stock BMv2: every kind of match, alone and with others, in tables with actions,
// with action profiles and with selectors.

#include <core.p4>
#include <v1model.p4>

header ethernet_t {
    bit<48> dst_mac;
    bit<48> src_mac;
    bit<16> ether_type;
}

header vlan_t {
    bit<3> pcp;
    bit<1> dei;
    bit<12> vid;
    bit<16> ether_type;
}

header ipv4_t {
    bit<4> version;
    bit<4> ihl;
    bit<6> dscp;
    bit<2> ecn;
    bit<16> total_length;
    bit<16> identification;
    bit<3> flags;
    bit<13> fragment_offset;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> checksum;
    bit<32> src_addr;
    bit<32> dst_addr;
}

header ipv6_t {
    bit<4> version;
    bit<6> dscp;
    bit<2> ecn;
    bit<20> flow_label;
    bit<16> payload_length;
    bit<8> next_header;
    bit<8> hop_limit;
    bit<128> src_addr6;
    bit<128> dst_addr6;
}

header ports_t {
    bit<16> src_port;
    bit<16> dst_port;
}

struct headers_t {
    ethernet_t ethernet;
    vlan_t vlan;
    ipv4_t ipv4;
    ipv6_t ipv6;
    ports_t ports;
}

struct metadata_t {
    bit<8> protocol;
    bit<16> src_port;
    bit<16> dst_port;
    bit<12> domain;
    bit<16> traffic_class;
    bit<1> denied;
    bit<7> odd;
}

parser AclParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            0x8100 &&& 0xefff: parse_vlan;
            0x0800: parse_ipv4;
            0x86dd: parse_ipv6;
            default: accept;
        }
    }
    state parse_vlan {
        packet.extract(hdr.vlan);
        transition select(hdr.vlan.ether_type, hdr.vlan.vid) {
            (0x0800, 0 .. 3000): parse_ipv4;
            (0x86dd, _): parse_ipv6;
            default: accept;
        }
    }
    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        meta.protocol = hdr.ipv4.protocol;
        transition select(hdr.ipv4.ihl, hdr.ipv4.protocol) {
            (5, 6): parse_ports;
            (5, 17): parse_ports;
            default: accept;
        }
    }
    state parse_ipv6 {
        packet.extract(hdr.ipv6);
        meta.protocol = hdr.ipv6.next_header;
        transition select(hdr.ipv6.next_header) {
            6 &&& 0xee: parse_ports;
            default: accept;
        }
    }
    state parse_ports {
        packet.extract(hdr.ports);
        meta.src_port = hdr.ports.src_port;
        meta.dst_port = hdr.ports.dst_port;
        transition accept;
    }
}

control Verify(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control AclIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    direct_counter(CounterType.packets_and_bytes) acl_hits;
    direct_counter(CounterType.packets) route_hits;
    direct_counter(CounterType.bytes) domain_hits;
    counter(64, CounterType.packets_and_bytes) classes;
    action_selector(HashAlgorithm.crc16, 64, 14) next_hops;
    action_profile(64) host_actions;

    action set_domain(bit<12> domain) {
        meta.domain = domain;
        domain_hits.count();
    }
    action drop() {
        mark_to_drop(standard);
    }
    action deny() {
        meta.denied = 1;
        mark_to_drop(standard);
    }
    action set_class(bit<16> traffic_class, bit<7> odd) {
        meta.traffic_class = meta.traffic_class + traffic_class;
        meta.odd = odd;
    }
    action redirect(bit<9> port) {
        standard.egress_spec = port;
        hdr.ethernet.src_mac[7:0] = (bit<8>) port;
    }
    action forward(bit<9> port, bit<48> mac) {
        standard.egress_spec = port;
        hdr.ethernet.src_mac = hdr.ethernet.dst_mac;
        hdr.ethernet.dst_mac = mac;
    }
    action rewrite(bit<9> port, bit<128> dst_addr6, bit<32> dst_addr) {
        meta.traffic_class = (bit<16>) (dst_addr6 >> 100);
        standard.egress_spec = port;
        hdr.ipv6.dst_addr6 = dst_addr6;
        hdr.ipv4.dst_addr = dst_addr;
    }

    table domains {
        key = {
            standard.ingress_port: exact;
            hdr.vlan.isValid(): exact;
            hdr.vlan.vid: optional;
        }
        actions = { set_domain; drop; NoAction; }
        default_action = NoAction();
        counters = domain_hits;
        size = 256;
    }
    table acl {
        key = {
            standard.ingress_port: ternary;
            hdr.ethernet.ether_type: ternary;
            hdr.ipv4.src_addr: ternary;
            hdr.ipv4.dst_addr: lpm;
            meta.protocol: optional;
            hdr.ports.src_port: range;
            hdr.ports.dst_port: range;
            hdr.ipv4.isValid(): ternary;
        }
        actions = { set_class; deny; redirect; NoAction; }
        default_action = NoAction();
        counters = acl_hits;
        size = 512;
    }
    table acl6 {
        key = {
            hdr.ipv6.src_addr6: ternary;
            hdr.ipv6.dst_addr6: ternary;
            hdr.ipv6.flow_label: range;
            meta.domain: ternary;
        }
        actions = { set_class; deny; redirect; }
        size = 512;
    }
    table routes {
        key = {
            hdr.ipv4.dst_addr: lpm;
            hdr.ipv4.src_addr: selector;
            hdr.ipv4.protocol: selector;
            meta.src_port: selector;
            meta.dst_port: selector;
        }
        actions = { forward; redirect; drop; }
        implementation = next_hops;
        counters = route_hits;
        size = 512;
    }
    table routes6 {
        key = {
            meta.domain: exact;
            hdr.ipv6.dst_addr6: lpm;
        }
        actions = { forward; rewrite; drop; }
        default_action = forward(2, 0x0a0b0c0d0e0f);
        size = 512;
    }
    table hosts {
        key = {
            hdr.ethernet.dst_mac: exact;
            meta.domain: exact;
        }
        actions = { forward; redirect; rewrite; }
        implementation = host_actions;
        size = 512;
    }
    table ranges {
        key = {
            meta.traffic_class: range;
            hdr.ipv4.dscp: range;
            hdr.ipv4.ttl: range;
        }
        actions = { set_class; NoAction; }
        default_action = set_class(3, 5);
        size = 128;
    }
    table dscp_classes {
        key = {
            hdr.ipv4.dscp: ternary;
            hdr.ipv4.ecn: exact;
        }
        actions = { set_class; deny; }
        const default_action = set_class(1, 1);
        const entries = {
            (6w0x2e, 2w0): set_class(40, 1);
            (6w0x08 &&& 6w0x38, 2w1): set_class(8, 2);
            (_, 2w3): set_class(3, 3);
            (6w0x00 &&& 6w0x01, 2w0): set_class(9, 4);
            (6w0x3f, 2w2): deny();
        }
    }
    apply {
        standard.egress_spec = 1;
        // The fields of an invalid header are undefined, so only keys may read them below.
        if (!hdr.ethernet.isValid()) {
            mark_to_drop(standard);
            return;
        }
        domains.apply();
        if (hdr.ipv4.isValid()) {
            dscp_classes.apply();
            if (routes.apply().hit) {
                hdr.ipv4.ttl = hdr.ipv4.ttl |-| 1;
            }
        } else if (hdr.ipv6.isValid()) {
            switch (routes6.apply().action_run) {
                forward: { hdr.ipv6.hop_limit = hdr.ipv6.hop_limit - 1; }
                drop: { exit; }
                default: { acl6.apply(); }
            }
        }
        if (!hosts.apply().hit) {
            ranges.apply();
        }
        acl.apply();
        classes.count((bit<32>) meta.traffic_class & 63);
    }
}

control AclEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    direct_counter(CounterType.packets_and_bytes) sent;
    action tag(bit<12> vid, bit<3> pcp) {
        hdr.vlan.setValid();
        hdr.vlan.vid = vid;
        hdr.vlan.pcp = pcp;
        hdr.vlan.dei = meta.denied;
        hdr.vlan.ether_type = hdr.ethernet.ether_type;
        hdr.ethernet.ether_type = 0x8100;
        sent.count();
    }
    action untag() {
        hdr.ethernet.ether_type = hdr.vlan.ether_type;
        hdr.vlan.setInvalid();
    }
    action drop() {
        mark_to_drop(standard);
        sent.count();
    }
    table port_vlans {
        key = {
            standard.egress_port: exact;
            meta.odd: ternary;
        }
        actions = { tag; drop; NoAction; }
        default_action = NoAction();
        counters = sent;
        size = 256;
    }
    table untagged_ports {
        key = {
            standard.egress_port: range;
        }
        actions = { untag; NoAction; }
        default_action = NoAction();
        size = 16;
    }
    apply {
        if (hdr.vlan.isValid()) {
            untagged_ports.apply();
        } else {
            port_vlans.apply();
        }
    }
}

control Update(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control AclDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.vlan);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv6);
        packet.emit(hdr.ports);
    }
}

V1Switch(AclParser(), Verify(), AclIngress(), AclEgress(), Update(), AclDeparser()) main;
