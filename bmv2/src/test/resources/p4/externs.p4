// SPDX-License-Identifier: Apache-2.0
// Externs of the program's own: an object with state, and functions of narrow, wide and signed arguments.
#include <core.p4>
#include <v1model.p4>

extern Total {
    Total(bit<32> start);
    void add(in bit<32> value, out bit<32> total);
}

extern void invert(inout bit<72> wide, in int<16> signed_value, in bool apply_it, out int<12> halved);

header op_t {
    bit<8>  code;
    bit<32> value;
    bit<32> total;
    bit<72> wide;
    int<16> signed_value;
    int<12> halved;
    bit<4>  unused;
}

struct headers_t {
    op_t op;
}

struct meta_t {
}

parser ParserOf(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.op);
        transition accept;
    }
}

control Verify(inout headers_t hdr, inout meta_t meta) {
    apply { }
}

control IngressOf(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    Total(7) sevens;
    Total(0) zeros;

    apply {
        std.egress_spec = 2;
        if (hdr.op.code == 0) {
            sevens.add(hdr.op.value + 1, hdr.op.total);
        } else if (hdr.op.code == 1) {
            zeros.add(hdr.op.value, hdr.op.total);
        } else if (hdr.op.code == 4) {
            invert(hdr.op.wide, 5, true, hdr.op.halved);
        } else {
            invert(hdr.op.wide, hdr.op.signed_value, hdr.op.code == 3, hdr.op.halved);
            if (hdr.op.halved < 0) {
                hdr.op.unused = 9;
            }
        }
    }
}

control EgressOf(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    apply { }
}

control Update(inout headers_t hdr, inout meta_t meta) {
    apply { }
}

control DeparserOf(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.op);
    }
}

V1Switch(ParserOf(), Verify(), IngressOf(), EgressOf(), Update(), DeparserOf()) main;
