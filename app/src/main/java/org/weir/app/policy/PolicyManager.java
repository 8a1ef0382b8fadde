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
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyException;
import org.weir.control.policy.PolicyReader;

/** Holds the policy that runs, and follows and changes the one in ONOS's network configuration. */
public final class PolicyManager {

    private static final Logger LOG = LoggerFactory.getLogger(PolicyManager.class);

    private final ApplicationId appId;
    private final NetworkConfigRegistry registry;
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

    /**
     * A manager without a policy.
     *
     * @param appId application whose policy it is
     * @param registry network configuration
     * @param changed is given every policy that begins to run
     * @param executor reads the configuration after it has changed, off ONOS's event threads
     */
    public PolicyManager(
            ApplicationId appId,
            NetworkConfigRegistry registry,
            Consumer<Policy> changed,
            Executor executor) {
        this.listener = event -> executor.execute(() -> onEvent(event));
        this.appId = appId;
        this.registry = registry;
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
     * @throws RejectedException if nothing is configured, the class does not exist or the result
     *     breaks a rule
     */
    public synchronized void change(String name, ClassChange change) {
        WeirConfig config = registry.getConfig(appId, WeirConfig.class);
        if (config == null || running == null) {
            throw new RejectedException(
                    RejectedException.Reason.UNAVAILABLE, WeirConfig.SOURCE + ": no policy yet");
        }
        JsonNode edited = config.node().deepCopy();
        ObjectNode target = null;
        for (JsonNode each : edited.path("classes")) {
            if (each.path("name").asText().equals(name)) {
                target = (ObjectNode) each;
            }
        }
        if (target == null) {
            throw new RejectedException(
                    RejectedException.Reason.UNKNOWN, name + ": no class of this name");
        }
        edit(target, change);
        apply(edited);
    }

    /**
     * Replaces the whole policy, in the network configuration and thereby in what runs.
     *
     * @param document the policy's JSON
     * @throws RejectedException if it breaks a rule
     */
    public synchronized void replace(ObjectNode document) {
        apply(document.deepCopy());
    }

    /** The policy as it is configured, if it is; a copy. */
    public Optional<ObjectNode> document() {
        WeirConfig config = registry.getConfig(appId, WeirConfig.class);
        return config == null || running == null
                ? Optional.empty()
                : Optional.of((ObjectNode) config.node().deepCopy());
    }

    private void apply(JsonNode document) {
        try {
            read(document);
            registry.applyConfig(appId, WeirConfig.class, document);
            load();
        } catch (PolicyException e) {
            throw new RejectedException(
                    RejectedException.Reason.INVALID, e.field(), e.field() + ": " + e.rule());
        } catch (InvalidFieldException e) {
            throw new RejectedException(RejectedException.Reason.INVALID, e.getMessage());
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

    private static void edit(ObjectNode policyClass, ClassChange change) {
        change.importance().ifPresent(value -> policyClass.put("importance", value));
        if (change.targets().isEmpty()) {
            return;
        }
        ObjectNode targets =
                policyClass.path("targets").isObject()
                        ? (ObjectNode) policyClass.get("targets")
                        : policyClass.putObject("targets");
        change.targets()
                .forEach(
                        (target, value) -> {
                            if (value.isPresent()) {
                                targets.put(target.field(), value.getAsDouble());
                            } else {
                                targets.remove(target.field());
                            }
                        });
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
