// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.weir.app.plan.LastPeriod;
import org.weir.control.PortId;
import org.weir.control.Targets;
import org.weir.control.loop.ClassState;
import org.weir.control.loop.PortState;

/** The last period of each class at each port, for the guard of a plan. */
final class LastPeriods {
    private LastPeriods() {}

    /**
     * The classes whose last period can be judged: they have targets and traffic, the readings are
     * fresh, and the counters tell. Periods with fewer packets than a verdict needs are added up
     * until there are enough. They count as one period, the last of them, so that each bad period
     * counts once.
     *
     * @param numbers number of each port's last period, read before the ports
     * @param isInForce true for a port whose switch has settings of the policy that is watched
     * @return by class and port
     */
    static Map<String, LastPeriod> judged(
            Map<PortId, Long> numbers, List<PortState> ports, Predicate<PortId> isInForce) {
        Map<String, LastPeriod> judged = new TreeMap<>();
        for (PortState port : ports) {
            for (ClassState one : port.classes()) {
                boolean isJudged =
                        port.isFresh()
                                && !one.spec().targets().equals(Targets.NONE)
                                && one.arrivalRateBps() > 0
                                && one.isPeriodJudged()
                                && (one.undecidedTargets().isEmpty()
                                        || !one.missedTargets().isEmpty());
                if (isJudged) {
                    judged.put(
                            "class " + one.spec().name() + " at " + port.port(),
                            new LastPeriod(
                                    numbers.getOrDefault(port.port(), 0L),
                                    one.targetMet(),
                                    isInForce.test(port.port())));
                }
            }
        }
        return judged;
    }
}
