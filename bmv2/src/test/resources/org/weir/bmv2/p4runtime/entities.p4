// SPDX-License-Identifier: Apache-2.0
// One of each kind of entity that P4Runtime can write and read. The two files beside it are what p4c-bm2-ss made of it.
#include <core.p4>
#include <v1model.p4>

@controller_header("packet_in")
header packet_in_t { bit<9> ingress_port; bit<7> _pad; }
@controller_header("packet_out")
header packet_out_t { bit<9> egress_port; bit<7> _pad; }
header ethernet_t { bit<48> dst_addr; bit<48> src_addr; bit<16> ether_type; }
header ipv4_t {
    bit<4> version; bit<4> ihl; bit<8> dscp; bit<16> len; bit<16> id; bit<3> flags; bit<13> frag;
    bit<8> ttl; bit<8> protocol; bit<16> csum; bit<32> src_addr; bit<32> dst_addr;
}
struct headers_t { packet_in_t packet_in; packet_out_t packet_out; ethernet_t ethernet; ipv4_t ipv4; }
struct learn_t { bit<48> address; bit<9> port; }
struct meta_t { bit<16> flow; bit<2> color; }

parser P(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata_t s) {
    value_set<bit<16>>(4) marked_types;
    state start { transition select(s.ingress_port) { 255: out_; default: eth; } }
    state out_ { p.extract(h.packet_out); transition eth; }
    state eth { p.extract(h.ethernet); transition select(h.ethernet.ether_type) { 0x800: ip; marked_types: marked; default: accept; } }
    state marked { m.flow = 0x7777; transition accept; }
    state ip { p.extract(h.ipv4); transition accept; }
}
control V(inout headers_t h, inout meta_t m) { apply {} }
control I(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    direct_counter(CounterType.packets_and_bytes) acl_counter;
    direct_counter(CounterType.packets_and_bytes) l2_counter;
    direct_meter<bit<2>>(MeterType.packets) l2_meter;
    direct_meter<bit<2>>(MeterType.bytes) acl_meter;
    counter(16, CounterType.packets_and_bytes) per_port;
    counter(8, CounterType.packets) packets_only;
    meter(4, MeterType.packets) per_class;
    register<bit<32>>(8) seen;
    register<int<12>>(4) signed_values;
    action_selector(HashAlgorithm.crc16, 32w64, 32w14) ecmp;
    action set_output(bit<9> port) { s.egress_spec = port; }
    action punt() { s.egress_spec = 255; }
    action drop() { mark_to_drop(s); }
    action group_multicast(bit<16> group) { s.mcast_grp = group; }
    action mirror() { clone(CloneType.I2E, 32w5); }
    action metered(bit<9> port) { s.egress_spec = port; acl_meter.read(m.color); }
    action set_output_metered(bit<9> port) { s.egress_spec = port; l2_meter.read(m.color); }
    table acl {
        key = { s.ingress_port: ternary; h.ethernet.dst_addr: ternary; h.ethernet.ether_type: ternary; h.ethernet.src_addr: optional; m.flow: range; }
        actions = { set_output; punt; drop; group_multicast; mirror; NoAction; }
        default_action = NoAction;
        size = 32;
        counters = acl_counter;
    }
    table limits {
        key = { h.ethernet.src_addr: exact; }
        actions = { set_output; metered; NoAction; }
        meters = acl_meter;
        default_action = NoAction;
    }
    table routes {
        key = { h.ipv4.dst_addr: lpm; }
        actions = { set_output; drop; @defaultonly NoAction; }
        default_action = drop;
        size = 1024;
    }
    table l2 {
        key = { h.ethernet.dst_addr: exact; }
        actions = { set_output; set_output_metered; NoAction; }
        const default_action = NoAction;
        const entries = { 0x010000000001: set_output_metered(7); }
        counters = l2_counter;
        meters = l2_meter;
    }
    table multipath {
        key = { h.ipv4.protocol: exact; h.ipv4.src_addr: selector; }
        actions = { set_output; NoAction; }
        implementation = ecmp;
    }
    table aged {
        key = { h.ethernet.src_addr: exact; }
        actions = { set_output; NoAction; }
        default_action = NoAction;
        support_timeout = true;
    }
    table begun {
        key = { h.ethernet.dst_addr: ternary; }
        actions = { set_output; NoAction; }
        default_action = NoAction;
        entries = { 0x020000000009 &&& 0xffffffffffff: set_output(1); }
        size = 4;
    }
    table keyless { actions = { set_output; NoAction; } default_action = NoAction; }
    apply {
        if (h.packet_out.isValid()) {
            s.egress_spec = h.packet_out.egress_port;
            h.packet_out.setInvalid();
        } else {
            keyless.apply();
            l2.apply();
            if (h.ipv4.isValid()) { routes.apply(); multipath.apply(); }
            begun.apply();
            aged.apply();
            limits.apply();
            acl.apply();
            per_port.count((bit<32>) s.ingress_port);
            packets_only.count(0);
            bit<2> c; per_class.execute_meter(32w0, c);
            seen.write(0, (bit<32>) s.packet_length);
            int<12> v; signed_values.read(v, 0); signed_values.write(0, v + 1);
            if (h.ethernet.ether_type == 0x0806) { digest<learn_t>(1, { h.ethernet.src_addr, s.ingress_port }); }
        }
    }
}
control E(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    apply {
        if (s.egress_port == 255) { h.packet_in.setValid(); h.packet_in.ingress_port = s.ingress_port; h.packet_in._pad = 0; }
    }
}
control C(inout headers_t h, inout meta_t m) { apply {} }
control D(packet_out p, in headers_t h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
