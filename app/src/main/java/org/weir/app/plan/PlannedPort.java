// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.STRING;

import java.util.List;
import org.weir.app.shape.JsonShape;
import org.weir.control.loop.PortPlan;

/** Ports of a plan as JSON. */
public final class PlannedPort {

    /** A port as a plan would have it. */
    static final JsonShape<PortPlan> SHAPE =
            JsonShape.<PortPlan>named("PlannedPort")
                    .field("device", STRING, "ONOS device id.", plan -> plan.spec().id().device())
                    .field(
                            "port",
                            INTEGER.atLeast(1),
                            "Port number.",
                            plan -> plan.spec().id().port())
                    .field(
                            "feasible",
                            BOOLEAN,
                            "True if all targets are expected to be met at the loads measured when"
                                    + " the plan was made, the ends of the intervals included.",
                            PlannedPort::isFeasible)
                    .field(
                            "changes",
                            BOOLEAN,
                            "True if the switch would get other settings than it has.",
                            plan -> PlannedClass.of(plan).stream().anyMatch(PlannedClass::changes))
                    .field("classes", PlannedClass.SHAPE.type().list(), "", PlannedClass::of)
                    .end();

    private PlannedPort() {}

    /** The declared shapes of a plan's ports. */
    public static List<JsonShape<?>> shapes() {
        return List.of(SHAPE, PlannedClass.SHAPE, MeasuredQueue.SHAPE, PlannedQueue.SHAPE);
    }

    private static boolean isFeasible(PortPlan plan) {
        return plan.solution().classes().stream().allMatch(one -> one.missed().isEmpty());
    }
}
