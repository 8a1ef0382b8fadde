// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.Map;
import java.util.TreeMap;

/** Selection of queue counters of a switch to read in one request. */
public final class QueueSelection {

    /** Set of a queue's counters to read; each includes the one before. */
    public enum Depth {
        /**
         * Number of packets that have arrived: one counter, enough to see whether anything changed.
         */
        ARRIVALS,
        /** Every counter but those of the delays. */
        COUNTERS,
        /** The counters and the histogram of the delays, 64 more. */
        DELAYS
    }

    private final Map<QueueId, Depth> queues = new TreeMap<>();

    /** Adds a queue, or reads another part of it. */
    public QueueSelection add(QueueId queue, Depth depth) {
        queues.put(queue, depth);
        return this;
    }

    /** Counters to read of each queue. */
    public Map<QueueId, Depth> queues() {
        return queues;
    }
}
