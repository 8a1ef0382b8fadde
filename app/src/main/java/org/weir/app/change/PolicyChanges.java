// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.weir.control.PortId;

/**
 * The policy's history, and plans for its future. Refusals are {@code RejectedException}s, whose
 * message names the field and the rule; after one nothing has changed.
 */
public interface PolicyChanges {

    /** The version of the policy that runs; 0 if there is none or the store does not answer. */
    long version();

    /** The versions that are kept (the last 100), oldest first, without their policies. */
    List<PolicyVersion> versions();

    /** A version; empty if there is none with this number, or it is no longer kept. */
    Optional<VersionStep> version(long number);

    /**
     * Puts an earlier version in force again, as a new version.
     *
     * @param number the earlier version
     * @param edit the author
     * @return the new version; another may run by now
     */
    RunningPolicy rollBack(long number, Edit edit);

    /**
     * Makes a plan. Nothing that runs changes.
     *
     * @param policy the whole policy
     * @param edit the author
     * @return the plan, which is kept
     */
    Plan plan(ObjectNode policy, Edit edit);

    /**
     * The plans that are kept, oldest first, without their ports: the last 100, and an older one
     * that is a canary or under guard.
     */
    List<Plan> plans();

    /** A plan; empty if there is none with this number. */
    Optional<Plan> plan(long number);

    /**
     * Puts a plan in force at some ports, or at more of them, before the rest of the network: a
     * canary. It becomes no version of the policy. While it lasts, no other change of the policy is
     * accepted except by ONOS's network configuration, which ends it.
     *
     * @param number the plan, open or a canary
     * @param ports the ports, under control; ports that have the plan already keep it
     * @param guardSeconds as for {@link #apply}
     * @param edit the author
     * @return the plan in its new state
     */
    Plan applyTo(long number, Set<PortId> ports, int guardSeconds, Edit edit);

    /**
     * Ends a canary: its ports have the policy of the others again.
     *
     * @param number the plan
     * @param edit the author
     * @return the plan in its new state
     */
    Plan endCanary(long number, Edit edit);

    /**
     * Puts a plan in force at all ports; completes a canary. A plan that was made on another
     * version than the one that runs is refused, as is one that was applied before.
     *
     * @param number the plan
     * @param guardSeconds time in which the plan is taken back if targets are missed more than
     *     before; 0 for no guard
     * @param edit the author
     * @return the plan in its new state
     */
    Plan apply(long number, int guardSeconds, Edit edit);

    /**
     * Attaches the result of a simulation to a plan, in place of an earlier one.
     *
     * @param number the plan
     * @param result of the shape {@code Simulation}
     * @return the plan with it
     */
    Plan simulated(long number, ObjectNode result);

    /** Forgets a plan; one that is not there is forgotten already. */
    void forget(long number);
}
