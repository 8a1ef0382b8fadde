// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.config.InvalidFieldException;
import org.onosproject.net.config.NetworkConfigRegistry;
import org.onosproject.store.service.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.ClassChange;
import org.weir.app.RejectedException;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.change.Difference;
import org.weir.app.change.Edit;
import org.weir.app.change.Plan;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.RunningPolicy;
import org.weir.app.change.VersionStep;
import org.weir.control.PortId;
import org.weir.control.policy.CanaryRule;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.PolicyFormat;
import org.weir.control.policy.PolicyReader;

/** Holds the policy that runs, and follows and changes the one in ONOS's network configuration. */
public final class PolicyManager {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyManager.class);

    /**
     * Time within which an older version that is configured is taken for a node's that was slow, in
     * a cluster, ms.
     */
    private static final long OVERTAKE_MS = 5_000;

    private static final int MOST_REPAIRS = 10;

    private final ConfiguredPolicy configured;
    private final PolicyHistory history;
    private final Consumer<Policy> changed;
    private final PolicyAlerts alerts;
    private volatile Policy running;

    /** True if the configuration may have changed since it was read last. */
    private volatile boolean mustLoad;

    /** JSON and version of the policy that runs; null before the first. */
    private volatile RunningPolicy versioned;

    /** The document that was read last, a copy, and what it says; guarded by this. */
    private JsonNode readDocument;

    private Policy readPolicy;

    /** The plan that is in force at some ports; null without one. */
    private volatile Plan canary;

    /**
     * A manager without a policy.
     *
     * @param appId application whose policy it is
     * @param registry network configuration
     * @param history is given each policy before it begins to run
     * @param changed is given every policy that begins to run
     * @param alerts list of alerts, for a policy that runs and is not configured
     * @param executor reads the configuration after it has changed, off ONOS's event threads
     */
    public PolicyManager(
            ApplicationId appId,
            NetworkConfigRegistry registry,
            PolicyHistory history,
            Consumer<Policy> changed,
            AlertBoard alerts,
            Executor executor) {
        this.alerts = new PolicyAlerts(alerts, () -> running != null);
        this.configured =
                new ConfiguredPolicy(
                        appId,
                        registry,
                        result -> this.alerts.checked(result),
                        () -> executor.execute(this::loadOrLater));
        this.history = history;
        this.changed = changed;
    }

    /**
     * Takes up the configured policy, if there is one, and follows its changes. May be called again
     * if it fails.
     *
     * @throws StorageException if the store of the network configuration does not answer
     */
    public void start() {
        configured.follow();
        loadOrLater();
    }

    /** Stops to follow. */
    public void stop() {
        configured.leave();
    }

    /**
     * Puts a plan in force at the ports of its canary, or ends the one that was.
     *
     * @param plan the plan; null for none. It has no effect, and is forgotten, from another version
     *     of the policy on than the one on which it was made.
     */
    public synchronized void setCanary(Plan plan) {
        canary = plan;
        if (running != null) {
            loadOrLater();
        }
    }

    /** The plan that is in force at some ports, if there is one. */
    public Optional<Plan> canary() {
        return Optional.ofNullable(canary);
    }

    /** The plan that is in force at a port, if it is another policy than elsewhere. */
    public Optional<Plan> canary(PortId port) {
        return canary().filter(plan -> plan.canary().orElseThrow().ports().contains(port));
    }

    /**
     * Checks that a plan can be in force at some ports only.
     *
     * @throws RejectedException naming the field in which ports cannot differ
     */
    public void checkCanary(ObjectNode document, Set<PortId> ports) {
        Policy present = policy().orElseThrow(() -> noPolicy());
        CanaryRule.broken(present, check(document), ports)
                .ifPresent(
                        field -> {
                            throw new RejectedException(
                                    RejectedException.Reason.UNAVAILABLE,
                                    field,
                                    field
                                            + ": cannot differ between ports; apply the plan to"
                                            + " all");
                        });
    }

    private static RejectedException noPolicy() {
        return new RejectedException(RejectedException.Reason.UNAVAILABLE, "no policy is in force");
    }

    /** The policy that runs, if one does. */
    public Optional<Policy> policy() {
        return Optional.ofNullable(running);
    }

    /**
     * Changes a class, in the network configuration and thereby in what runs. If another node
     * changes the policy meanwhile, the change is made again to what that has made of it.
     *
     * @param name class
     * @param change the change
     * @param edit the author
     * @return the policy as this edit has made it
     * @throws RejectedException if nothing is configured, the class does not exist, the result
     *     breaks a rule, or another version runs than the edit is of
     */
    public RunningPolicy change(String name, ClassChange change, Edit edit) {
        if (document().isEmpty()) {
            throw noPolicy();
        }
        return write(
                before -> change.in(before == null ? document().orElseThrow() : before, name),
                edit);
    }

    /**
     * Replaces the whole policy, in the network configuration and thereby in what runs.
     *
     * @param document the policy's JSON
     * @param edit the author
     * @return the policy with its version
     * @throws RejectedException if it breaks a rule, or another version runs than the edit is of
     */
    public RunningPolicy replace(ObjectNode document, Edit edit) {
        return write(before -> document.deepCopy(), edit);
    }

    /**
     * Puts an earlier version in force again, as a new version.
     *
     * @param number the earlier one
     * @param edit the author
     * @return the policy with its new version
     * @throws RejectedException if there is no such version, or another version runs than the edit
     *     is of
     */
    public RunningPolicy rollBack(long number, Edit edit) {
        VersionStep earlier =
                history.version(number)
                        .orElseThrow(
                                () ->
                                        new RejectedException(
                                                RejectedException.Reason.UNKNOWN,
                                                "version",
                                                "version: there is no version "
                                                        + number
                                                        + " of the policy"));
        return write(before -> earlier.policy(), edit);
    }

    /** The version that runs; 0 before the first, or while the history cannot be read. */
    public long version() {
        return runningPolicy().map(RunningPolicy::version).orElse(0L);
    }

    /**
     * Makes up for what the store did not answer before: reads the configuration, finds the version
     * of the policy that runs, and brings one into force that was stored only.
     */
    public void findVersion() {
        if (mustLoad || running != null && (version() == 0 || history.isPendingAfter(version()))) {
            loadOrLater();
        }
    }

    /** The versions. */
    public PolicyHistory history() {
        return history;
    }

    /** Reads a policy that is not to run. */
    public Policy check(ObjectNode document) {
        try {
            return PolicyReader.read(document, WeirConfig.SOURCE);
        } catch (PolicyException e) {
            throw refusal(e);
        }
    }

    /** JSON of the policy that runs, if one does; it stays when its configuration is deleted. */
    public Optional<ObjectNode> document() {
        return runningPolicy().map(RunningPolicy::document);
    }

    /** JSON and version of the policy that runs, if one does. */
    public Optional<RunningPolicy> runningPolicy() {
        return Optional.ofNullable(versioned);
    }

    /**
     * Makes the next version of the last one. The store lets one node add it; another that was
     * slower begins again with what the first has made, unless its edit is of a certain version.
     *
     * @return the policy as the edit has made it, with its version
     */
    private RunningPolicy write(UnaryOperator<ObjectNode> change, Edit edit) {
        try {
            while (true) {
                settleConfigured();
                Optional<VersionStep> last = history.latest();
                long base = last.map(one -> one.version().version()).orElse(0L);
                requireVersion(edit, base);
                ObjectNode before = last.map(VersionStep::policy).orElse(null);
                ObjectNode next = change.apply(before);
                read(next);
                if (before != null && isSame(before, next)) {
                    publish(last.get());
                    load();
                    return new RunningPolicy(next, base);
                }
                requireNoCanary(base, next);
                Optional<PolicyVersion> added = history.addAfter(base, next, edit);
                if (added.isPresent()) {
                    publish(added.get(), next);
                    return new RunningPolicy(next, added.get().version());
                }
            }
        } catch (PolicyException e) {
            throw refusal(e);
        }
    }

    /** While a plan is in force at some ports, no policy follows but the plan's. */
    private void requireNoCanary(long base, ObjectNode next) {
        Plan plan = canary;
        if (plan != null && plan.basedOn() == base && !isSame(plan.policy(), next)) {
            throw new RejectedException(
                    RejectedException.Reason.UNAVAILABLE,
                    "plan "
                            + plan.number()
                            + " is a canary: apply it to all ports or roll it back first");
        }
    }

    private static void requireVersion(Edit edit, long base) {
        if (edit.basedOn().isPresent() && edit.basedOn().getAsLong() != base) {
            throw new RejectedException(
                    RejectedException.Reason.STALE,
                    "the policy is at version "
                            + base
                            + ", not "
                            + edit.basedOn().getAsLong()
                            + ": read it again");
        }
    }

    private void publish(PolicyVersion added, ObjectNode document) {
        try {
            configured.set(document);
        } catch (InvalidFieldException e) {
            history.remove(added);
            throw new RejectedException(RejectedException.Reason.INVALID, e.getMessage());
        } catch (RejectedException e) {
            throw new RejectedException(
                    e.reason(),
                    "stored as version "
                            + added.version()
                            + ", which comes into force when ONOS's store answers: "
                            + e.getMessage());
        }
        // A later version of another node may have been configured before this one.
        history.latest()
                .filter(last -> last.version().version() > added.version())
                .ifPresent(this::publish);
        load();
    }

    /** Configures the last version, if another policy is configured. */
    private void publish(VersionStep last) {
        VersionStep present = last;
        for (int i = 0; i < MOST_REPAIRS && !isSame(configured.document(), present.policy()); i++) {
            configured.set(present.policy());
            present = history.latest().orElse(present);
        }
    }

    /** Sees to it that the last version is what is configured, or is about to be. */
    private void settleConfigured() {
        JsonNode document = configured.document();
        if (document != null) {
            versionOf(document);
        }
    }

    /**
     * True for the same fields with the same values, in whatever order, notation and known format.
     */
    static boolean isSame(JsonNode one, JsonNode other) {
        return Difference.between(PolicyFormat.present(one), PolicyFormat.present(other)).isEmpty();
    }

    private static RejectedException refusal(PolicyException e) {
        return new RejectedException(
                RejectedException.Reason.INVALID, e.field(), e.field() + ": " + e.rule());
    }

    /**
     * Finds the version of what is configured. What was configured past this application becomes a
     * version.
     *
     * @return the version that counts: of the document, or a later one that another node is about
     *     to configure, or that ONOS stored and did not configure before it ended
     */
    private VersionStep versionOf(JsonNode document) {
        while (true) {
            Optional<VersionStep> last = history.latest();
            if (last.isPresent()
                    && (isSame(last.get().policy(), document)
                            || history.hasOvertaken(last.get(), document, OVERTAKE_MS)
                            || history.isHalfDone(last.get(), document))) {
                return last.get();
            }
            history.addAfter(
                    last.map(one -> one.version().version()).orElse(0L),
                    (ObjectNode) document.deepCopy(),
                    Edit.by("unknown", WeirConfig.VIA, "configured"));
        }
    }

    /** The version that counts of what is configured; empty if the store does not answer. */
    private Optional<VersionStep> findConfigured(JsonNode document) {
        try {
            VersionStep counts = versionOf(document);
            publish(counts);
            return Optional.of(counts);
        } catch (RejectedException e) {
            LOG.warn("the policy's version is not known: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** Without an answer of the store, the next look at the configuration notes it. */
    private void settle(PolicyVersion configured) {
        try {
            history.settle(configured);
        } catch (RejectedException e) {
            LOG.debug("version {} not noted as configured", configured.version(), e);
        }
    }

    /**
     * Reads a policy, or returns the last one if the document is equal: reading thousands of match
     * rules takes many times as long as comparing them.
     */
    private synchronized Policy read(JsonNode document) {
        if (!document.equals(readDocument)) {
            readPolicy = PolicyReader.read(document, WeirConfig.SOURCE);
            readDocument = document.deepCopy();
            logMigration(document);
        }
        return readPolicy;
    }

    private static void logMigration(JsonNode document) {
        JsonNode present = PolicyFormat.present(document);
        String changes =
                Difference.between(document, present).stream()
                        .map(one -> one.path() + ": " + one.before() + " -> " + one.after())
                        .collect(Collectors.joining(", "));
        if (!changes.isEmpty()) {
            LOG.info("policy of a former format migrated: {}", changes);
        }
    }

    /** Without an answer of the store, {@link #findVersion} loads. */
    private void loadOrLater() {
        try {
            load();
        } catch (RejectedException e) {
            LOG.warn("the configured policy is not known: {}", e.getMessage());
        }
    }

    private synchronized void load() {
        mustLoad = true;
        JsonNode document = configured.document();
        mustLoad = false;
        if (document == null) {
            if (running != null) {
                alerts.deleted();
                begin(read(versioned.document()), versioned);
            }
            return;
        }
        Optional<PolicyVersion> version;
        Policy policy;
        try {
            read(document);
            Optional<VersionStep> counts = findConfigured(document);
            version = counts.map(VersionStep::version);
            policy = read(counts.<JsonNode>map(VersionStep::policy).orElse(document));
        } catch (PolicyException e) {
            LOG.error("{}; the policy that runs stays in force", e.getMessage());
            alerts.checked(Optional.of(e));
            return;
        }
        alerts.configured();
        begin(
                policy,
                new RunningPolicy(readDocument, version.map(PolicyVersion::version).orElse(0L)));
        // After the policy runs: the store may take seconds to answer.
        version.ifPresent(this::settle);
    }

    /** Whoever reads the version and then the policy gets the policy of that version or a later. */
    private void begin(Policy network, RunningPolicy next) {
        Policy policy = withCanary(network, next.version());
        boolean isChanged = !policy.equals(running);
        if (isChanged) {
            running = policy;
        }
        versioned = next;
        if (isChanged) {
            LOG.info(
                    "policy in force: {} classes, objective {}, every {} ms",
                    policy.classes().size(),
                    policy.objective(),
                    policy.periodMs());
            changed.accept(policy);
        }
    }

    private Policy withCanary(Policy policy, long version) {
        // The version is 0 while it is not known; nothing then ends a canary.
        if (canary != null && version != 0 && canary.basedOn() != version) {
            LOG.info("plan {} is no canary any more: version {} runs", canary.number(), version);
            canary = null;
        }
        if (canary == null) {
            return policy;
        }
        try {
            return policy.withCanary(check(canary.policy()), canary.canary().orElseThrow().ports());
        } catch (IllegalArgumentException | RejectedException e) {
            LOG.error("plan {} is not in force anywhere: {}", canary.number(), e.getMessage());
            return policy;
        }
    }
}
