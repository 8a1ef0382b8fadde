// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.stratum;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.weir.control.ClassSpec;
import org.weir.control.PortSpec;
import org.weir.control.policy.PolicyException;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.QueueShare;

/**
 * Shares for a switch whose weights are set once, before anything has been measured: each class
 * gets the least rate it is promised, and what is left of the port is split by importance.
 */
final class StaticShares {
    private StaticShares() {}

    /**
     * The shares of a port.
     *
     * @param port the port and its classes
     * @param source origin of the policy, for messages
     * @throws PolicyException if the classes are promised more than the port has
     */
    static PortSchedule of(PortSpec port, String source) {
        double promisedBps = 0;
        double importance = 0;
        for (ClassSpec each : port.classes()) {
            promisedBps += each.targets().minRateBps().orElse(0);
            importance += each.importance();
        }
        double leftBps = port.rateBps() - promisedBps;
        if (leftBps <= 0) {
            throw new PolicyException(
                    source,
                    "classes.targets.minRateBps",
                    "the classes are promised "
                            + Math.round(promisedBps)
                            + " bit/s together, port "
                            + port.id()
                            + " must have more than that, has "
                            + port.rateBps());
        }
        List<QueueShare> shares = new ArrayList<>();
        for (ClassSpec each : port.classes()) {
            double rateBps =
                    each.targets().minRateBps().orElse(0)
                            + leftBps * each.importance() / importance;
            OptionalLong maxRateBps = OptionalLong.empty();
            if (each.targets().maxRateBps().isPresent()) {
                maxRateBps = OptionalLong.of(Math.round(each.targets().maxRateBps().getAsDouble()));
            }
            shares.add(new QueueShare(Math.min(1, rateBps / port.rateBps()), maxRateBps));
        }
        return new PortSchedule(port.id(), shares);
    }
}
