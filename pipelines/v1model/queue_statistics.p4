// SPDX-License-Identifier: Apache-2.0

// What leaves a queue: packets, bytes and the histogram of queueing delays, as counters that the
// controller reads.

#ifndef WEIR_QUEUE_STATISTICS_P4
#define WEIR_QUEUE_STATISTICS_P4

control QueueStatistics(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    counter(QUEUE_COUNT, CounterType.packets_and_bytes) departures;
    counter(DELAY_COUNTER_COUNT, CounterType.packets) delays;

    DelayBuckets() delay_buckets;

    action count_departure(in bit<32> packets) {
        bit<32> port = (bit<32>) standard_metadata.egress_port;
        bit<32> port_dequeued;
        port_dequeued_packets.read(port_dequeued, port);
        port_dequeued_packets.write(port, port_dequeued + packets);
    }

    action count_round() {
        bit<32> port = (bit<32>) standard_metadata.egress_port;
        bit<32> round;
        bit<16> departed;
        rounds.read(round, port);
        round_departures.read(departed, port);
        departed = departed + 1;
        round = departed >= meta.round_packets ? round + 1 : round;
        departed = departed >= meta.round_packets ? 0 : departed;
        rounds.write(port, round);
        round_departures.write(port, departed);
    }

    apply {
        bit<DELAY_BUCKET_BITS> bucket;
        delay_buckets.apply(standard_metadata.deq_timedelta, bucket);
        if (!meta.dropped) {
            departures.count(meta.queue);
            delays.count(meta.queue << DELAY_BUCKET_BITS | (bit<32>) bucket);
        }

        if (meta.has_virtual_queue) {
            bit<32> dequeued;
            dequeued_packets.read(dequeued, meta.queue);
            dequeued_packets.write(meta.queue, meta.enqueue_number);
            last_dequeue_us.write(meta.queue, standard_metadata.egress_global_timestamp);
            bit<32> gone = meta.enqueue_number - dequeued;
            count_departure(gone[31:31] == 1 ? 32w1 : gone);
            count_round();
        }
    }
}

#endif
