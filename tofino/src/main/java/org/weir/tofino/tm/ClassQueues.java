// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.QueueShare;

/**
 * Use of each of the {@value #COUNT} queues that Weir's program uses on a port: queue i is class
 * i's; the last is for control traffic and feedback and goes before all others, unless a class has
 * it; packets that the program may put into a queue without a class get the least that round robin
 * can give. Immutable.
 */
public final class ClassQueues {
    /** Queues of a port that the program uses. */
    public static final int COUNT = 8;

    /** Queue of control traffic and feedback. */
    public static final int CONTROL = COUNT - 1;

    private final DwrrWeights weights;
    private final List<QueueShare> shares;

    /**
     * @param schedule shares of the classes
     */
    public ClassQueues(PortSchedule schedule) {
        shares = schedule.shares();
        weights = DwrrWeights.of(shares.stream().mapToDouble(QueueShare::weightFraction).toArray());
    }

    /** The classes' weights, in their order. */
    public DwrrWeights weights() {
        return weights;
    }

    /**
     * Returns the scheduling of one queue: priority, weight and maximum rate.
     *
     * @param queue 0 to 7
     */
    public QueueScheduling scheduling(int queue) {
        if (queue < shares.size()) {
            return new QueueScheduling(
                    QueueScheduling.LOWEST_PRIORITY,
                    weights.weights().get(queue),
                    shares.get(queue).maxRateBps());
        }
        int priority =
                queue == CONTROL
                        ? QueueScheduling.HIGHEST_PRIORITY
                        : QueueScheduling.LOWEST_PRIORITY;
        return new QueueScheduling(priority, DwrrWeights.MIN, OptionalLong.empty());
    }

    /**
     * Returns the scheduling of all of a port's queues.
     *
     * @param keys keys of the queues, by queue number
     */
    public Map<QueueKey, QueueScheduling> schedulings(List<QueueKey> keys) {
        Map<QueueKey, QueueScheduling> all = new LinkedHashMap<>();
        for (int queue = 0; queue < COUNT; queue++) {
            all.put(keys.get(queue), scheduling(queue));
        }
        return all;
    }
}
