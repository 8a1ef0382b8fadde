// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigRegistryAdapter;

/** Network configuration of one application, whose listeners are called at once. */
public final class OneConfiguration extends NetworkConfigRegistryAdapter {
    /** The application. */
    public static final ApplicationId APP = new DefaultApplicationId(7, "org.weir.app");

    private final ObjectMapper mapper = new ObjectMapper();
    private NetworkConfigListener listener;
    private WeirConfig config;

    @Override
    public void addListener(NetworkConfigListener added) {
        listener = added;
    }

    @Override
    public <S, C extends Config<S>> C getConfig(S subject, Class<C> type) {
        return type.cast(config);
    }

    @Override
    public <S, C extends Config<S>> C applyConfig(S subject, Class<C> type, JsonNode json) {
        apply(json);
        return type.cast(config);
    }

    /** Configures past the application, as {@code onos-netcfg} does. */
    public void apply(JsonNode json) {
        WeirConfig fresh = new WeirConfig();
        fresh.init(APP, WeirConfig.KEY, json, mapper, changed -> {});
        fresh.isValid();
        config = fresh;
        if (listener != null) {
            listener.event(
                    new NetworkConfigEvent(
                            NetworkConfigEvent.Type.CONFIG_UPDATED, APP, WeirConfig.class));
        }
    }
}
