// SPDX-License-Identifier: Apache-2.0
// Numbers of more than 64 bits, signed ones above all, one operation per code.
#include <core.p4>
#include <v1model.p4>

header op_t {
    bit<8>   code;
    int<128> a;
    int<128> b;
    bit<128> u;
    int<72>  narrow;
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
    apply {
        std.egress_spec = 2;
        if (hdr.op.code == 0) {
            hdr.op.a = hdr.op.a + hdr.op.b;
        } else if (hdr.op.code == 1) {
            hdr.op.a = hdr.op.a - hdr.op.b;
        } else if (hdr.op.code == 2) {
            hdr.op.a = hdr.op.a |+| hdr.op.b;
        } else if (hdr.op.code == 3) {
            hdr.op.a = hdr.op.a |-| hdr.op.b;
        } else if (hdr.op.code == 4) {
            // Sign-extended from 72 bits to 128, and cut again.
            hdr.op.a = (int<128>) hdr.op.narrow;
            hdr.op.narrow = (int<72>) hdr.op.b;
        } else if (hdr.op.code == 5) {
            hdr.op.a = hdr.op.a >> 70;
            hdr.op.b = hdr.op.b >> (bit<8>) hdr.op.u;
        } else if (hdr.op.code == 6) {
            hdr.op.a = hdr.op.a << 65;
            hdr.op.b = hdr.op.b << (bit<8>) hdr.op.u;
        } else if (hdr.op.code == 7) {
            if (hdr.op.a < hdr.op.b) {
                hdr.op.u = 1;
            } else if (hdr.op.a == hdr.op.b) {
                hdr.op.u = 2;
            } else {
                hdr.op.u = 3;
            }
            if (hdr.op.narrow < 0) {
                hdr.op.u = hdr.op.u + 0x10;
            }
        } else if (hdr.op.code == 8) {
            hdr.op.a = -hdr.op.a;
            hdr.op.b = ~hdr.op.b;
        } else if (hdr.op.code == 9) {
            hdr.op.a = hdr.op.a & hdr.op.b;
            hdr.op.b = hdr.op.b ^ (int<128>) hdr.op.narrow;
        } else if (hdr.op.code == 10) {
            hdr.op.u = hdr.op.u |+| (bit<128>) hdr.op.a;
        } else if (hdr.op.code == 11) {
            hdr.op.u = hdr.op.u |-| (bit<128>) hdr.op.a;
        } else if (hdr.op.code == 12) {
            hdr.op.u = hdr.op.u * (bit<128>) hdr.op.a;
        } else if (hdr.op.code == 13) {
            hdr.op.u[99:20] = (bit<80>) ((bit<128>) hdr.op.a)[127:48];
        } else if (hdr.op.code == 14) {
            hdr.op.narrow = hdr.op.narrow |+| (int<72>) hdr.op.a;
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
