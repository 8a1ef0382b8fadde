// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.change.Canary;
import org.weir.app.change.Difference;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyChanges;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.RunningPolicy;
import org.weir.app.change.VersionStep;
import org.weir.app.json.ChangeJson;
import org.weir.app.plan.Simulation;
import org.weir.control.PortId;

/** Versions and plans of a policy held in memory. A plan has one port, device:s1/4. */
final class InMemoryChanges implements PolicyChanges {
    private static final long TIME_MS = 1_700_000_000_000L;

    private final InMemoryWeir weir;
    private final List<PolicyVersion> versions = new ArrayList<>();
    private final List<ObjectNode> policies = new ArrayList<>();
    private final TreeMap<Long, Plan> plans = new TreeMap<>();

    InMemoryChanges(InMemoryWeir weir) {
        this.weir = weir;
    }

    void accepted(ObjectNode policy, Edit edit) {
        versions.add(new PolicyVersion(versions.size() + 1, TIME_MS, edit));
        policies.add(policy.deepCopy());
    }

    @Override
    public long version() {
        return versions.size();
    }

    @Override
    public List<PolicyVersion> versions() {
        return versions;
    }

    @Override
    public Optional<VersionStep> version(long number) {
        int index = (int) number - 1;
        return index < 0 || index >= versions.size()
                ? Optional.empty()
                : Optional.of(
                        new VersionStep(
                                versions.get(index),
                                index == 0 ? null : policies.get(index - 1),
                                policies.get(index)));
    }

    @Override
    public RunningPolicy rollBack(long number, Edit edit) {
        return weir.setPolicy(
                version(number)
                        .orElseThrow(
                                () ->
                                        new RejectedException(
                                                Reason.UNKNOWN, "version", "version: unknown"))
                        .policy(),
                edit);
    }

    @Override
    public Plan plan(ObjectNode policy, Edit edit) {
        if (edit.basedOn().isPresent() && edit.basedOn().getAsLong() != version()) {
            throw new RejectedException(Reason.STALE, "another version runs");
        }
        ObjectNode stored = JsonNodeFactory.instance.objectNode();
        stored.put("basedOn", version()).put("timeMs", TIME_MS).put("who", edit.who());
        stored.put("state", Plan.State.OPEN.name()).set("policy", policy);
        ObjectNode port = stored.putArray("ports").addObject();
        port.put("device", "device:s1").put("port", 4).put("feasible", true).put("changes", false);
        port.putArray("classes").addObject().put("name", "A");
        stored.set(
                "differences",
                ChangeJson.DIFFERENCE.writeAll(
                        Difference.between(weir.policyDocument().orElse(null), policy)));
        long number = plans.isEmpty() ? 1 : plans.lastKey() + 1;
        plans.put(number, Plan.of(number, stored));
        return plans.get(number);
    }

    @Override
    public List<Plan> plans() {
        return List.copyOf(plans.values());
    }

    @Override
    public Optional<Plan> plan(long number) {
        return Optional.ofNullable(plans.get(number));
    }

    @Override
    public Plan apply(long number, int guardSeconds, Edit edit) {
        Plan plan =
                plan(number)
                        .orElseThrow(() -> new RejectedException(Reason.UNKNOWN, "plan: unknown"));
        if (plan.basedOn() != version()) {
            throw new RejectedException(Reason.STALE, "another version runs");
        }
        weir.setPolicy(plan.policy(), edit);
        Plan applied = plan.appliedAs(version());
        plans.put(number, guardSeconds > 0 ? applied.guarded(guardSeconds, TIME_MS) : applied);
        return plans.get(number);
    }

    @Override
    public Plan applyTo(long number, Set<PortId> ports, int guardSeconds, Edit edit) {
        Plan plan =
                plan(number)
                        .orElseThrow(() -> new RejectedException(Reason.UNKNOWN, "plan: unknown"));
        plans.put(number, plan.in(new Canary(ports, TIME_MS, edit.who())));
        return plans.get(number);
    }

    @Override
    public Plan endCanary(long number, Edit edit) {
        Plan plan =
                plan(number)
                        .orElseThrow(() -> new RejectedException(Reason.UNKNOWN, "plan: unknown"));
        if (plan.state() != Plan.State.CANARY) {
            throw new RejectedException(Reason.UNAVAILABLE, "no canary");
        }
        plans.put(number, plan.in(Plan.State.ROLLED_BACK, "canary rolled back"));
        return plans.get(number);
    }

    @Override
    public Plan simulated(long number, ObjectNode result) {
        Plan plan =
                plan(number)
                        .orElseThrow(() -> new RejectedException(Reason.UNKNOWN, "plan: unknown"));
        Simulation.check(result, plan.ports());
        plans.put(number, plan.withSimulation(result));
        return plans.get(number);
    }

    @Override
    public void forget(long number) {
        plans.remove(number);
    }
}
