// SPDX-License-Identifier: Apache-2.0
// Every operator at several widths. A frame names the width in its first byte and carries two operands and a
// distance; it comes back by port 1 with the results behind.

#include <core.p4>
#include <v1model.p4>

#define OPERANDS(W) header operands##W##_t { bit<W> a; bit<W> b; bit<8> places; }
#define RESULTS(W) header results##W##_t { \
    bit<W> sum; bit<W> difference; bit<W> product; bit<W> both; bit<W> either; bit<W> one; bit<W> inverse; \
    bit<W> negative; bit<W> left; bit<W> right; bit<W> right_signed; bit<W> capped_sum; bit<W> capped_difference; \
    bit<W> capped_signed_sum; bit<W> capped_signed_difference; bit<W> larger; bit<W> swapped; bit<W> extended; \
    bit<1> less; bit<1> less_or_same; bit<1> same; bit<1> signed_less; bit<4> reserved; }

OPERANDS(8) RESULTS(8) OPERANDS(24) RESULTS(24) OPERANDS(32) RESULTS(32) OPERANDS(64) RESULTS(64)
OPERANDS(72) RESULTS(72) OPERANDS(128) RESULTS(128) OPERANDS(200) RESULTS(200)

header width_t { bit<8> bits; }

struct headers_t {
    width_t width;
    operands8_t o8; operands24_t o24; operands32_t o32; operands64_t o64; operands72_t o72; operands128_t o128;
    operands200_t o200;
    results8_t r8; results24_t r24; results32_t r32; results64_t r64; results72_t r72; results128_t r128;
    results200_t r200;
}

struct metadata_t { }

#define PARSE(W) state parse##W { packet.extract(hdr.o##W); transition accept; }

parser TestParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.width);
        transition select(hdr.width.bits) {
            8: parse8; 24: parse24; 32: parse32; 64: parse64; 72: parse72; 128: parse128; 200: parse200;
        }
    }
    PARSE(8) PARSE(24) PARSE(32) PARSE(64) PARSE(72) PARSE(128) PARSE(200)
}

control NoChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

#define COMPUTE(W) if (hdr.o##W.isValid()) { \
    bit<W> a = hdr.o##W.a; bit<W> b = hdr.o##W.b; bit<8> n = hdr.o##W.places; \
    hdr.r##W.setValid(); \
    hdr.r##W.sum = a + b; hdr.r##W.difference = a - b; hdr.r##W.product = a * b; \
    hdr.r##W.both = a & b; hdr.r##W.either = a | b; hdr.r##W.one = a ^ b; \
    hdr.r##W.inverse = ~a; hdr.r##W.negative = -a; \
    hdr.r##W.left = a << n; hdr.r##W.right = a >> n; \
    hdr.r##W.right_signed = (bit<W>) ((int<W>) a >> n); \
    hdr.r##W.capped_sum = a |+| b; hdr.r##W.capped_difference = a |-| b; \
    hdr.r##W.capped_signed_sum = (bit<W>) ((int<W>) a |+| (int<W>) b); \
    hdr.r##W.capped_signed_difference = (bit<W>) ((int<W>) a |-| (int<W>) b); \
    hdr.r##W.larger = a > b ? a : b; \
    hdr.r##W.swapped = a[W / 2 - 1:0] ++ a[W - 1:W / 2]; \
    hdr.r##W.extended = (bit<W>) (int<W>) (int<8>) a[7:0]; \
    hdr.r##W.less = (bit<1>) (a < b); hdr.r##W.less_or_same = (bit<1>) (a <= b); \
    hdr.r##W.same = (bit<1>) (a == b); \
    hdr.r##W.signed_less = (bit<1>) ((int<W>) a < (int<W>) b); hdr.r##W.reserved = 0; }

control TestIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply {
        standard.egress_spec = 1;
        COMPUTE(8) COMPUTE(24) COMPUTE(32) COMPUTE(64) COMPUTE(72) COMPUTE(128) COMPUTE(200)
    }
}

control TestEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply { }
}

control TestDeparser(packet_out packet, in headers_t hdr) {
    apply { packet.emit(hdr); }
}

V1Switch(TestParser(), NoChecksum(), TestIngress(), TestEgress(), NoChecksum(), TestDeparser()) main;
