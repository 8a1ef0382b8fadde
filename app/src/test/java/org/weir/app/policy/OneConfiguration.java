// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.ConfigFactory;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigRegistryAdapter;
import org.onosproject.store.service.ConsistentMapException;

/** Network configuration of one application, whose listeners are called at once. */
public final class OneConfiguration extends NetworkConfigRegistryAdapter {
    /** The application. */
    public static final ApplicationId APP = new DefaultApplicationId(7, "org.weir.app");

    private final ObjectMapper mapper = new ObjectMapper();
    private final List<NetworkConfigListener> listeners = new CopyOnWriteArrayList<>();
    private volatile WeirConfig config;
    private volatile Supplier<WeirConfig> create = () -> new WeirConfig(result -> {});
    private volatile Runnable beforeApplying = () -> {};
    private volatile boolean isUnreadable;

    @Override
    public void registerConfigFactory(ConfigFactory factory) {
        create = () -> (WeirConfig) factory.createConfig();
    }

    @Override
    public void addListener(NetworkConfigListener added) {
        listeners.add(added);
    }

    @Override
    public void removeListener(NetworkConfigListener removed) {
        listeners.remove(removed);
    }

    @Override
    public <S, C extends Config<S>> C getConfig(S subject, Class<C> type) {
        if (isUnreadable) {
            throw new ConsistentMapException.Timeout("no answer");
        }
        return type.cast(config);
    }

    @Override
    public <S, C extends Config<S>> C applyConfig(S subject, Class<C> type, JsonNode json) {
        beforeApplying.run();
        apply(json);
        return type.cast(config);
    }

    /** Configures past the application, as {@code onos-netcfg} does. */
    public void apply(JsonNode json) {
        WeirConfig fresh = create.get();
        fresh.init(APP, WeirConfig.KEY, json, mapper, changed -> {});
        fresh.isValid();
        config = fresh;
        tell(NetworkConfigEvent.Type.CONFIG_UPDATED);
    }

    /** From now on nothing but errors is read, or configurations again. */
    void failToRead(boolean nowFails) {
        isUnreadable = nowFails;
    }

    /** Deletes the configuration past the application, as {@code onos-netcfg HOST delete} does. */
    void delete() {
        config = null;
        tell(NetworkConfigEvent.Type.CONFIG_REMOVED);
    }

    private void tell(NetworkConfigEvent.Type type) {
        listeners.forEach(
                listener -> listener.event(new NetworkConfigEvent(type, APP, WeirConfig.class)));
    }

    /** Runs something once, before the application next configures. */
    public void beforeApplying(Runnable once) {
        beforeApplying =
                () -> {
                    beforeApplying = () -> {};
                    once.run();
                };
    }
}
