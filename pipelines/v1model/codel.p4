// SPDX-License-Identifier: Apache-2.0

// CoDel (RFC 8289, section 5). When the delay of a queue's packets has been above `target` for `interval`, a congestion
// episode begins. It lasts until a packet's delay is below `target`. Congestion events in it are
// interval / sqrt(number of events) apart. RFC 8289's pseudocode drops a packet at each event and then dequeues
// the next one. This control only reports the event, and runs again with the next packet.

#ifndef WEIR_CODEL_P4
#define WEIR_CODEL_P4

// A congestion episode within so many intervals of the last event continues that episode's count.
const bit<48> CODEL_MEMORY_INTERVALS = 16;

control Codel(in bit<32> queue,
              in bit<48> now_us,
              in bit<32> delay_us,
              in bool last_packets,
              in bit<32> target_us,
              in bit<32> interval_us,
              out bool congested) {
    register<bit<48>>(QUEUE_COUNT) first_above_us;
    register<bit<48>>(QUEUE_COUNT) next_event_us;
    register<bit<32>>(QUEUE_COUNT) events;
    register<bit<32>>(QUEUE_COUNT) first_events;
    register<bit<1>>(QUEUE_COUNT) congested_before;

    InverseSqrt() inverse_sqrt;

    apply {
        bit<48> above_us;
        bit<48> next_us;
        bit<32> count;
        bit<32> first_count;
        bit<1> before;
        first_above_us.read(above_us, queue);
        next_event_us.read(next_us, queue);
        events.read(count, queue);
        first_events.read(first_count, queue);
        congested_before.read(before, queue);

        bool above = false;
        if (delay_us < target_us || last_packets) {
            above_us = 0;
        } else if (above_us == 0) {
            above_us = now_us + (bit<48>) interval_us;
        } else {
            above = now_us >= above_us;
        }
        first_above_us.write(queue, above_us);

        congested = false;
        bit<48> from_us = next_us;
        if (above && before == 0) {
            congested = true;
            bit<32> recent = count - first_count;
            count = 1;
            if (recent > 1
                    && now_us < next_us + CODEL_MEMORY_INTERVALS * (bit<48>) interval_us) {
                count = recent;
            }
            first_events.write(queue, count);
            from_us = now_us;
        } else if (above && now_us >= next_us) {
            congested = true;
            count = count + 1;
        }
        congested_before.write(queue, above ? 1w1 : 1w0);
        if (congested) {
            bit<128> root;
            inverse_sqrt.apply(count, root);
            // To the nearest microsecond; the root is up to one unit too small.
            bit<128> step_us = ((bit<128>) interval_us * (root + 1) + (128w1 << 39)) >> 40;
            events.write(queue, count);
            next_event_us.write(queue, from_us + (bit<48>) step_us);
        }
    }
}

#endif
