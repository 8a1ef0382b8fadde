// SPDX-License-Identifier: Apache-2.0
// The first byte of a frame asks for copies of it. Each frame that leaves carries what v1model says of it.

#include <core.p4>
#include <v1model.p4>

header order_t {
    bit<8> kind;
    bit<8> note;
}

header trace_t {
    bit<8> instance_type; bit<16> ingress_port; bit<16> egress_port; bit<16> egress_rid; bit<16> packet_length;
    bit<8> kept; bit<8> lost; bit<8> passes;
}

struct headers_t {
    trace_t trace;
    order_t order;
}

struct metadata_t {
    @field_list(1)
    bit<8> kept;
    bit<8> lost;
    @field_list(1, 2)
    bit<8> passes;
}

struct digest_t {
    bit<8> note;
    bit<9> port;
    bit<128> wide;
}

parser TestParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.order);
        transition accept;
    }
}

control NoChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control TestIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply {
        standard.egress_spec = 1;
        meta.passes = meta.passes + 1;
        if (hdr.order.kind == 1) {
            meta.kept = 11;
            meta.lost = 12;
            clone_preserving_field_list(CloneType.I2E, 5, 1);
            hdr.order.note = 99;
            meta.kept = 13;
        } else if (hdr.order.kind == 3 && meta.passes < 3) {
            resubmit_preserving_field_list(2);
            hdr.order.note = 99;
        } else if (hdr.order.kind == 5) {
            standard.mcast_grp = 7;
        } else if (hdr.order.kind == 6) {
            digest(1, (digest_t) { hdr.order.note, standard.ingress_port, 0x123456789abcdef00112233445566778 });
        } else if (hdr.order.kind == 8) {
            mark_to_drop(standard);
        } else if (hdr.order.kind == 9) {
            standard.egress_spec = 200;
        } else if (hdr.order.kind == 10) {
            mark_to_drop(standard);
            exit;
        }
        if (hdr.order.kind == 10) {
            standard.egress_spec = 2;
        }
    }
}

control TestEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply {
        if (hdr.order.kind == 2 && standard.instance_type == 0) {
            meta.kept = 21;
            meta.lost = 22;
            hdr.order.note = 98;
            clone_preserving_field_list(CloneType.E2E, 6, 1);
        }
        if (hdr.order.kind == 4 && meta.passes < 3) {
            recirculate_preserving_field_list(2);
            hdr.order.note = hdr.order.note + 1;
        } else if (hdr.order.kind == 7) {
            truncate(16);
        } else if (hdr.order.kind == 11) {
            mark_to_drop(standard);
        }
        if (!(hdr.order.kind == 4 && meta.passes < 3)) {
            hdr.trace.setValid();
            hdr.trace.instance_type = (bit<8>) standard.instance_type;
            hdr.trace.ingress_port = (bit<16>) standard.ingress_port;
            hdr.trace.egress_port = (bit<16>) standard.egress_port;
            hdr.trace.egress_rid = standard.egress_rid;
            hdr.trace.packet_length = (bit<16>) standard.packet_length;
            hdr.trace.kept = meta.kept;
            hdr.trace.lost = meta.lost;
            hdr.trace.passes = meta.passes;
        }
    }
}

control TestDeparser(packet_out packet, in headers_t hdr) {
    apply { packet.emit(hdr); }
}

V1Switch(TestParser(), NoChecksum(), TestIngress(), TestEgress(), NoChecksum(), TestDeparser()) main;
