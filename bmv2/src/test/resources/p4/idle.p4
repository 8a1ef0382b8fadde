// SPDX-License-Identifier: Apache-2.0
// A table whose entries can have an idle timeout and have direct counters; frames come back by the port it says.
#include <core.p4>
#include <v1model.p4>

header key_t {
    bit<8> value;
}

struct headers_t {
    key_t key;
}

struct meta_t {
}

parser ParserOf(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    state start {
        packet.extract(hdr.key);
        transition accept;
    }
}

control Verify(inout headers_t hdr, inout meta_t meta) {
    apply { }
}

control IngressOf(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {
    direct_counter(CounterType.packets_and_bytes) seen;

    action send(bit<9> port) {
        std.egress_spec = port;
        seen.count();
    }
    action drop() {
        mark_to_drop(std);
        seen.count();
    }
    table flows {
        key = { hdr.key.value: exact; }
        actions = { send; drop; }
        default_action = drop();
        counters = seen;
        support_timeout = true;
    }

    apply {
        flows.apply();
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
