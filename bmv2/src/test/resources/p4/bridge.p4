// SPDX-License-Identifier: Apache-2.0
// Forwards Ethernet frames by their destination, under the address of the port they leave by.
#include <core.p4>
#include <v1model.p4>

header ethernet_h {
    bit<48> dst;
    bit<48> src;
    bit<16> type;
}

struct headers_t {
    ethernet_h ethernet;
}

struct metadata_t {}

parser BridgeParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                    inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.ethernet);
        transition accept;
    }
}

control BridgeIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t std) {
    action drop() {
        mark_to_drop(std);
    }

    action forward(bit<9> port) {
        std.egress_spec = port;
    }

    table forwarding {
        key = {
            hdr.ethernet.dst: exact;
        }
        actions = {
            forward;
            drop;
        }
        const default_action = drop();
        size = 1024;
    }

    apply {
        forwarding.apply();
    }
}

control BridgeEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t std) {
    action set_source(bit<48> address) {
        hdr.ethernet.src = address;
    }

    table sources {
        key = {
            std.egress_port: exact;
        }
        actions = {
            set_source;
            NoAction;
        }
        default_action = NoAction();
    }

    apply {
        sources.apply();
    }
}

control NoChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control BridgeDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
    }
}

V1Switch(BridgeParser(), NoChecksum(), BridgeIngress(), BridgeEgress(), NoChecksum(),
         BridgeDeparser()) main;
