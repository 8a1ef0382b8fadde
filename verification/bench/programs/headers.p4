// SPDX-License-Identifier: Apache-2.0
// A program for the comparison with stock BMv2: header stacks, unions, variable fields, lookahead, value sets, parser
// errors, checksums, hashes, and arithmetic of all widths. The first byte of a packet selects the operation.

#include <core.p4>
#include <v1model.p4>

error {
    TooManyLabels,
    WrongKind
}

header order_t {
    bit<8> kind;
    bit<8> count;
    bit<8> shift;
    bit<8> bits;
}

header label_t {
    bit<20> value;
    bit<3> class;
    bit<1> bottom;
    bit<8> ttl;
}

header option_kind_t {
    bit<8> type;
}

header option_small_t {
    bit<8> type;
    bit<16> value;
}

header option_wide_t {
    bit<8> type;
    bit<48> value;
    bit<72> more;
}

header_union option_t {
    option_small_t small;
    option_wide_t wide;
}

header variable_t {
    bit<8> length;
    bit<4> low;
    bit<4> high;
    bit<16> sum;
    varbit<256> data;
}

header numbers_t {
    bit<8> a8;
    bit<8> b8;
    int<8> s8;
    int<8> t8;
    bit<16> a16;
    int<16> s16;
    bit<32> a32;
    bit<32> b32;
    int<32> s32;
    bit<64> a64;
    bit<64> b64;
    int<64> s64;
    bit<128> a128;
    bit<128> b128;
    int<128> s128;
    bit<3> a3;
    int<5> s5;
    bit<1> one;
    bit<7> a7;
    bit<33> a33;
    int<31> s31;
}

header hashes_t {
    bit<16> crc16;
    bit<32> crc32;
    bit<16> csum16;
    bit<16> xor16;
    bit<64> identity;
    bit<32> based;
    bit<16> payload;
    bit<16> checksum;
    bit<32> errors;
}

struct headers_t {
    order_t order;
    label_t[4] labels;
    option_t[3] options;
    variable_t variable;
    numbers_t numbers;
    hashes_t hashes;
}

struct metadata_t {
    bit<8> labels_left;
    bit<8> options_left;
    bit<128> wide;
    bit<256> widest;
    bit<1> add_hashes;
}

parser HeadersParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    value_set<bit<8>>(8) with_numbers;

    state start {
        packet.extract(hdr.order);
        meta.labels_left = hdr.order.count & 7;
        meta.options_left = (hdr.order.count >> 4) & 3;
        transition select(hdr.order.kind, packet.lookahead<bit<12>>()[3:0]) {
            (0xff, _): refuse;
            (_, 0xf): parse_options;
            default: labels_or_options;
        }
    }
    state refuse {
        verify(false, error.WrongKind);
        transition reject;
    }
    state labels_or_options {
        transition select(meta.labels_left) {
            0: parse_options;
            default: parse_label;
        }
    }
    state parse_label {
        packet.extract(hdr.labels.next);
        meta.labels_left = meta.labels_left - 1;
        verify(hdr.labels.last.ttl != 0, error.TooManyLabels);
        transition select(hdr.labels.last.bottom, meta.labels_left) {
            (1, _): parse_options;
            (0, 0): parse_options;
            default: parse_label;
        }
    }
    state parse_options {
        transition select(meta.options_left) {
            0: parse_variable;
            default: parse_option;
        }
    }
    state parse_option {
        meta.options_left = meta.options_left - 1;
        transition select(packet.lookahead<option_kind_t>().type) {
            0 &&& 1: parse_small;
            default: parse_wide;
        }
    }
    state parse_small {
        packet.extract(hdr.options.next.small);
        transition parse_options;
    }
    state parse_wide {
        packet.extract(hdr.options.next.wide);
        transition parse_options;
    }
    state parse_variable {
        transition select(hdr.order.kind) {
            0x20 &&& 0x20: parse_variable_data;
            default: parse_numbers;
        }
    }
    state parse_variable_data {
        packet.extract(hdr.variable, (bit<32>) (packet.lookahead<bit<8>>()) << 3);
        transition parse_numbers;
    }
    state parse_numbers {
        transition select(hdr.order.kind) {
            with_numbers: extract_numbers;
            0x10 &&& 0x10: extract_numbers;
            default: accept;
        }
    }
    state extract_numbers {
        packet.extract(hdr.numbers);
        transition accept;
    }
}

control HeadersVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.variable.isValid(), { hdr.order.kind, hdr.variable.data, hdr.order.count },
            hdr.variable.sum, HashAlgorithm.csum16);
        verify_checksum(hdr.numbers.isValid(), { hdr.numbers.a8, hdr.numbers.b8 }, hdr.numbers.a16, HashAlgorithm.xor16);
    }
}

control HeadersIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    action unsigned_arithmetic() {
        hdr.numbers.a8 = hdr.numbers.a8 * hdr.numbers.b8;
        hdr.numbers.b8 = hdr.numbers.a8 |+| hdr.numbers.b8;
        hdr.numbers.a16 = (bit<16>) hdr.numbers.a8 - hdr.numbers.a16;
        hdr.numbers.a32 = hdr.numbers.a32 |-| hdr.numbers.b32;
        hdr.numbers.b32 = hdr.numbers.b32 << hdr.order.shift;
        hdr.numbers.a64 = hdr.numbers.a64 * hdr.numbers.b64;
        hdr.numbers.b64 = hdr.numbers.b64 >> hdr.order.shift;
        hdr.numbers.a128 = hdr.numbers.a128 * hdr.numbers.b128 + (bit<128>) hdr.numbers.a64;
        hdr.numbers.b128 = hdr.numbers.b128 |+| hdr.numbers.a128;
        hdr.numbers.a3 = hdr.numbers.a3 + 5;
        hdr.numbers.a7 = ~hdr.numbers.a7;
        hdr.numbers.a33 = hdr.numbers.a33 << 1 ^ (bit<33>) hdr.numbers.b32;
        meta.widest = (bit<256>) hdr.numbers.a128 * (bit<256>) hdr.numbers.b128;
        meta.wide = meta.widest[200:73];
    }
    action signed_arithmetic() {
        hdr.numbers.s8 = hdr.numbers.s8 |+| hdr.numbers.t8;
        hdr.numbers.t8 = hdr.numbers.t8 |-| hdr.numbers.s8;
        hdr.numbers.s16 = (int<16>) hdr.numbers.s8 * hdr.numbers.s16;
        hdr.numbers.s32 = -hdr.numbers.s32 + (int<32>) hdr.numbers.s16;
        hdr.numbers.s64 = hdr.numbers.s64 >> hdr.order.shift;
        hdr.numbers.s128 = hdr.numbers.s128 |-| (int<128>) hdr.numbers.s64;
        hdr.numbers.s5 = (int<5>) (hdr.numbers.s8 > hdr.numbers.t8 ? 5w9 : 5w17);
        hdr.numbers.s31 = hdr.numbers.s31 << hdr.order.bits[4:0];
        hdr.numbers.one = hdr.numbers.s32 < 0 ? 1w1 : 1w0;
        meta.wide = (bit<128>) hdr.numbers.s128;
    }
    action slices() {
        hdr.numbers.a64[40:9] = hdr.numbers.a32;
        hdr.numbers.a128[100:37] = hdr.numbers.a64;
        hdr.numbers.b128 = hdr.numbers.a64 ++ hdr.numbers.b64;
        hdr.numbers.a16 = hdr.numbers.a33[20:5];
        meta.wide = hdr.numbers.b128 & ~hdr.numbers.a128 | (bit<128>) hdr.numbers.a7;
    }
    action compare() {
        hdr.numbers.one = (bit<1>) (hdr.numbers.a128 >= hdr.numbers.b128);
        hdr.numbers.a3 = hdr.numbers.s128 < (int<128>) hdr.numbers.s64 ? 3w1 : 3w6;
        hdr.numbers.a7 = hdr.numbers.a8 != hdr.numbers.b8 && hdr.numbers.s8 >= hdr.numbers.t8 ? 7w1 : 7w100;
        hdr.numbers.a8 = hdr.numbers.a64 > hdr.numbers.b64 || hdr.numbers.a32 == hdr.numbers.b32 ? 8w3 : 8w4;
    }
    action hash_order() {
        hdr.hashes.setValid();
        hash(hdr.hashes.crc16, HashAlgorithm.crc16, 16w0, { hdr.order, meta.wide }, 32w65536);
        hash(hdr.hashes.crc32, HashAlgorithm.crc32, 32w7, { hdr.order.count, meta.wide, hdr.order.bits }, 32w0xfff1);
        hash(hdr.hashes.csum16, HashAlgorithm.csum16, 16w0, { hdr.order.kind, meta.wide, hdr.order.count }, 32w65536);
        hash(hdr.hashes.xor16, HashAlgorithm.xor16, 16w0, { meta.wide, hdr.order }, 32w65536);
        hash(hdr.hashes.identity, HashAlgorithm.identity, 64w0, { hdr.order.shift, hdr.order.bits }, 64w0xffff_ffff_ffff);
        hash(hdr.hashes.based, HashAlgorithm.crc32, 32w100, { hdr.order.bits }, 32w10);
        hdr.hashes.payload = 0;
        hdr.hashes.checksum = 0;
        hdr.hashes.errors = (bit<32>) standard.checksum_error;
    }
    action hash_numbers() {
        hash(hdr.hashes.crc16, HashAlgorithm.crc16, 16w0, { hdr.order, hdr.numbers.a33, hdr.numbers.a7 }, 32w65536);
        hash(hdr.hashes.crc32, HashAlgorithm.crc32, 32w7, { hdr.numbers.a128, hdr.numbers.a3, hdr.numbers.s5 }, 32w0xfff1);
        hash(hdr.hashes.csum16, HashAlgorithm.csum16, 16w0, { hdr.order.kind, hdr.numbers.a64, hdr.order.count }, 32w65536);
        hash(hdr.hashes.xor16, HashAlgorithm.xor16, 16w0, { hdr.numbers.a64, hdr.numbers.b64 }, 32w65536);
        hash(hdr.hashes.identity, HashAlgorithm.identity, 64w0, { hdr.numbers.a32, hdr.numbers.a16 }, 64w0xffff_ffff_ffff);
    }
    action hash_labels() {
        hash(hdr.hashes.based, HashAlgorithm.crc32, 32w100, { hdr.labels[0].value, hdr.labels[1].class, 1w1 }, 32w10);
    }
    action push() {
        hdr.labels.push_front(1);
        hdr.labels[0].setValid();
        hdr.labels[0].value = (bit<20>) hdr.order.kind;
        hdr.labels[0].class = 5;
        hdr.labels[0].bottom = 0;
        hdr.labels[0].ttl = hdr.order.shift;
    }
    action push_two() {
        hdr.labels.push_front(2);
        hdr.labels[1].setValid();
        hdr.labels[1] = hdr.labels[2];
    }
    action pop() {
        hdr.labels.pop_front(1);
    }
    action pop_three() {
        hdr.labels.pop_front(3);
    }
    action set_option() {
        hdr.options[1].wide.setValid();
        hdr.options[1].wide.type = hdr.order.kind | 1;
        hdr.options[1].wide.value = 48w0x010203040506;
        hdr.options[1].wide.more = (bit<72>) meta.wide;
    }
    action option_to_small() {
        meta.wide = (bit<128>) hdr.options[0].wide.value;
        hdr.options[0].small.setValid();
        hdr.options[0].small.type = 2;
        hdr.options[0].small.value = meta.wide[15:0];
    }
    action copy_option() {
        hdr.options[2] = hdr.options[0];
        hdr.options[0].wide.setInvalid();
    }
    action swap_numbers(bit<8> extra) {
        hdr.numbers.a8 = extra;
        hdr.order.bits = hdr.order.bits ^ extra;
    }
    action clear_variable() {
        hdr.variable.setInvalid();
    }
    table operations {
        key = {
            hdr.order.bits: ternary;
            hdr.numbers.isValid(): ternary;
        }
        actions = { push; push_two; pop; pop_three; set_option; copy_option; clear_variable; NoAction; }
        default_action = push();
        size = 256;
    }
    table label_operations {
        key = {
            hdr.labels[0].value: ternary;
            hdr.labels[1].isValid(): exact;
            hdr.order.shift: range;
        }
        actions = { push; pop; set_option; copy_option; clear_variable; NoAction; }
        default_action = NoAction();
        size = 256;
    }
    table number_operations {
        key = {
            hdr.order.bits: ternary;
            hdr.numbers.s8: exact;
        }
        actions = { unsigned_arithmetic; signed_arithmetic; slices; compare; swap_numbers; NoAction; }
        default_action = signed_arithmetic();
        size = 256;
    }
    table more_number_operations {
        key = {
            hdr.numbers.a128: ternary;
            hdr.numbers.s128: range;
        }
        actions = { unsigned_arithmetic; signed_arithmetic; slices; compare; NoAction; }
        default_action = unsigned_arithmetic();
        size = 256;
    }
    apply {
        // The fields of an invalid header are undefined, so only keys may read them below.
        if (!hdr.order.isValid()) {
            hdr.order.setValid();
            hdr.order.kind = 8;
            hdr.order.count = 0x55;
            hdr.order.shift = 3;
            hdr.order.bits = 0;
        }
        standard.egress_spec = 1 + (bit<9>) hdr.order.kind[1:0];
        if (standard.parser_error != error.NoError) {
            if (standard.parser_error == error.StackOutOfBounds) {
                standard.egress_spec = 2;
            }
            hdr.order.count = hdr.order.count | 0x80;
        }
        operations.apply();
        if (hdr.labels[0].isValid() && hdr.labels[0].value[3:0] > 3) {
            label_operations.apply();
        }
        if (hdr.numbers.isValid()) {
            number_operations.apply();
            if (hdr.numbers.a3 > 2) {
                more_number_operations.apply();
            }
        }
        if (hdr.order.kind[3:3] == 1) {
            hash_order();
            if (hdr.numbers.isValid()) {
                hash_numbers();
            }
            if (hdr.labels[0].isValid() && hdr.labels[1].isValid()) {
                hash_labels();
            }
        }
        if (hdr.options[0].wide.isValid()) {
            hdr.options[0].wide.more = hdr.options[0].wide.more + 1;
            if (hdr.order.bits == 4) {
                option_to_small();
            }
        }
        if (hdr.order.kind == 0x77) {
            mark_to_drop(standard);
        }
    }
}

control HeadersEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply {
        if (hdr.hashes.isValid()) {
            hdr.hashes.errors = hdr.hashes.errors << 16 | standard.packet_length;
        }
        if (hdr.order.kind[7:7] == 1) {
            truncate((bit<32>) hdr.order.bits);
        }
    }
}

control HeadersUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.variable.isValid(), { hdr.order.kind, hdr.variable.data, hdr.order.count },
            hdr.hashes.checksum, HashAlgorithm.csum16);
        update_checksum_with_payload(hdr.hashes.isValid(), { hdr.order.kind, hdr.order.count },
            hdr.hashes.payload, HashAlgorithm.csum16);
        update_checksum(hdr.numbers.isValid(), { hdr.numbers.a64, hdr.numbers.a32, 3w2, hdr.numbers.a3, 2w0 },
            hdr.numbers.a16, HashAlgorithm.crc16);
    }
}

control HeadersDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

V1Switch(HeadersParser(), HeadersVerify(), HeadersIngress(), HeadersEgress(), HeadersUpdate(), HeadersDeparser()) main;
