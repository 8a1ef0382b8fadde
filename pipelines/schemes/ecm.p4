// SPDX-License-Identifier: Apache-2.0

// ECM's congestion point. It samples packets as QCN does, with a fixed probability. It sends negative feedback to the
// sampled packet's sender while the queue is above Q_eq, and positive feedback to senders whose packets are tagged with
// this congestion point's number: those that it has slowed down.

#include "frame/types.p4"
#include "frame/quantized_feedback.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    QuantizedFeedback() quantized_feedback;

    bit<32> equilibrium = 0;
    bit<32> weight = 0;
    bit<16> probability = 0;

    // sampling_probability: in units of 1/65536.
    action sample(bit<32> congestion_point, bit<32> equilibrium_packets, bit<32> growth_weight,
                  bit<16> sampling_probability) {
        meta.congestion_point = congestion_point;
        equilibrium = equilibrium_packets;
        weight = growth_weight;
        probability = sampling_probability;
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            sample;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        if (!settings.apply().hit) {
            return;
        }
        bit<16> coin;
        random(coin, 0, 65535);
        if (coin >= probability) {
            return;
        }
        bit<1> negative;
        bit<16> amount;
        meta.depth_packets = (bit<32>) standard_metadata.deq_qdepth;
        quantized_feedback.apply((bit<32>) standard_metadata.egress_port, meta.depth_packets,
            equilibrium, weight, negative, amount);
        if (negative == 1) {
            meta.feedback = 0 - amount;
            meta.notify = amount != 0 && meta.depth_packets > equilibrium;
        } else {
            meta.feedback = amount;
            meta.notify = amount != 0 && (bit<32>) hdr.ipv4.tag == meta.congestion_point;
        }
    }
}

#include "frame/switch.p4"
