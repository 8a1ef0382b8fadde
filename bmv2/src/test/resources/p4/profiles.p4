// SPDX-License-Identifier: Apache-2.0
// A table whose actions come from a selector, and one whose entries name members.

#include <core.p4>
#include <v1model.p4>

header key_t { bit<8> target; bit<16> flow; }

struct headers_t { key_t key; }
struct metadata_t { }

parser TestParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.key);
        transition accept;
    }
}

control NoChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control TestIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    action_selector(HashAlgorithm.identity, 32w64, 32w16) paths;

    action send(bit<9> port) {
        standard.egress_spec = port;
    }

    table routes {
        key = { hdr.key.target: exact; hdr.key.flow: selector; }
        actions = { send; NoAction; }
        implementation = paths;
    }

    apply {
        mark_to_drop(standard);
        routes.apply();
    }
}

control TestEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply { }
}

control TestDeparser(packet_out packet, in headers_t hdr) {
    apply { packet.emit(hdr); }
}

V1Switch(TestParser(), NoChecksum(), TestIngress(), TestEgress(), NoChecksum(), TestDeparser()) main;
