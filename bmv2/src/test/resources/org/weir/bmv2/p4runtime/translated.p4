// SPDX-License-Identifier: Apache-2.0
// Values that clients see otherwise than the data plane does. The two files beside it are what p4c-bm2-ss made of it.
#include <core.p4>
#include <v1model.p4>

@p4runtime_translation("weir.org/PortName_t", string) type bit<9> port_name_t;
@p4runtime_translation("weir.org/PortNumber_t", 32) type bit<9> port_number_t;
@p4runtime_translation("weir.org/Vrf_t", string) type bit<4> vrf_t;
@p4runtime_translation("weir.org/Tag_t", bit<32>) type bit<12> tag_t;
type bit<8> kind_t;
enum bit<8> colour_t { RED = 1, BLUE = 2 }
enum side_t { LEFT, RIGHT }

@controller_header("packet_in")
header packet_in_t { port_number_t ingress_port; bit<7> _pad; }
@controller_header("packet_out")
header packet_out_t { port_number_t egress_port; bit<7> _pad; }
header ethernet_t { bit<48> dst_addr; bit<48> src_addr; bit<16> ether_type; }
struct headers_t { packet_in_t packet_in; packet_out_t packet_out; ethernet_t ethernet; }
struct meta_t { vrf_t vrf; tag_t tag; port_name_t port; kind_t kind; colour_t colour; side_t side; }
struct learn_t { vrf_t vrf; tag_t tag; colour_t colour; side_t side; bool is_known; error parser_error; }

parser P(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata_t s) {
    state start { transition select(s.ingress_port) { 255: out_; default: eth; } }
    state out_ { p.extract(h.packet_out); transition eth; }
    state eth { p.extract(h.ethernet); transition accept; }
}
control V(inout headers_t h, inout meta_t m) { apply {} }
control I(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    register<vrf_t>(2) vrfs;
    register<tag_t>(2) tags;
    register<kind_t>(2) kinds;
    register<colour_t>(2) colours;
    action classify(vrf_t vrf, tag_t tag, colour_t colour) { m.vrf = vrf; m.tag = tag; m.colour = colour; m.side = side_t.RIGHT; }
    action send(port_name_t port) { s.egress_spec = (bit<9>) port; }
    action punt() { s.egress_spec = 255; }
    table classes {
        key = { m.port: exact; h.ethernet.ether_type: exact; }
        actions = { classify; NoAction; }
        default_action = NoAction;
    }
    table tagged {
        key = { m.vrf: optional; m.tag: ternary; m.colour: exact; }
        actions = { send; punt; NoAction; }
        default_action = NoAction;
    }
    table prefixes {
        key = { m.tag: lpm; }
        actions = { send; NoAction; }
        default_action = NoAction;
    }
    apply {
        if (h.packet_out.isValid()) {
            s.egress_spec = (bit<9>) h.packet_out.egress_port;
            h.packet_out.setInvalid();
        } else {
            m.port = (port_name_t) s.ingress_port;
            classes.apply();
            prefixes.apply();
            tagged.apply();
            vrfs.write(0, m.vrf);
            tags.write(0, m.tag);
            kinds.write(0, m.kind);
            colours.write(0, m.colour);
            if (h.ethernet.ether_type == 0x0806) {
                digest<learn_t>(1, { m.vrf, m.tag, m.colour, m.side, h.ethernet.dst_addr == 0, s.parser_error });
            }
        }
    }
}
control E(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    apply {
        if (s.egress_port == 255) { h.packet_in.setValid(); h.packet_in.ingress_port = (port_number_t) s.ingress_port; h.packet_in._pad = 0; }
    }
}
control C(inout headers_t h, inout meta_t m) { apply {} }
control D(packet_out p, in headers_t h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
