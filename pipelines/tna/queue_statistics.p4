// SPDX-License-Identifier: Apache-2.0

// Counters of departures from a queue, which the controller reads (docs/telemetry.md): packets, bytes, and the
// histogram of queueing delays. The traffic manager's own measure of the delay has 18 bits on Tofino 1 and wraps after
// 0.26 ms. So the delay is the time since the packet's arrival, which includes half a microsecond in parser and
// ingress.

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
