// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.config.ConfigFactory;
import org.onosproject.net.config.InvalidFieldException;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigRegistry;
import org.onosproject.net.config.basics.SubjectFactories;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.ClassChange;
import org.weir.app.RejectedException;
import org.weir.app.change.Difference;
import org.weir.app.change.Edit;
import org.weir.app.change.PolicyVersion;
import org.weir.app.change.VersionStep;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.PolicyReader;

/** Holds the policy that runs, and follows and changes the one in ONOS's network configuration. */
public final class PolicyManager {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyManager.class);

    private final ApplicationId appId;
    private final NetworkConfigRegistry registry;
    private final PolicyHistory history;
    private final Consumer<Policy> changed;
    private final ConfigFactory<ApplicationId, WeirConfig> factory =
            new ConfigFactory<>(
                    SubjectFactories.APP_SUBJECT_FACTORY, WeirConfig.class, WeirConfig.KEY) {
                @Override
                public WeirConfig createConfig() {
                    return new WeirConfig();
                }
            };
    private final NetworkConfigListener listener;
    private volatile Policy running;

    /** The document that was read last, a copy, and what it says; guarded by this. */
    private JsonNode readDocument;

    private Policy readPolicy;

    /** The version that runs; 0 before the first, or while the history cannot be read. */
    private volatile long version;

    /**
     * A manager without a policy.
     *
     * @param appId application whose policy it is
     * @param registry network configuration
     * @param history is given each policy before it begins to run
     * @param changed is given every policy that begins to run
     * @param executor reads the configuration after it has changed, off ONOS's event threads
     */
    public PolicyManager(
            ApplicationId appId,
            NetworkConfigRegistry registry,
            PolicyHistory history,
            Consumer<Policy> changed,
            Executor executor) {
        this.listener = event -> executor.execute(() -> onEvent(event));
        this.appId = appId;
        this.registry = registry;
        this.history = history;
        this.changed = changed;
    }

    /** Takes up the configured policy, if there is one, and follows its changes. */
    public void start() {
        registry.registerConfigFactory(factory);
        registry.addListener(listener);
        load();
    }

    /** Stops to follow. */
    public void stop() {
        registry.removeListener(listener);
        registry.unregisterConfigFactory(factory);
    }

    /** The policy that runs, if one does. */
    public Optional<Policy> policy() {
        return Optional.ofNullable(running);
    }

    /**
     * Changes a class, in the network configuration and thereby in what runs.
     *
     * @param name class
     * @param change the change
     * @param edit the author
     * @throws RejectedException if nothing is configured, the class does not exist, the result
     *     breaks a rule, or another version runs than the edit is of
     */
    public synchronized void change(String name, ClassChange change, Edit edit) {
        WeirConfig config = registry.getConfig(appId, WeirConfig.class);
        if (config == null || running == null) {
            throw new RejectedException(
                    RejectedException.Reason.UNAVAILABLE, WeirConfig.SOURCE + ": no policy yet");
        }
        JsonNode edited = change.in((ObjectNode) config.node(), name);
        apply(edited, edit);
    }

    /**
     * Replaces the whole policy, in the network configuration and thereby in what runs.
     *
     * @param document the policy's JSON
     * @param edit the author
     * @throws RejectedException if it breaks a rule, or another version runs than the edit is of
     */
    public synchronized void replace(ObjectNode document, Edit edit) {
        apply(document.deepCopy(), edit);
    }

    /**
     * Puts an earlier version in force again, as a new version.
     *
     * @param number the earlier one
     * @param edit the author
     * @throws RejectedException if there is no such version, or another version runs than the edit
     *     is of
     */
    public synchronized void rollBack(long number, Edit edit) {
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
        apply(earlier.policy(), edit);
    }

    /** The version that runs; 0 before the first, or while the history cannot be read. */
    public long version() {
        return version;
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

    /** The policy as it is configured, if it is; a copy. */
    public Optional<ObjectNode> document() {
        WeirConfig config = registry.getConfig(appId, WeirConfig.class);
        return config == null || running == null
                ? Optional.empty()
                : Optional.of((ObjectNode) config.node().deepCopy());
    }

    private void apply(JsonNode document, Edit edit) {
        if (edit.basedOn().isPresent() && edit.basedOn().getAsLong() != version) {
            throw new RejectedException(
                    RejectedException.Reason.STALE,
                    "the policy is at version "
                            + version
                            + ", not "
                            + edit.basedOn().getAsLong()
                            + ": read it again");
        }
        PolicyVersion added = null;
        try {
            read(document);
            if (document().map(one -> isSame(one, document)).orElse(false)) {
                return;
            }
            // Before the configuration: other nodes find it there when they hear of the change.
            added = history.add((ObjectNode) document, edit);
            registry.applyConfig(appId, WeirConfig.class, document);
            version = added.version();
            load();
        } catch (PolicyException e) {
            throw refusal(e);
        } catch (InvalidFieldException e) {
            history.remove(added);
            throw new RejectedException(RejectedException.Reason.INVALID, e.getMessage());
        }
    }

    /** True for the same fields with the same values, in whatever order and notation. */
    private static boolean isSame(JsonNode one, JsonNode other) {
        return Difference.between(one, other).isEmpty();
    }

    private static RejectedException refusal(PolicyException e) {
        return new RejectedException(
                RejectedException.Reason.INVALID, e.field(), e.field() + ": " + e.rule());
    }

    /** Adds what was configured past this application to the history. */
    private void noteConfigured(JsonNode document) {
        try {
            Optional<VersionStep> latest = history.latest();
            version =
                    latest.filter(one -> isSame(one.policy(), document))
                            .map(VersionStep::version)
                            .orElseGet(
                                    () ->
                                            history.add(
                                                    (ObjectNode) document.deepCopy(),
                                                    Edit.by("unknown", "netcfg", "configured")))
                            .version();
        } catch (RejectedException e) {
            version = 0;
            LOG.warn("the policy's version is not known: {}", e.getMessage());
        }
    }

    /**
     * Reads a policy, or returns the last one if the document is equal: reading thousands of match
     * rules takes many times as long as comparing them.
     */
    private Policy read(JsonNode document) {
        if (!document.equals(readDocument)) {
            readPolicy = PolicyReader.read(document, WeirConfig.SOURCE);
            readDocument = document.deepCopy();
        }
        return readPolicy;
    }

    private void onEvent(NetworkConfigEvent event) {
        boolean ours =
                event.configClass().equals(WeirConfig.class) && event.subject().equals(appId);
        if (!ours) {
            return;
        }
        if (event.type() == NetworkConfigEvent.Type.CONFIG_REMOVED) {
            LOG.warn("{}: removed; the policy that runs stays in force", WeirConfig.SOURCE);
            return;
        }
        load();
    }

    private synchronized void load() {
        WeirConfig config = registry.getConfig(appId, WeirConfig.class);
        if (config == null) {
            return;
        }
        Policy policy;
        try {
            policy = read(config.node());
        } catch (PolicyException e) {
            LOG.error("{}; the policy that runs stays in force", e.getMessage());
            return;
        }
        noteConfigured(config.node());
        if (!policy.equals(running)) {
            running = policy;
            LOG.info(
                    "policy in force: {} classes, objective {}, every {} ms",
                    policy.classes().size(),
                    policy.objective(),
                    policy.periodMs());
            changed.accept(policy);
        }
    }
}
