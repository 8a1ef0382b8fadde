// SPDX-License-Identifier: Apache-2.0

// DualPI2 (RFC 9332): two queues at each output port, L for packets of scalable senders (ECT(1) and CE, RFC 9331) and C for
// all others. One controller derives p' from the queueing delays. C's packets are marked or dropped with probability
// p_C = p'^2, L's are marked with p_CL = k p', or for their own delay. The port's scheduler shares by weight.

#define WITH_ADMISSION
#include "frame/types.p4"
#include "dualpi2/queues.p4"
#include "dualpi2/recurrence.p4"
#include "dualpi2/controller.p4"

control CongestionPoint(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    // By egress port: packets that were dropped, of either queue.
    counter(PORT_COUNT, CounterType.packets) classic_drops;
    counter(PORT_COUNT, CounterType.packets) overload_drops;

    DualPi2Controller() controller;
    Recurrence() recurrence;

    bit<32> step = 0;
    bit<8> k = 0;
    bit<64> p_most = 0;

    // step_us: L's packets are marked when they waited longer.
    // coupling: k. most: the largest p', 1/k in units of 2^-48.
    action couple(bit<32> step_us, bit<8> coupling, bit<64> most) {
        step = step_us;
        k = coupling;
        p_most = most;
    }

    table settings {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            couple;
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
        bool low_latency = IS_LOW_LATENCY(hdr.ipv4.ecn);
        bit<64> p;
        controller.apply(standard_metadata, low_latency, p_most, p);
        bit<64> p_c = (bit<64>) ((bit<128>) p * (bit<128>) p >> 48);
        bool chosen = false;
        if (!low_latency) {
            recurrence.apply(port << 1, p_c, chosen);
            // In overload marks do not help, so ECN-capable packets are dropped too (RFC 9332, appendix A.2).
            if (chosen && (hdr.ipv4.ecn == ECN_NOT_ECT || p >= p_most)) {
                classic_drops.count(port);
                mark_to_drop(standard_metadata);
            } else if (chosen) {
                hdr.ipv4.ecn = ECN_CE;
            }
        } else if (p >= p_most) {
            // Overload: p_CL is 1. L's packets are dropped as C's are, and the others are all marked.
            recurrence.apply(port << 1 | 1, p_c, chosen);
            if (chosen) {
                overload_drops.count(port);
                mark_to_drop(standard_metadata);
            } else {
                hdr.ipv4.ecn = ECN_CE;
            }
        } else {
            // The step needs one packet behind: a packet that is alone waited for the line only.
            bit<64> p_l = p * (bit<64>) k;
            if (standard_metadata.deq_timedelta > step && (bit<32>) standard_metadata.deq_qdepth > 0) {
                p_l = P_ONE;
            }
            recurrence.apply(port << 1 | 1, p_l, chosen);
            if (chosen) {
                hdr.ipv4.ecn = ECN_CE;
            }
        }
    }
}

#include "frame/switch.p4"
