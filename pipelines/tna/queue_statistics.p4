// SPDX-License-Identifier: Apache-2.0

// What leaves a queue: packets, bytes and the histogram of queueing delays, as counters that the
// controller reads. The traffic manager's own measure of the delay has 18 bits on Tofino 1 and starts
// again every 0.26 ms; so the delay is the time since the packet came in, which holds the parser's and
// the ingress pipeline's half microsecond too.

#ifndef WEIR_QUEUE_STATISTICS_P4
#define WEIR_QUEUE_STATISTICS_P4

control QueueStatistics(inout headers_t hdr, inout metadata_t meta) {
    Counter<bit<64>, queue_t>(QUEUE_COUNT, CounterType_t.PACKETS_AND_BYTES) departures;
    Counter<bit<32>, bit<DELAY_COUNTER_BITS>>(DELAY_COUNTER_COUNT, CounterType_t.PACKETS) delays;

    DelayBuckets() delay_buckets;

    bit<DELAY_BUCKET_BITS> bucket;

    apply {
        delay_buckets.apply(meta.delay.us, bucket);
        if (meta.managed) {
            departures.count(meta.queue, BRIDGE_BYTES);
            delays.count(meta.queue ++ bucket);
        }
    }
}

#endif
