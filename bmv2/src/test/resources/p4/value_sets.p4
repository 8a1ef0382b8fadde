// SPDX-License-Identifier: Apache-2.0
// Value sets of one field and of two; the frame comes back by port 1 with the number of the state it went through.
#include <core.p4>
#include <v1model.p4>

header key_t {
    bit<8>  found;
    bit<12> kind;
    bit<4>  flavour;
    bit<72> wide;
}

struct headers_t {
    key_t key;
}

struct meta_t {
}

struct pair_t {
    bit<12> kind;
    bit<4>  flavour;
}

parser ParserOf(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    value_set<bit<72>>(2) wides;
    value_set<pair_t>(4) pairs;

    state start {
        packet.extract(hdr.key);
        transition select(hdr.key.wide) {
            wides: wide;
            default: narrow;
        }
    }
    state wide {
        hdr.key.found = 1;
        transition accept;
    }
    state narrow {
        transition select(hdr.key.kind, hdr.key.flavour) {
            pairs: pair;
            (0xfff, _): special;
            default: accept;
        }
    }
    state pair {
        hdr.key.found = 2;
        transition accept;
    }
    state special {
        hdr.key.found = 3;
        transition accept;
    }
}

control Verify(inout headers_t hdr, inout meta_t meta) {
    apply { }
}

control IngressOf(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    apply {
        std.egress_spec = 1;
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
        packet.emit(hdr.key);
    }
}

V1Switch(ParserOf(), Verify(), IngressOf(), EgressOf(), Update(), DeparserOf()) main;
