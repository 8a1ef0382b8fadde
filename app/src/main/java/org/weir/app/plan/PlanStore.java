// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.change.Plan;
import org.weir.app.policy.DocumentStore;
import org.weir.control.loop.PortPlan;

/**
 * The stored plans. A plan is two documents: its policy and state, and the details that a list of
 * plans does not need (ports, simulation), which are many in a large network.
 */
final class PlanStore {
    private static final String PORTS = "ports";
    private static final String SIMULATION = "simulation";

    private final DocumentStore summaries;
    private final DocumentStore details;

    /**
     * Plans that are stored in two stores.
     *
     * @param summaries keeps policy and state of each plan, by its number
     * @param details keeps the ports of each plan, and its simulation
     */
    PlanStore(DocumentStore summaries, DocumentStore details) {
        this.summaries = summaries;
        this.details = details;
    }

    static RejectedException unknown(long number) {
        return new RejectedException(Reason.UNKNOWN, "plan: there is no plan " + number);
    }

    /**
     * Adds a plan.
     *
     * @param entry its policy and state
     * @param ports its ports
     * @return the plan with the number that it has got
     */
    Plan add(ObjectNode entry, List<PortPlan> ports) {
        long number = summaries.add(any -> entry);
        ObjectNode detail = JsonNodeFactory.instance.objectNode();
        detail.set(PORTS, PlannedPort.SHAPE.writeAll(ports));
        details.addAs(number, detail);
        return Plan.of(number, entry).with(detail.path(PORTS));
    }

    /** All plans without their details, oldest first. */
    List<Plan> summaries() {
        List<Plan> plans = new ArrayList<>();
        summaries.numbers().forEach(number -> summary(number).ifPresent(plans::add));
        return plans;
    }

    /** A plan without its details. */
    Optional<Plan> summary(long number) {
        return summaries.get(number).map(entry -> Plan.of(number, entry));
    }

    /** A plan with its details. */
    Optional<Plan> whole(long number) {
        return summary(number)
                .map(
                        plan -> {
                            JsonNode detail = detail(number);
                            return plan.with(detail.path(PORTS))
                                    .withSimulation(detail.path(SIMULATION));
                        });
    }

    private ObjectNode detail(long number) {
        return details.get(number)
                .orElseGet(
                        () -> {
                            ObjectNode none = JsonNodeFactory.instance.objectNode();
                            none.putArray(PORTS);
                            return none;
                        });
    }

    /**
     * Attaches the result of a simulation to a plan.
     *
     * @return whether the plan still has details
     */
    boolean attach(long number, ObjectNode simulation) {
        return details.change(
                number,
                detail -> {
                    detail.set(SIMULATION, simulation.deepCopy());
                    return detail;
                });
    }

    /** Stores the next state of a plan. */
    void put(Plan next) {
        summaries.change(next.number(), present -> next.stored());
    }

    /**
     * Stores the next state of a plan, unless it was changed meanwhile.
     *
     * @param state state that it must still have
     * @return whether it is stored
     */
    boolean putFrom(Plan.State state, Plan next) {
        return summaries.change(
                next.number(),
                present -> Plan.of(next.number(), present).state() == state ? next.stored() : null);
    }

    /** Removes a plan, if it is there. */
    void remove(long number) {
        summaries.remove(number);
        details.remove(number);
    }
}
