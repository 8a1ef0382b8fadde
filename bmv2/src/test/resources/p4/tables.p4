// SPDX-License-Identifier: Apache-2.0
// A table of each match kind, one after the other, and one of all kinds at once. What each found comes back by port 1.

#include <core.p4>
#include <v1model.p4>

header key_t {
    bit<8> small;
    bit<16> number;
    bit<32> address;
    bit<128> wide;
}

header found_t {
    bit<16> by_exact; bit<16> by_lpm; bit<16> by_wide_lpm; bit<16> by_ternary; bit<16> by_range; bit<16> by_optional;
    bit<16> by_all; bit<16> by_const;
}

struct headers_t {
    key_t key;
    found_t found;
}

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

#define TABLE(NAME, FIELD, KIND) \
    direct_counter(CounterType.packets_and_bytes) hits_##NAME; \
    action found_##NAME(bit<16> value) { hdr.found.NAME = value; } \
    table t_##NAME { \
        key = { FIELD: KIND; } \
        actions = { found_##NAME; NoAction; } \
        default_action = NoAction(); \
        counters = hits_##NAME; \
        size = 4096; \
    }

control TestIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    TABLE(by_exact, hdr.key.wide, exact)
    TABLE(by_lpm, hdr.key.address, lpm)
    TABLE(by_wide_lpm, hdr.key.wide, lpm)
    TABLE(by_ternary, hdr.key.wide, ternary)
    TABLE(by_range, hdr.key.number, range)
    TABLE(by_optional, hdr.key.small, optional)

    action found_all(bit<16> value) {
        hdr.found.by_all = value;
    }

    table t_all {
        key = {
            hdr.key.small: exact;
            hdr.key.address: lpm;
            hdr.key.number: range;
            hdr.key.wide: ternary;
        }
        actions = { found_all; NoAction; }
        size = 16;
    }

    action found_const(bit<16> value) {
        hdr.found.by_const = value;
    }

    table t_const {
        key = { hdr.key.small: ternary; }
        actions = { found_const; }
        const default_action = found_const(99);
        const entries = {
            0x10 &&& 0xf0: found_const(1);
            0x11: found_const(2);
            0x21: found_const(3);
            0x20 &&& 0xf0: found_const(4);
        }
    }

    apply {
        hdr.found.setValid();
        t_by_exact.apply();
        t_by_lpm.apply();
        t_by_wide_lpm.apply();
        t_by_ternary.apply();
        t_by_range.apply();
        t_by_optional.apply();
        t_all.apply();
        t_const.apply();
        standard.egress_spec = 1;
    }
}

control TestEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply { }
}

control TestDeparser(packet_out packet, in headers_t hdr) {
    apply { packet.emit(hdr); }
}

V1Switch(TestParser(), NoChecksum(), TestIngress(), TestEgress(), NoChecksum(), TestDeparser()) main;
