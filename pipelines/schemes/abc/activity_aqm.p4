// SPDX-License-Identifier: Apache-2.0

// ABC's activity AQM (P4-ABC, section 3.3) in front of the queue of an output port. With Q packets waiting, a packet of
// activity A is dropped when
//
//     Q > max(Q_min, Q_base - gamma (A - A_avg))
//
// and it is dropped when the queue is full. A_avg is the UTEMA of the activity of accepted packets with memory M_AA:
//
//     S <- S e^(-dt/M) + A            N <- N e^(-dt/M) + 1            A_avg = S / N
//
// There is no division: both sides are multiplied by N. A packet without a value is taken for the most active one, and is
// not part of the average.

#ifndef ABC_ACTIVITY_AQM_P4
#define ABC_ACTIVITY_AQM_P4

control ActivityAqm(in headers_t hdr, inout standard_metadata_t standard_metadata) {
    // By egress port: packets that were dropped for their activity, and for lack of room.
    counter(PORT_COUNT, CounterType.packets) drops;
    counter(PORT_COUNT, CounterType.packets) overflows;

    // By egress port: time of the last accepted packet with a value, S and N. N is in units of 2^-20, S in units of
    // 2^-20 of the header's.
    register<bit<48>>(PORT_COUNT) last_us;
    register<bit<64>>(PORT_COUNT) activity_sum;
    register<bit<64>>(PORT_COUNT) activity_weight;

    ExponentialDecay() decay;

    bit<32> limit = 0;
    bit<32> q_min = 0;
    bit<32> q_base = 0;
    bit<32> gamma = 0;
    bit<32> decay_per_us = 0;

    // limit_packets: room of the queue.
    // gamma_packets: at most 4095.
    // memory_decay: log2(e) / M_AA in units of 2^-44 per microsecond.
    action set_thresholds(bit<32> limit_packets,
                          bit<32> q_min_packets,
                          bit<32> q_base_packets,
                          bit<32> gamma_packets,
                          bit<32> memory_decay) {
        limit = limit_packets;
        q_min = q_min_packets;
        q_base = q_base_packets;
        gamma = gamma_packets;
        decay_per_us = memory_decay;
    }

    table settings {
        key = {
            standard_metadata.egress_spec: exact;
        }
        actions = {
            set_thresholds;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        bit<32> port = (bit<32>) standard_metadata.egress_spec;
        bit<32> queued;
        bit<32> sent;
        abc_queued.read(queued, port);
        abc_sent.read(sent, port);
        if (settings.apply().hit) {
            bit<32> waiting = queued - sent;
            if (waiting >= limit) {
                overflows.count(port);
                mark_to_drop(standard_metadata);
                return;
            }
            bit<48> now_us = standard_metadata.ingress_global_timestamp;
            bit<48> last;
            bit<64> sum;
            bit<64> weight;
            last_us.read(last, port);
            activity_sum.read(sum, port);
            activity_weight.read(weight, port);
            bool over = true;
            if (hdr.activity.isValid()) {
                bit<64> factor;
                decay.apply(now_us - last, decay_per_us, factor);
                sum = SCALED(sum, factor);
                weight = SCALED(weight, factor);
                // N (A - A_avg) in units of 2^-8 of the header's, and N (Q - Q_base) in units of 2^-18.
                int<64> activity_over =
                    (int<64>) ((bit<64>) hdr.activity.activity * weight - sum) >> 12;
                int<64> queue_over = ((int<64>) (bit<64>) waiting - (int<64>) (bit<64>) q_base)
                    * (int<64>) (weight >> 12) << 10;
                over = queue_over + (int<64>) (bit<64>) gamma * activity_over > 0;
            }
            if (waiting > q_min && over) {
                drops.count(port);
                mark_to_drop(standard_metadata);
                return;
            }
            if (hdr.activity.isValid()) {
                last_us.write(port, now_us);
                activity_sum.write(port, sum + ((bit<64>) hdr.activity.activity << 20));
                activity_weight.write(port, weight + (64w1 << 20));
            }
        }
        abc_queued.write(port, queued + 1);
    }
}

#endif
