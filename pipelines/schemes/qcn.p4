// SPDX-License-Identifier: Apache-2.0

// QCN's congestion point (IEEE 802.1Qau). It samples packets with a probability that rises with the last feedback's
// size from 1 % to 10 %, and sends a notification to the sampled packet's sender when Fb is negative. In the variant
// with probes it samples only packets whose tag marks them as their sender's probes.

#include "frame/types.p4"
#include "frame/quantized_feedback.p4"

const bit<16> TAG_PROBE = 1;

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    QuantizedFeedback() quantized_feedback;
    // The size of the last sample's feedback, by port; 0 when it was not negative.
    register<bit<16>>(PORT_COUNT) last_amount;

    bit<32> equilibrium = 0;
    bit<32> weight = 0;
    bool only_probes = false;

    action sample(bit<32> congestion_point, bit<32> equilibrium_packets, bit<32> growth_weight) {
        meta.congestion_point = congestion_point;
        equilibrium = equilibrium_packets;
        weight = growth_weight;
    }

    action answer_probes(bit<32> congestion_point, bit<32> equilibrium_packets,
                         bit<32> growth_weight) {
        sample(congestion_point, equilibrium_packets, growth_weight);
        only_probes = true;
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            sample;
            answer_probes;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        if (!settings.apply().hit) {
            return;
        }
        bit<32> port = (bit<32>) standard_metadata.egress_port;
        bit<16> last;
        bit<16> coin;
        last_amount.read(last, port);
        // (1 + 9 last / 63) / 100, in 1/6300.
        random(coin, 0, 6299);
        if (hdr.ipv4.tag != TAG_PROBE && (only_probes || coin >= 63 + 9 * last)) {
            return;
        }
        bit<1> negative;
        bit<16> amount;
        meta.depth_packets = (bit<32>) standard_metadata.deq_qdepth;
        quantized_feedback.apply(port, meta.depth_packets, equilibrium, weight, negative, amount);
        if (negative == 0 || amount == 0) {
            last_amount.write(port, 0);
            return;
        }
        last_amount.write(port, amount);
        meta.feedback = 0 - amount;
        meta.notify = true;
    }
}

#include "frame/switch.p4"
