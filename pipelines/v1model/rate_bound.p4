// SPDX-License-Identifier: Apache-2.0

// Rate-based marking (docs/feedback-packet.md), for a class whose threshold is THRESHOLD_BY_RATE: packets are marked
// when the class arrives faster than lambda*, whatever the depth. Arrivals fill a phantom queue, which drains at
// lambda*, as HULL's (NSDI 2012) drains at a part of the line rate. A packet that finds two packets of its own length
// there is marked, a feedback packet goes to its sender, and the phantom queue is emptied.
//
// The phantom queue counts in 1/1000 bit. A rate of 1 kb/s drains one such unit in a microsecond, so that the count is
// exact without a division.

#ifndef WEIR_RATE_BOUND_P4
#define WEIR_RATE_BOUND_P4

const bit<16> THRESHOLD_BY_RATE = 0xfffe;

const bit<64> PHANTOM_PER_BYTE = 8000;
// The phantom queue is empty after so long without a packet; so a time multiplied by lambda* fits into 64 bits.
const bit<48> PHANTOM_MEMORY_US = 1 << 24;

control RateBound(inout metadata_t meta,
                  inout standard_metadata_t standard_metadata,
                  out bool exceeded) {
    register<bit<64>>(QUEUE_COUNT) phantom_backlog;
    register<bit<48>>(QUEUE_COUNT) phantom_since_us;

    apply {
        bit<64> backlog;
        bit<48> since_us;
        phantom_backlog.read(backlog, meta.queue);
        phantom_since_us.read(since_us, meta.queue);
        bit<48> elapsed_us = standard_metadata.ingress_global_timestamp - since_us;
        bit<64> drained = (bit<64>) elapsed_us * (bit<64>) meta.target_rate_kbps;
        if (elapsed_us >= PHANTOM_MEMORY_US || drained >= backlog) {
            backlog = 0;
        } else {
            backlog = backlog - drained;
        }
        bit<64> packet = (bit<64>) standard_metadata.packet_length * PHANTOM_PER_BYTE;
        exceeded = backlog >= packet + packet;
        backlog = exceeded ? 0 : backlog + packet;
        phantom_backlog.write(meta.queue, backlog);
        phantom_since_us.write(meta.queue, standard_metadata.ingress_global_timestamp);
    }
}

#endif
