// SPDX-License-Identifier: Apache-2.0
// A stack of labels, a field of variable width, lookahead, verify and the parser's errors. The frame comes back by
// port 1 with a header in front that says what the parser found.

#include <core.p4>
#include <v1model.p4>

error { LabelZero }

header report_t {
    bit<8> error_code; bit<8> labels; bit<16> last; bit<8> peeked; bit<8> option_bytes;
}

header kind_t { bit<8> kind; }
header label_t { bit<15> value; bit<1> bottom; }
header options_t { bit<8> length; varbit<64> data; }

struct headers_t {
    report_t report;
    kind_t kind;
    label_t[3] labels;
    options_t options;
}

struct metadata_t {
    bit<8> labels;
    bit<8> peeked;
}

parser TestParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.kind);
        transition select(hdr.kind.kind) {
            1: parse_label;
            2: parse_options;
            3: peek;
            0x40 &&& 0xf0: skip;
            0x80..0x8f: accept;
        }
    }
    state parse_label {
        packet.extract(hdr.labels.next);
        meta.labels = meta.labels + 1;
        verify(hdr.labels.last.value != 0, error.LabelZero);
        transition select(hdr.labels.last.bottom) {
            0: parse_label;
            1: accept;
        }
    }
    state parse_options {
        packet.extract(hdr.options, (bit<32>) packet.lookahead<bit<8>>() * 8);
        transition accept;
    }
    state peek {
        meta.peeked = packet.lookahead<bit<24>>()[7:0];
        transition accept;
    }
    state skip {
        packet.advance(16);
        transition accept;
    }
}

control NoChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control TestIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply {
        hdr.report.setValid();
        hdr.report.error_code = (bit<8>) (bit<32>) 0;
        if (standard.parser_error == error.PacketTooShort) { hdr.report.error_code = 1; }
        if (standard.parser_error == error.NoMatch) { hdr.report.error_code = 2; }
        if (standard.parser_error == error.StackOutOfBounds) { hdr.report.error_code = 3; }
        if (standard.parser_error == error.HeaderTooShort) { hdr.report.error_code = 4; }
        if (standard.parser_error == error.LabelZero) { hdr.report.error_code = 5; }
        hdr.report.labels = meta.labels;
        hdr.report.peeked = meta.peeked;
        hdr.report.option_bytes = hdr.options.isValid() ? hdr.options.length : 0;
        if (hdr.labels[1].isValid()) {
            hdr.report.last = (bit<16>) hdr.labels[1].value;
            hdr.labels.pop_front(1);
        } else if (hdr.labels[0].isValid()) {
            hdr.labels.push_front(2);
            hdr.labels[0].setValid();
            hdr.labels[0].value = 7;
        }
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
