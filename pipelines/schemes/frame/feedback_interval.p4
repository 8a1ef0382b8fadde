// SPDX-License-Identifier: Apache-2.0

// Limits notifications to one per flow and interval. A flow is a pair of addresses and a pair of UDP ports.

#ifndef SCHEME_FEEDBACK_INTERVAL_P4
#define SCHEME_FEEDBACK_INTERVAL_P4

control FeedbackInterval(in headers_t hdr,
                         in bit<48> now_us,
                         in bit<32> interval_us,
                         out bool due) {
    register<bit<48>>(FLOW_COUNT) last_us;

    apply {
        bit<48> last;
        bit<12> slot;
        hash(slot, HashAlgorithm.crc32, 16w0,
            { hdr.ipv4.src_addr, hdr.ipv4.dst_addr, hdr.udp.src_port, hdr.udp.dst_port },
            (bit<16>) FLOW_COUNT);
        last_us.read(last, (bit<32>) slot);
        // 0 before the flow's first notification.
        due = last == 0 || now_us >= last + (bit<48>) interval_us;
        if (due) {
            last_us.write((bit<32>) slot, now_us);
        }
    }
}

#endif
