// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.weir.control.ClassSpec;
import org.weir.control.PortSpec;
import org.weir.control.model.SharedPort;
import org.weir.control.policy.Policy;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.PortProblem;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/** Inputs of the solver for a port: its description, its estimates and the policy's tunables. */
final class PortInputs {
    private static final double BITS_PER_BYTE = 8;

    private PortInputs() {}

    /**
     * A port with the loads that are estimated now. A class has the load of the class with its
     * name; without such a class, no load.
     *
     * @param wanted classes with their targets
     * @param known classes that the estimates are of
     * @param estimates one for each class of {@code known}
     * @param pressure those of {@code known}
     * @param tuning tells the length of packets that were not measured yet
     */
    static PortProblem problem(
            PortSpec wanted,
            PortSpec known,
            List<QueueEstimate> estimates,
            SharePressure pressure,
            Tuning tuning) {
        List<ClassProblem> classes = new ArrayList<>();
        for (ClassSpec one : wanted.classes()) {
            int index = index(one.name(), known, estimates.size());
            QueueEstimate estimate = index < 0 ? new QueueEstimate() : estimates.get(index);
            classes.add(
                    new ClassProblem(
                            one.name(),
                            one.kind(),
                            one.importance(),
                            one.targets(),
                            estimate.currentLoadBps(),
                            BITS_PER_BYTE * estimate.currentPacketBytes(tuning),
                            estimate.delayMeanMs() / 1000,
                            estimate.dispersion(wanted.rateBps(), tuning),
                            tuning.get(Tunable.PRESSURE_GAIN) > 0
                                    ? OptionalDouble.of(index < 0 ? 1 : pressure.factor(index))
                                    : OptionalDouble.empty()));
        }
        return new PortProblem(
                        wanted.id().toString(), wanted.rateBps(), wanted.capacityPackets(), classes)
                .servedBy(scheduler(wanted));
    }

    /** Programs for Tofino count all delays in the coarsest buckets, and the ASIC schedules. */
    static SharedPort.Scheduler scheduler(PortSpec port) {
        return port.hasFineDelays()
                ? SharedPort.Scheduler.PRIORITY_LEVELS
                : SharedPort.Scheduler.DWRR;
    }

    /** Index of a class among those with estimates; -1 if there is none. */
    private static int index(String className, PortSpec known, int count) {
        for (int i = 0; i < count; i++) {
            if (known.classes().get(i).name().equals(className)) {
                return i;
            }
        }
        return -1;
    }

    /** The policy's tunables as the port's switch can have them. */
    static Tuning tuning(PortSpec spec, Policy policy) {
        return spec.supportsRateBasedMarking()
                ? policy.tuning()
                : policy.tuning().with(Tunable.PORT_UTILIZATION, 1);
    }
}
