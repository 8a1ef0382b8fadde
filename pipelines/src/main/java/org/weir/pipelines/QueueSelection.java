// SPDX-License-Identifier: Apache-2.0
package org.weir.pipelines;

import java.util.Map;
import java.util.TreeMap;

/** Which counters of which queues of a switch to read in one request. */
public final class QueueSelection {

    /** How much to read of a queue; each includes the one before. */
    public enum Depth {
        /** How many packets have arrived: one counter, enough to tell whether anything happened. */
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

    /** What to read of each queue. */
    public Map<QueueId, Depth> queues() {
        return queues;
    }
}
