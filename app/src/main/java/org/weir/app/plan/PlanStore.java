// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.change.Plan;
import org.weir.app.policy.DocumentStore;
import org.weir.control.loop.PortPlan;

/**
 * The stored plans. A plan is two documents: its policy and state, and the details that a list of
 * plans does not need (ports, simulation), which are many in a large network. Old plans are
 * forgotten, but none that is undecided.
 */
final class PlanStore {
    private static final String PORTS = "ports";
    private static final String SIMULATION = "simulation";

    /** Document among the details, of no plan, that has the number of the last plan. */
    private static final long NUMBERS = 0;

    private static final String LAST = "last";

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
     * Adds a plan. Its number was never another plan's: somebody may still mean a plan that is
     * gone.
     *
     * @param entry its policy and state
     * @param ports its ports
     * @return the plan with the number that it has got
     */
    Plan add(ObjectNode entry, List<PortPlan> ports) {
        ObjectNode detail = JsonNodeFactory.instance.objectNode();
        detail.set(PORTS, PlannedPort.SHAPE.writeAll(ports));
        long number = nextNumber();
        while (!summaries.addAs(number, entry, old -> Plan.of(0, old).isUndecided())) {
            number = nextNumber();
        }
        details.addAs(number, detail, old -> true);
        forgetDetails();
        return Plan.of(number, entry).with(detail.path(PORTS));
    }

    /** Takes the next number, which no other node gets. */
    private long nextNumber() {
        while (true) {
            NavigableSet<Long> known = summaries.numbers();
            // A store of an earlier version has plans and no last number.
            long last =
                    Math.max(
                            known.isEmpty() ? 0 : known.last(),
                            details.get(NUMBERS)
                                    .map(document -> document.path(LAST).asLong())
                                    .orElse(0L));
            ObjectNode next = JsonNodeFactory.instance.objectNode().put(LAST, last + 1);
            if (details.addAs(NUMBERS, next, old -> true)
                    || details.change(
                            NUMBERS,
                            present -> present.path(LAST).asLong() <= last ? next : null)) {
                return last + 1;
            }
        }
    }

    /** Forgets the details of plans that are gone. */
    private void forgetDetails() {
        // A plan is added before its details: those that are read here have one, or had one.
        NavigableSet<Long> gone = details.numbers();
        gone.remove(NUMBERS);
        gone.removeAll(summaries.numbers());
        gone.forEach(details::remove);
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

    /**
     * Removes a plan, if it is there, unless it is undecided.
     *
     * @return the plan if it stays
     */
    Optional<Plan> remove(long number) {
        Optional<Plan> kept =
                summaries
                        .removeUnless(number, stored -> Plan.of(number, stored).isUndecided())
                        .map(stored -> Plan.of(number, stored));
        if (kept.isEmpty() && number != NUMBERS) {
            details.remove(number);
        }
        return kept;
    }
}
