// SPDX-License-Identifier: Apache-2.0

// PIE's decision on a packet that arrives for an output port (RFC 8033, sections 4.1, 4.4 and 5.1). The packet passes
// - while burst allowance is left,
// - while the last delay was below half of the target and the probability is below 0.2,
// - while at most two packets wait.
// Otherwise it is chosen with the controller's probability. A chosen packet is marked if it is ECN-capable and the
// probability is below `mark_limit`, and dropped if not.

#ifndef PIE_ADMISSION_P4
#define PIE_ADMISSION_P4

control QueueAdmission(inout headers_t hdr,
                       inout metadata_t meta,
                       inout standard_metadata_t standard_metadata) {
    // By egress port: packets that PIE marked and dropped, and those without room in the queue.
    counter(PORT_COUNT, CounterType.packets) marks;
    counter(PORT_COUNT, CounterType.packets) drops;
    counter(PORT_COUNT, CounterType.packets) overflows;

    bit<32> limit = 0;
    bit<32> half_target = 0;
    bit<32> burst = 0;
    bit<64> mark_limit = 0;

    // limit_packets: room of the queue.
    // half_target_us: QDELAY_REF / 2. burst_us: MAX_BURST.
    // mark_below: mark_ecnth in units of 2^-48.
    action admit(bit<32> limit_packets, bit<32> half_target_us, bit<32> burst_us, bit<64> mark_below) {
        limit = limit_packets;
        half_target = half_target_us;
        burst = burst_us;
        mark_limit = mark_below;
    }

    table settings {
        key = {
            standard_metadata.egress_spec: exact;
        }
        actions = {
            admit;
            NoAction;
        }
        default_action = NoAction;
        size = PORT_COUNT;
    }

    apply {
        bit<32> port = (bit<32>) standard_metadata.egress_spec;
        bit<32> queued;
        bit<32> sent;
        pie_queued.read(queued, port);
        pie_sent.read(sent, port);
        if (settings.apply().hit) {
            bit<32> waiting = queued - sent;
            if (waiting >= limit) {
                overflows.count(port);
                mark_to_drop(standard_metadata);
                return;
            }
            bit<64> probability;
            bit<32> last_delay;
            bit<32> burst_spent;
            pie_probability.read(probability, port);
            pie_last_delay_us.read(last_delay, port);
            pie_burst_spent_us.read(burst_spent, port);
            bool passes = burst_spent < burst || waiting <= 2
                || (last_delay < half_target && probability < PIE_SAFE);
            bit<32> coin;
            random(coin, 0, 0xFFFFFFFF);
            if (!passes && ((bit<64>) coin << 16) < probability) {
                if (hdr.ipv4.ecn != ECN_NOT_ECT && probability < mark_limit) {
                    hdr.ipv4.ecn = ECN_CE;
                    marks.count(port);
                } else {
                    drops.count(port);
                    mark_to_drop(standard_metadata);
                    return;
                }
            }
        }
        pie_queued.write(port, queued + 1);
    }
}

#endif
