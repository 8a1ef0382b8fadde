// SPDX-License-Identifier: Apache-2.0
// A program for the comparison with stock BMv2: registers, counters, meters, clones, multicast, recirculation,
// resubmission, digests, truncation, queues and time stamps. The first byte of a packet selects the operation.

#include <core.p4>
#include <v1model.p4>

header order_t {
    bit<8> kind;
    bit<8> flow;
    bit<16> amount;
    bit<8> rounds;
    bit<8> mark;
}

header trace_t {
    bit<32> instance_type;
    bit<16> ingress_port;
    bit<16> egress_port;
    bit<16> egress_rid;
    bit<32> packet_length;
    bit<8> passes;
    bit<8> color;
    bit<8> direct_color;
    bit<8> kept;
    bit<48> ingress_us;
    bit<48> egress_us;
    bit<32> queued_us;
    bit<32> sum;
    bit<64> wide_sum;
}

struct headers_t {
    trace_t trace;
    order_t order;
    order_t second;
}

struct metadata_t {
    @field_list(1, 2, 3)
    bit<8> passes;
    @field_list(1, 4)
    bit<8> kept;
    @field_list(2)
    bit<32> sum;
    bit<64> wide_sum;
    bit<2> color;
    bit<2> direct_color;
}

struct digest_t {
    bit<8> flow;
    bit<9> port;
    bit<48> time_us;
    bit<64> wide_sum;
}

parser StateParser(packet_in packet, out headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    state start {
        transition select(standard.ingress_port) {
            6: traced;
            default: untraced;
        }
    }
    state traced {
        packet.extract(hdr.trace);
        transition untraced;
    }
    state untraced {
        packet.extract(hdr.order);
        transition select(hdr.order.kind) {
            0x40 &&& 0x40: second;
            default: accept;
        }
    }
    state second {
        packet.extract(hdr.second);
        transition accept;
    }
}

control NoChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply { }
}

control StateIngress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    register<bit<32>>(64) sums;
    register<bit<64>>(16) wide_sums;
    register<bit<48>>(256) last_us;
    register<bit<7>>(8) small;
    // Not int<16>, because BMv2 reads a signed register as unsigned.
    register<bit<16>>(16) signed_values;
    counter(256, CounterType.packets_and_bytes) flows;
    counter(8, CounterType.bytes) kinds;
    meter(16, MeterType.packets) packet_meter;
    meter(16, MeterType.bytes) byte_meter;
    direct_meter<bit<2>>(MeterType.bytes) entry_meter;
    direct_counter(CounterType.packets_and_bytes) hits;

    action set_output(bit<9> port, bit<3> priority) {
        standard.egress_spec = port;
        standard.priority = priority;
        entry_meter.read(meta.direct_color);
        hits.count();
    }
    action drop() {
        mark_to_drop(standard);
        hits.count();
    }
    table outputs {
        key = {
            hdr.order.flow: ternary;
            standard.ingress_port: ternary;
            standard.instance_type: ternary;
        }
        actions = { set_output; drop; }
        meters = entry_meter;
        counters = hits;
        size = 64;
    }
    action resubmit_it() {
        resubmit_preserving_field_list(3);
    }
    action add_up() {
        bit<32> sum;
        sums.read(sum, (bit<32>) hdr.order.flow & 63);
        sum = sum + (bit<32>) hdr.order.amount;
        sums.write((bit<32>) hdr.order.flow & 63, sum);
        meta.sum = sum;
        bit<64> wide;
        wide_sums.read(wide, (bit<32>) hdr.order.flow & 15);
        wide = wide * 31 + (bit<64>) hdr.order.amount;
        wide_sums.write((bit<32>) hdr.order.flow & 15, wide);
        meta.wide_sum = wide;
        bit<7> tiny;
        small.read(tiny, (bit<32>) hdr.order.flow & 7);
        small.write((bit<32>) hdr.order.flow & 7, tiny + 3);
        bit<16> value;
        signed_values.read(value, (bit<32>) hdr.order.mark & 15);
        int<16> difference = (int<16>) value |-| (int<16>) hdr.order.amount;
        signed_values.write((bit<32>) hdr.order.mark & 15, (bit<16>) difference);
    }
    apply {
        // The fields of an invalid header are undefined, so only keys may read them below.
        if (!hdr.order.isValid()) {
            mark_to_drop(standard);
            return;
        }
        meta.passes = meta.passes + 1;
        meta.kept = hdr.order.mark;
        standard.egress_spec = 1;
        flows.count((bit<32>) hdr.order.flow);
        kinds.count((bit<32>) hdr.order.kind & 7);
        add_up();
        last_us.write((bit<32>) hdr.order.amount & 255, standard.ingress_global_timestamp);
        packet_meter.execute_meter((bit<32>) hdr.order.flow & 15, meta.color);
        if (hdr.order.kind[5:5] == 1) {
            byte_meter.execute_meter((bit<32>) hdr.order.flow & 15, meta.color);
        }
        outputs.apply();
        if (hdr.order.kind[3:0] == 1) {
            clone_preserving_field_list(CloneType.I2E, 5, 1);
            hdr.order.mark = 99;
            meta.kept = 13;
        } else if (hdr.order.kind[3:0] == 2) {
            clone(CloneType.I2E, 6);
        } else if (hdr.order.kind[3:0] == 3 && meta.passes < (hdr.order.rounds & 3)) {
            resubmit_it();
            hdr.order.mark = 98;
        } else if (hdr.order.kind[3:0] == 4) {
            standard.mcast_grp = (bit<16>) hdr.order.rounds & 7;
        } else if (hdr.order.kind[3:0] == 5) {
            digest(1, (digest_t) { hdr.order.flow, standard.ingress_port, standard.ingress_global_timestamp, meta.wide_sum });
        } else if (hdr.order.kind[3:0] == 6) {
            truncate((bit<32>) hdr.order.rounds);
        } else if (hdr.order.kind[3:0] == 7) {
            // All of these at once.
            clone_preserving_field_list(CloneType.I2E, 7, 4);
            standard.mcast_grp = 2;
            truncate(40);
        } else if (hdr.order.kind[3:0] == 8) {
            exit;
        }
        if (hdr.second.isValid()) {
            hdr.second.amount = hdr.order.amount - hdr.second.amount;
        }
    }
}

control StateEgress(inout headers_t hdr, inout metadata_t meta, inout standard_metadata_t standard) {
    // By port, because BMv2 runs egress of different ports at the same time.
    register<bit<32>>(512) port_packets;
    counter(512, CounterType.packets_and_bytes) departures;
    apply {
        bit<32> count;
        port_packets.read(count, (bit<32>) standard.egress_port);
        count = count + 1;
        port_packets.write((bit<32>) standard.egress_port, count);
        departures.count((bit<32>) standard.egress_port);
        if (hdr.order.kind[3:0] == 9 && standard.instance_type == 0) {
            clone_preserving_field_list(CloneType.E2E, 5, 1);
            hdr.order.mark = 97;
        } else if (hdr.order.kind[3:0] == 10 && meta.passes <= (hdr.order.rounds & 3)
                && standard.instance_type != 1 && standard.instance_type != 2) {
            recirculate_preserving_field_list(2);
            hdr.order.amount = hdr.order.amount + 1;
        } else if (hdr.order.kind[3:0] == 11) {
            mark_to_drop(standard);
        } else if (hdr.order.kind[3:0] == 12) {
            truncate((bit<32>) hdr.order.rounds + 20);
        } else if (hdr.order.kind[3:0] == 13 && standard.instance_type == 0) {
            clone(CloneType.E2E, 6);
            mark_to_drop(standard);
        }
        if (hdr.order.kind[3:0] != 10) {
            hdr.trace.setValid();
            hdr.trace.instance_type = standard.instance_type;
            hdr.trace.ingress_port = (bit<16>) standard.ingress_port;
            hdr.trace.egress_port = (bit<16>) standard.egress_port;
            hdr.trace.egress_rid = standard.egress_rid;
            hdr.trace.packet_length = standard.packet_length;
            hdr.trace.passes = meta.passes;
            hdr.trace.color = (bit<8>) meta.color;
            hdr.trace.direct_color = (bit<8>) meta.direct_color;
            hdr.trace.kept = meta.kept;
            hdr.trace.ingress_us = standard.ingress_global_timestamp;
            hdr.trace.egress_us = standard.egress_global_timestamp;
            hdr.trace.queued_us = standard.deq_timedelta;
            hdr.trace.sum = meta.sum;
            hdr.trace.wide_sum = meta.wide_sum;
        }
    }
}

control StateDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.trace);
        packet.emit(hdr.order);
        packet.emit(hdr.second);
    }
}

V1Switch(StateParser(), NoChecksum(), StateIngress(), StateEgress(), NoChecksum(), StateDeparser()) main;
