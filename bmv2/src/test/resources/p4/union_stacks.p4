// SPDX-License-Identifier: Apache-2.0
// A stack of unions: extraction, push, pop and assignment; the first byte says which.
#include <core.p4>
#include <v1model.p4>

header op_t {
    bit<8> code;
}

header short_t {
    bit<8> tag;
    bit<8> value;
}

header long_t {
    bit<8>  tag;
    bit<24> value;
}

header_union option_t {
    short_t small;
    long_t  large;
}

struct headers_t {
    op_t        op;
    option_t[3] options;
    short_t     trailer;
}

struct meta_t {
}

parser ParserOf(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.op);
        transition option;
    }
    state option {
        transition select(packet.lookahead<bit<8>>()) {
            1: small;
            2: large;
            default: accept;
        }
    }
    state small {
        packet.extract(hdr.options.next.small);
        transition option;
    }
    state large {
        packet.extract(hdr.options.next.large);
        transition option;
    }
}

control Verify(inout headers_t hdr, inout meta_t meta) {
    apply { }
}

control IngressOf(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
        if (hdr.op.code == 1) {
            hdr.options.push_front(1);
            hdr.options[0].small.setValid();
            hdr.options[0].small.tag = 1;
            hdr.options[0].small.value = 0xee;
        } else if (hdr.op.code == 2) {
            hdr.options.pop_front(1);
        } else if (hdr.op.code == 3) {
            hdr.options[2] = hdr.options[0];
        } else if (hdr.op.code == 4) {
            // The other member of the union goes.
            hdr.options[0].large.setValid();
            hdr.options[0].large.tag = 2;
            hdr.options[0].large.value = 0x010203;
        } else if (hdr.op.code == 5) {
            hdr.trailer.setValid();
            hdr.trailer.tag = 0x77;
            if (hdr.options[0].small.isValid()) {
                hdr.trailer.value = 1;
            }
            if (hdr.options[1].large.isValid()) {
                hdr.trailer.value = hdr.trailer.value + 2;
            }
        } else if (hdr.op.code == 6) {
            hdr.options.pop_front(3);
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
        packet.emit(hdr.options);
        packet.emit(hdr.trailer);
    }
}

V1Switch(ParserOf(), Verify(), IngressOf(), EgressOf(), Update(), DeparserOf()) main;
