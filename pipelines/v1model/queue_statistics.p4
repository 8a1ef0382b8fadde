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
        // Shifted to the left, delays fall into finer buckets: from 1 us to 33 ms instead of 64 us to 2.1 s. Those of
        // 2.1 s and more are in the last bucket without a shift, which would lose their bits.
        bit<32> delay = standard_metadata.deq_timedelta;
        if (delay[31:21] == 0) {
            delay = delay << meta.delay_shift;
        }
        delay_buckets.apply(delay, bucket);
        if (!meta.dropped) {
            departures.count(meta.queue);
            delays.count(meta.queue << DELAY_BUCKET_BITS | (bit<32>) bucket);
        }
    }
}

#endif
