// SPDX-License-Identifier: Apache-2.0
// The first byte is the queue; what v1model knows of the queue comes back in front of the frame.

#include <core.p4>
#include <v1model.p4>

header queue_t { bit<8> number; bit<8> port; }

header times_t {
    bit<64> ingress; bit<64> egress; bit<32> enqueued; bit<32> waited; bit<32> depth_before; bit<32> depth_after;
}

struct headers_t {
    queue_t queue;
    times_t times;
}

struct metadata_t { }

parser TestParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        packet.extract(hdr.queue);
        transition accept;
    }
}

control NoChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control TestIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply {
        standard.egress_spec = (bit<9>) hdr.queue.port;
        standard.priority = hdr.queue.number[2:0];
        hdr.times.setValid();
        hdr.times.ingress = (bit<64>) standard.ingress_global_timestamp;
    }
}

control TestEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    apply {
        hdr.times.egress = (bit<64>) standard.egress_global_timestamp;
        hdr.times.enqueued = standard.enq_timestamp;
        hdr.times.waited = standard.deq_timedelta;
        hdr.times.depth_before = (bit<32>) standard.enq_qdepth;
        hdr.times.depth_after = (bit<32>) standard.deq_qdepth;
    }
}

control TestDeparser(packet_out packet, in headers_t hdr) {
    apply { packet.emit(hdr); }
}

V1Switch(TestParser(), NoChecksum(), TestIngress(), TestEgress(), NoChecksum(), TestDeparser()) main;
