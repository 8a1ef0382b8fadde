// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onosproject.core.ApplicationId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.config.Config;
import org.onosproject.net.config.NetworkConfigEvent;
import org.onosproject.net.config.NetworkConfigListener;
import org.onosproject.net.config.NetworkConfigRegistryAdapter;
import org.weir.app.RejectedException;
import org.weir.control.policy.Policy;

/** The running policy, as ONOS's network configuration changes. */
class PolicyManagerTest {

    private static final ApplicationId APP = new DefaultApplicationId(7, "org.weir.app");

    private final ObjectMapper mapper = new ObjectMapper();
    private final Configuration registry = new Configuration();
    private final List<Policy> begun = new ArrayList<>();
    private final PolicyManager manager =
            new PolicyManager(APP, registry, begun::add, Runnable::run);

    @BeforeEach
    void start() {
        manager.start();
    }

    private ObjectNode document(double importance) throws IOException {
        return (ObjectNode)
                mapper.readTree(
                        "{\"classes\":[{\"name\":\"A\",\"importance\":" + importance + "}]}");
    }

    private double importance() {
        return begun.get(begun.size() - 1).classes().get(0).spec().importance();
    }

    @Test
    void eachPolicyBeginsOnce() throws IOException {
        assertThat(begun).isEmpty();
        manager.replace(document(2));
        assertThat(begun).hasSize(1);
        manager.replace(document(2));
        assertThat(begun).hasSize(1);
        manager.replace(document(3));
        assertThat(begun).hasSize(2);
        assertThat(importance()).isEqualTo(3);

        registry.apply(document(4));
        assertThat(begun).hasSize(3);
        assertThat(importance()).isEqualTo(4);
        manager.replace(document(3));
        assertThat(importance()).isEqualTo(3);
    }

    @Test
    void whoeverKeepsTheDocumentChangesNothing() throws IOException {
        ObjectNode mine = document(2);
        manager.replace(mine);
        ((ObjectNode) mine.path("classes").path(0)).put("importance", 9);
        assertThat(manager.document()).contains(document(2));

        registry.apply(mine);
        assertThat(importance()).isEqualTo(9);
    }

    @Test
    void whatBreaksARuleChangesNothing() throws IOException {
        manager.replace(document(2));
        assertThatThrownBy(() -> manager.replace(document(-1)))
                .isInstanceOf(RejectedException.class)
                .hasMessageContaining("classes[0].importance: must be a number above 0");
        assertThat(begun).hasSize(1);
        assertThat(manager.document()).contains(document(2));
    }

    /** Configuration of one application, whose listeners are called at once. */
    private final class Configuration extends NetworkConfigRegistryAdapter {
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

        void apply(JsonNode json) {
            WeirConfig fresh = new WeirConfig();
            fresh.init(APP, WeirConfig.KEY, json, mapper, changed -> {});
            fresh.isValid();
            config = fresh;
            listener.event(
                    new NetworkConfigEvent(
                            NetworkConfigEvent.Type.CONFIG_UPDATED, APP, WeirConfig.class));
        }
    }
}
