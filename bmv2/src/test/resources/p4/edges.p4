// SPDX-License-Identifier: Apache-2.0
// Corners of v1model, one per code: what the STF file next to it expects is what stock BMv2 does.
#include <core.p4>
#include <v1model.p4>

header op_t {
    bit<8>  code;
    bit<8>  passes;
    bit<16> a;
    bit<16> b;
}

header value_t {
    bit<16> v;
}

struct headers_t {
    op_t    op;
    value_t first;
    value_t second;
}

struct meta_t {
    @field_list(1)
    bit<8> passes;
}

parser ParserOf(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.op);
        transition select(hdr.op.code) {
            2 .. 3: one;
            9: two;
            default: accept;
        }
    }
    state one {
        packet.extract(hdr.first);
        transition accept;
    }
    state two {
        packet.extract(hdr.first);
        packet.extract(hdr.second);
        transition accept;
    }
}

control Verify(inout headers_t hdr, inout meta_t meta) {
    apply { }
}

control IngressOf(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    action set_a(bit<16> value) {
        hdr.op.a = value;
    }
    table by_second {
        key = { hdr.second.v: exact; }
        actions = { set_a; }
        default_action = set_a(0xffff);
        const entries = {
            0: set_a(1);
            7: set_a(2);
        }
    }
    table by_first {
        key = { hdr.first.v: ternary; }
        actions = { set_a; }
        default_action = set_a(0xffff);
        const entries = {
            0: set_a(0xaaaa);
            0x1234: set_a(0xbbbb);
        }
    }

    apply {
        std.egress_spec = 2;
        hdr.op.passes = meta.passes;
        if (hdr.op.code == 1) {
            // The copies of a truncated packet are whole.
            truncate(8);
            std.mcast_grp = 1;
        } else if (hdr.op.code == 2) {
            // The fields of a header outlive it.
            hdr.first.setInvalid();
            hdr.op.a = hdr.first.v;
        } else if (hdr.op.code == 3) {
            // Keys do not see what is in headers that are not valid.
            hdr.first.setInvalid();
            hdr.second.v = 7;
            by_second.apply();
            hdr.op.b = hdr.op.a;
            by_first.apply();
        } else if (hdr.op.code == 4) {
            // The shortest length counts.
            truncate(10);
            truncate(20);
        } else if (hdr.op.code == 5) {
            // Bounds the wrong way round: the field stays as it is.
            random(hdr.op.a, 5, 3);
            random(hdr.op.b, 9, 9);
        } else if (hdr.op.code == 9) {
            hdr.op.a = hdr.first == hdr.second ? 16w1 : 16w0;
            hdr.op.b = hdr.op.a;
            hdr.first.setInvalid();
            if (hdr.first == hdr.second) {
                hdr.op.b = hdr.op.b + 0x10;
            }
            hdr.second.setInvalid();
            if (hdr.first == hdr.second) {
                hdr.op.b = hdr.op.b + 0x100;
            }
        } else if (hdr.op.code == 10) {
            // Shifts as wide as the field and wider.
            hdr.op.a = hdr.op.a << (bit<8>) hdr.op.b;
            hdr.op.b = 16w0x8000 >> (bit<8>) hdr.op.b;
        } else if (hdr.op.code == 11) {
            std.egress_spec = 511;
        }
    }
}

control EgressOf(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    apply {
        if (hdr.op.code == 7 && hdr.op.passes == 0) {
            // Recirculation discards the truncation.
            truncate(6);
            meta.passes = 1;
            recirculate_preserving_field_list(1);
        } else if (hdr.op.code == 12) {
            hdr.op.a = (bit<16>) std.packet_length;
            hdr.second.setValid();
            hdr.op.b = (bit<16>) std.egress_spec;
        }
    }
}

control Update(inout headers_t hdr, inout meta_t meta) {
    apply {
        update_checksum_with_payload(
            hdr.op.code == 8, { hdr.op.code, hdr.op.passes, hdr.op.a, hdr.first.v }, hdr.op.b,
            HashAlgorithm.csum16);
    }
}

control DeparserOf(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.op);
        packet.emit(hdr.first);
        packet.emit(hdr.second);
    }
}

V1Switch(ParserOf(), Verify(), IngressOf(), EgressOf(), Update(), DeparserOf()) main;
