// SPDX-License-Identifier: Apache-2.0
// Registers shared by both controls, counters, meters, hashes, random numbers and checksums over the payload.

#include <core.p4>
#include <v1model.p4>

register<bit<32>>(4) seen;
register<bit<128>>(4) widest;

header input_t {
    bit<8> index; bit<16> low; bit<16> high; bit<4> odd_a; bit<12> odd_b; bit<32> word;
}

header output_t {
    bit<32> seen_before; bit<32> seen_in_egress; bit<64> widest_low; bit<8> color; bit<8> direct_color;
    bit<16> random; bit<16> crc16; bit<32> crc32; bit<16> csum16; bit<16> xor16; bit<16> identity; bit<16> bounded;
    bit<16> payload_sum;
}

struct headers_t {
    output_t result;
    input_t given;
}

struct metadata_t {
    bit<2> color;
    bit<2> direct_color;
}

parser TestParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.given);
        transition accept;
    }
}

control Verify(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control Update(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum_with_payload(hdr.given.isValid(), { hdr.given.word }, hdr.result.payload_sum,
            HashAlgorithm.csum16);
    }
}

control TestIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    counter(4, CounterType.packets_and_bytes) packets;
    meter(4, MeterType.packets) limits;
    direct_meter<bit<2>>(MeterType.bytes) entry_limits;

    action marked() {
        entry_limits.read(meta.direct_color);
    }

    table metered {
        key = { hdr.given.index: exact; }
        actions = { marked; NoAction; }
        meters = entry_limits;
    }

#define FIELDS { hdr.given.odd_a, hdr.given.odd_b, hdr.given.word, hdr.given.index }

    apply {
        bit<32> index = (bit<32>) hdr.given.index;
        bit<32> value = 0xdeadbeef;
        bit<128> wide = 0;
        hdr.result.setValid();
        seen.read(value, index);
        hdr.result.seen_before = value;
        seen.write(index, value + 1);
        widest.read(wide, index);
        widest.write(index, wide + 0xffffffffffffffff);
        hdr.result.widest_low = wide[127:64];
        packets.count(index);
        limits.execute_meter(index, meta.color);
        hdr.result.color = (bit<8>) meta.color;
        metered.apply();
        hdr.result.direct_color = (bit<8>) meta.direct_color;
        random(hdr.result.random, hdr.given.low, hdr.given.high);
        hash(hdr.result.crc16, HashAlgorithm.crc16, 32w0, FIELDS, 32w0x10000);
        hash(hdr.result.crc32, HashAlgorithm.crc32, 32w0, FIELDS, 64w0x100000000);
        hash(hdr.result.csum16, HashAlgorithm.csum16, 32w0, FIELDS, 32w0x10000);
        hash(hdr.result.xor16, HashAlgorithm.xor16, 32w0, FIELDS, 32w0x10000);
        hash(hdr.result.identity, HashAlgorithm.identity, 32w0, { hdr.given.odd_a, hdr.given.odd_b }, 32w0x10000);
        hash(hdr.result.bounded, HashAlgorithm.crc32, 16w100, FIELDS, 16w7);
        standard.egress_spec = 1;
    }
}

control TestEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply {
        seen.read(hdr.result.seen_in_egress, (bit<32>) hdr.given.index);
    }
}

control TestDeparser(packet_out packet, in headers_t hdr) {
    apply { packet.emit(hdr); }
}

V1Switch(TestParser(), Verify(), TestIngress(), TestEgress(), Update(), TestDeparser()) main;
