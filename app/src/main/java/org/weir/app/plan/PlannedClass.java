// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.weir.app.shape.JsonShape;
import org.weir.control.PortSettings;
import org.weir.control.QueueSettings;
import org.weir.control.loop.Decision;
import org.weir.control.loop.PortPlan;
import org.weir.control.solver.ClassSolution;
import org.weir.control.solver.InstalledPrediction;

/** A class at a port: as it is, and as a plan would have it. Immutable. */
final class PlannedClass {

    /** As JSON. */
    static final JsonShape<PlannedClass> SHAPE =
            JsonShape.<PlannedClass>named("PlannedClass")
                    .field("name", STRING, "Name of the class.", one -> one.name)
                    .field(
                            "loadBps",
                            INTEGER,
                            "Load that the plan was solved for, measured when it was made, bit/s.",
                            one -> one.loadBps)
                    .field(
                            "changes",
                            BOOLEAN,
                            "True if the switch would get other settings than it has.",
                            PlannedClass::changes)
                    .field(
                            "measured",
                            MeasuredQueue.SHAPE.type().orNull(),
                            "Measurements when the plan was made; null without a recent reading.",
                            one -> one.measured)
                    .field(
                            "now",
                            PlannedQueue.SHAPE.type().orNull(),
                            "Settings in the switch, with predictions under the policy in force;"
                                    + " null if the class has none.",
                            one -> one.now)
                    .field(
                            "planned",
                            PlannedQueue.SHAPE.type(),
                            "Settings under the planned policy, and predictions.",
                            one -> one.planned)
                    .end();

    private final String name;
    private final double loadBps;
    private final MeasuredQueue measured;
    private final PlannedQueue now;
    private final PlannedQueue planned;

    private PlannedClass(
            String name,
            double loadBps,
            MeasuredQueue measured,
            PlannedQueue now,
            PlannedQueue planned) {
        this.name = name;
        this.loadBps = loadBps;
        this.measured = measured;
        this.now = now;
        this.planned = planned;
    }

    /** The classes of a port, in the order of the planned policy. */
    static List<PlannedClass> of(PortPlan plan) {
        List<PlannedClass> classes = new ArrayList<>();
        for (int i = 0; i < plan.solution().classes().size(); i++) {
            ClassSolution solved = plan.solution().classes().get(i);
            classes.add(
                    new PlannedClass(
                            solved.name(),
                            plan.problem().classes().get(i).arrivalRate(),
                            MeasuredQueue.of(plan, solved.name()).orElse(null),
                            now(plan, solved.name()),
                            new PlannedQueue(
                                    plan.settings().queues().get(i), solved, solved.expected())));
        }
        return classes;
    }

    private static PlannedQueue now(PortPlan plan, String name) {
        Optional<Decision> decision = plan.decision();
        Optional<PortSettings> installed = plan.installed();
        if (decision.isEmpty() || installed.isEmpty()) {
            return null;
        }
        Decision last = decision.get();
        List<QueueSettings> queues = installed.get().queues();
        if (queues.size() != last.solution().classes().size()) {
            return null;
        }
        List<ClassSolution> predicted =
                InstalledPrediction.of(last.problem(), last.solution(), queues);
        for (int i = 0; i < queues.size(); i++) {
            ClassSolution one = predicted.get(i);
            if (one.name().equals(name)) {
                return new PlannedQueue(queues.get(i), one, one.expected());
            }
        }
        return null;
    }

    /** True if the switch would get other settings than it has. */
    boolean changes() {
        if (now == null) {
            return true;
        }
        QueueSettings before = now.settings();
        return !before.sameInDataPlane(planned.settings());
    }
}
