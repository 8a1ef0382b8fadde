// SPDX-License-Identifier: Apache-2.0
// The data plane of a learning switch: a minimal program.

#include <core.p4>
#include <v1model.p4>

header ethernet_t {
    bit<48> dst_mac;
    bit<48> src_mac;
    bit<16> ether_type;
}

struct headers_t {
    ethernet_t ethernet;
}

struct metadata_t { }

struct learn_t {
    bit<48> src_mac;
    bit<9> port;
}

parser L2Parser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.ethernet);
        transition accept;
    }
}

control NoChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control L2Ingress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    action learn() {
        digest(1, (learn_t) { hdr.ethernet.src_mac, standard.ingress_port });
    }
    table sources {
        key = {
            hdr.ethernet.src_mac: exact;
            standard.ingress_port: exact;
        }
        actions = { learn; NoAction; }
        default_action = learn();
        size = 4096;
    }
    action forward(bit<9> port) {
        standard.egress_spec = port;
    }
    action flood() {
        standard.mcast_grp = 1;
    }
    table destinations {
        key = {
            hdr.ethernet.dst_mac: exact;
        }
        actions = { forward; flood; }
        default_action = flood();
        size = 4096;
    }
    apply {
        sources.apply();
        destinations.apply();
    }
}

control L2Egress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply { }
}

control L2Deparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

V1Switch(L2Parser(), NoChecksum(), L2Ingress(), L2Egress(), NoChecksum(), L2Deparser()) main;
