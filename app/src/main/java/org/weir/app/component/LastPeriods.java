// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.control.Targets;
import org.weir.control.loop.ClassState;
import org.weir.control.loop.PortState;

/** The last period of each class at each port, for the guard of a plan. */
final class LastPeriods {
    private LastPeriods() {}

    /**
     * The classes whose last period can be judged: they have targets and traffic, the readings are
     * fresh, and the counters tell.
     *
     * @return by port and class, true if all targets were met
     */
    static Map<String, Boolean> judged(List<PortState> ports) {
        Map<String, Boolean> met = new TreeMap<>();
        for (PortState port : ports) {
            for (ClassState one : port.classes()) {
                boolean isJudged =
                        port.isFresh()
                                && !one.spec().targets().equals(Targets.NONE)
                                && one.arrivalRateBps() > 0
                                && (one.undecidedTargets().isEmpty()
                                        || !one.missedTargets().isEmpty());
                if (isJudged) {
                    met.put("class " + one.spec().name() + " at " + port.port(), one.targetMet());
                }
            }
        }
        return met;
    }
}
