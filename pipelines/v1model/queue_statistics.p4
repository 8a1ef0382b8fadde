// SPDX-License-Identifier: Apache-2.0

// Counters of departures from a queue, which the controller reads (docs/telemetry.md): packets, bytes, and the
// histogram of queueing delays.

#ifndef WEIR_QUEUE_STATISTICS_P4
#define WEIR_QUEUE_STATISTICS_P4

control QueueStatistics(in metadata_t meta, in standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) departures;
    counter(DELAY_COUNTER_COUNT, CounterType.packets) delays;

    DelayBuckets() delay_buckets;

    apply {
        bit<DELAY_BUCKET_BITS> bucket;
        delay_buckets.apply(standard_metadata.deq_timedelta, bucket);
        if (!meta.dropped) {
            departures.count(meta.queue);
            delays.count(meta.queue << DELAY_BUCKET_BITS | (bit<32>) bucket);
        }
    }
}

#endif
