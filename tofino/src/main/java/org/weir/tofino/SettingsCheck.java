// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import java.util.List;
import java.util.Optional;
import org.weir.control.scheduler.PortSchedule;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.tm.ClassQueues;
import org.weir.tofino.tm.QueueKey;
import org.weir.tofino.tm.QueueScheduling;
import org.weir.tofino.tm.TrafficManagerTables;

/** Compares what a port's queues have with what they were given. */
final class SettingsCheck {
    private SettingsCheck() {}

    /**
     * The first queue of a port that has another priority or weight than it was given, or is held
     * to a rate without having been, or the reverse. Rates are not compared, since a driver may
     * round one to what its shapers can have.
     *
     * @param manager the switch's traffic manager
     * @param devPort the ASIC's own number of the port
     * @param given the schedule that the port was given
     * @return the queue, what it has and what it was given; empty if there is none
     * @throws BfRtException if the switch cannot be read
     */
    static Optional<String> difference(
            TrafficManagerTables manager, int devPort, PortSchedule given) {
        List<QueueKey> keys = manager.queues(devPort).first(ClassQueues.COUNT);
        List<QueueScheduling> found = manager.schedulings(keys);
        ClassQueues queues = new ClassQueues(given);
        for (int queue = 0; queue < keys.size(); queue++) {
            QueueScheduling has = found.get(queue);
            QueueScheduling had = queues.scheduling(queue);
            if (has.priority() != had.priority()
                    || has.weight() != had.weight()
                    || has.maxRateBps().isPresent() != had.maxRateBps().isPresent()) {
                return Optional.of("queue " + queue + " has " + has + " instead of " + had);
            }
        }
        return Optional.empty();
    }
}
