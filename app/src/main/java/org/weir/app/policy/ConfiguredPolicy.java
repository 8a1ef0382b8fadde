// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.config.ConfigFactory;
import org.onosproject.net.config.InvalidFieldException;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigRegistry;
import org.onosproject.net.config.basics.SubjectFactories;
import org.onosproject.store.service.StorageException;
import org.weir.app.RejectedException;
import org.weir.control.policy.PolicyException;

/** The policy in ONOS's network configuration, which ONOS keeps in its distributed store. */
final class ConfiguredPolicy {

    private final ApplicationId appId;
    private final NetworkConfigRegistry registry;
    private final ConfigFactory<ApplicationId, WeirConfig> factory;
    private final NetworkConfigListener listener;

    /**
     * A policy that is not followed yet.
     *
     * @param appId application whose policy it is
     * @param registry network configuration
     * @param checked is told the result of each check: the rule that is broken, or empty
     * @param changed runs after each change; must return at once
     */
    ConfiguredPolicy(
            ApplicationId appId,
            NetworkConfigRegistry registry,
            Consumer<Optional<PolicyException>> checked,
            Runnable changed) {
        this.appId = appId;
        this.registry = registry;
        factory =
                new ConfigFactory<>(
                        SubjectFactories.APP_SUBJECT_FACTORY, WeirConfig.class, WeirConfig.KEY) {
                    @Override
                    public WeirConfig createConfig() {
                        return new WeirConfig(checked);
                    }
                };
        listener =
                event -> {
                    if (isAboutPolicy(event)) {
                        changed.run();
                    }
                };
    }

    private boolean isAboutPolicy(NetworkConfigEvent event) {
        return event.configClass().equals(WeirConfig.class) && event.subject().equals(appId);
    }

    /**
     * Lets the network configuration take a policy, and follows it. May be called again if it
     * fails.
     *
     * @throws StorageException if the store does not answer
     */
    void follow() {
        registry.registerConfigFactory(factory);
        registry.addListener(listener);
    }

    /** The opposite. */
    void leave() {
        registry.removeListener(listener);
        registry.unregisterConfigFactory(factory);
    }

    /**
     * The policy's JSON; null if none is configured.
     *
     * @throws RejectedException if the store does not answer
     */
    JsonNode document() {
        WeirConfig config = answered(() -> registry.getConfig(appId, WeirConfig.class));
        return config == null ? null : config.node();
    }

    /**
     * Configures a policy.
     *
     * @throws InvalidFieldException if it breaks a rule
     * @throws RejectedException if the store does not answer; the policy may be configured all the
     *     same
     */
    void set(JsonNode document) {
        answered(() -> registry.applyConfig(appId, WeirConfig.class, document));
    }

    private static <T> T answered(Supplier<T> call) {
        try {
            return call.get();
        } catch (StorageException e) {
            throw new RejectedException(
                    RejectedException.Reason.UNANSWERED,
                    "ONOS's network configuration does not answer: " + e);
        }
    }
}
