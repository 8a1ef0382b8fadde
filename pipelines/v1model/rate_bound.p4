// SPDX-License-Identifier: Apache-2.0

// A class whose threshold is THRESHOLD_BY_RATE is told by its rate, whatever waits: what comes faster than lambda* fills a
// phantom queue that drains at lambda* (as HULL's, NSDI 2012, with lambda* in place of a part of the line).
// When it holds two packets more than has drained, the one that comes is marked and its sender told, and
// the phantom queue begins anew: so often, as the excess makes up two packets.
//
// The queue is as much as was sent, in 1/1000 bit, which is what a kb/s drains in a microsecond: exact, and
// nothing is divided.

#ifndef WEIR_RATE_BOUND_P4
#define WEIR_RATE_BOUND_P4

const bit<16> THRESHOLD_BY_RATE = 0xfffe;

const bit<64> PHANTOM_PER_BYTE = 8000;
// So long without a packet, and nothing is left; a product with lambda* then fits into 64 bits.
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
