// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.DefaultFlowRule;
import org.onosproject.net.flow.DefaultTrafficSelector;
import org.onosproject.net.flow.DefaultTrafficTreatment;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.AsyncConsistentMapAdapter;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.ConsistentMapAdapter;
import org.onosproject.store.service.Versioned;

class RuleGroupsTest {
    private static final DeviceId ONE = DeviceId.deviceId("device:one");
    private static final DeviceId TWO = DeviceId.deviceId("device:two");

    private final Store store = new Store();
    private final Deque<Runnable> tasks = new ArrayDeque<>();

    @Test
    void rulesOutliveARestart() {
        RuleGroups groups = groups();
        for (int port = 1; port <= 1000; port++) {
            groups.put(rule(ONE, port, 1));
            groups.put(rule(TWO, port, 1));
        }
        groups.put(rule(ONE, 7, 2));
        groups.remove(rule(ONE, 8, 1));
        finish();

        RuleGroups again = groups();
        assertThat(again.size()).isEqualTo(1999);
        assertThat(again.rules(ONE)).hasSize(999);
        assertThat(again.find(rule(ONE, 7, 1)).treatment()).isEqualTo(rule(ONE, 7, 2).treatment());
        assertThat(again.find(rule(ONE, 8, 1))).isNull();
        assertThat(again.find(rule(TWO, 8, 1))).isNotNull();
    }

    @Test
    void manyRulesAreFewWritesOfWhichFewAreUnderWay() {
        RuleGroups groups = groups();
        store.isSlow = true;
        for (int port = 1; port <= 10_000; port++) {
            groups.put(rule(ONE, port, 1));
        }
        while (!tasks.isEmpty()) {
            tasks.remove().run();
            assertThat(store.waiting).hasSizeLessThanOrEqualTo(RuleGroups.MOST_UNDER_WAY);
            store.answer();
        }
        assertThat(store.writes).isEqualTo(RuleGroups.GROUPS_PER_SWITCH);
    }

    @Test
    void aGroupThatCouldNotBeStoredIsTriedAgain() {
        RuleGroups groups = groups();
        store.isBroken = true;
        groups.put(rule(ONE, 1, 1));
        tasks.remove().run();
        assertThat(store.entries).isEmpty();
        store.isBroken = false;
        finish();
        assertThat(groups().rules(ONE)).hasSize(1);
    }

    @Test
    void nothingIsLeftOfAForgottenSwitch() {
        RuleGroups groups = groups();
        for (int port = 1; port <= 100; port++) {
            groups.put(rule(ONE, port, 1));
        }
        groups.put(rule(TWO, 1, 1));
        finish();
        groups.forget(ONE);
        assertThat(groups.rules(ONE)).isEmpty();
        finish();
        assertThat(store.entries).hasSize(1);
    }

    @Test
    void whatHasChangedIsSavedAtTheEnd() {
        RuleGroups groups = groups();
        groups.put(rule(ONE, 1, 1));
        groups.flush();
        assertThat(groups().rules(ONE)).hasSize(1);
    }

    /** Another node is master in between: it adds a rule, removes one and changes one. */
    @Test
    void aNewTermKnowsWhatTheMasterBeforeHasDone() {
        RuleGroups here = groups();
        here.put(rule(ONE, 1, 1));
        here.put(rule(ONE, 2, 1));
        here.put(rule(TWO, 1, 1));
        finish();
        RuleGroups there = groups();
        there.remove(rule(ONE, 1, 1));
        there.put(rule(ONE, 2, 5));
        there.put(rule(ONE, 3, 1));
        finish();

        here.reload(ONE);

        assertThat(here.find(rule(ONE, 1, 1))).isNull();
        assertThat(here.find(rule(ONE, 2, 1)).treatment()).isEqualTo(rule(ONE, 2, 5).treatment());
        assertThat(here.rules(ONE)).hasSize(2);
        assertThat(here.rules(TWO)).hasSize(1);
    }

    @Test
    void aChangeThatIsNotSavedYetOutlivesReadingAgain() {
        RuleGroups groups = groups();
        groups.put(rule(ONE, 1, 1));
        groups.reload(ONE);
        assertThat(groups.rules(ONE)).hasSize(1);

        store.isSlow = true;
        tasks.remove().run();
        store.entries.clear();
        groups.reload(ONE);
        assertThat(groups.rules(ONE)).as("while it is being saved").hasSize(1);
        store.answer();
    }

    private RuleGroups groups() {
        return new RuleGroups(store, (task, ms) -> tasks.add(task));
    }

    private void finish() {
        for (int round = 0; round < 1000 && !tasks.isEmpty(); round++) {
            tasks.remove().run();
        }
        assertThat(tasks).isEmpty();
    }

    private static FlowRule rule(DeviceId device, int port, int out) {
        return DefaultFlowRule.builder()
                .forDevice(device)
                .forTable(0)
                .withSelector(
                        DefaultTrafficSelector.builder()
                                .matchInPort(PortNumber.portNumber(port))
                                .build())
                .withTreatment(
                        DefaultTrafficTreatment.builder()
                                .setOutput(PortNumber.portNumber(out))
                                .build())
                .withPriority(1)
                .fromApp(new DefaultApplicationId(1, "test"))
                .makePermanent()
                .build();
    }

    /** A stored map with the serializer of the record; it may be slow or broken. */
    private static final class Store extends AsyncConsistentMapAdapter<String, List<FlowRule>> {
        private final DeflatingSerializer serializer = new DeflatingSerializer(KryoNamespaces.API);
        private final Map<String, byte[]> entries = new TreeMap<>();
        private final List<CompletableFuture<Versioned<List<FlowRule>>>> waiting =
                new ArrayList<>();
        private boolean isSlow;
        private boolean isBroken;
        private int writes;

        @Override
        public CompletableFuture<Versioned<List<FlowRule>>> put(String key, List<FlowRule> value) {
            if (isBroken) {
                return CompletableFuture.failedFuture(new IllegalStateException("broken"));
            }
            writes++;
            entries.put(key, serializer.encode(value));
            CompletableFuture<Versioned<List<FlowRule>>> done = new CompletableFuture<>();
            if (isSlow) {
                waiting.add(done);
            } else {
                done.complete(null);
            }
            return done;
        }

        @Override
        public CompletableFuture<Versioned<List<FlowRule>>> get(String key) {
            byte[] bytes = entries.get(key);
            return CompletableFuture.completedFuture(
                    bytes == null
                            ? null
                            : new Versioned<>(serializer.<List<FlowRule>>decode(bytes), 1));
        }

        @Override
        public CompletableFuture<Versioned<List<FlowRule>>> remove(String key) {
            entries.remove(key);
            return CompletableFuture.completedFuture(null);
        }

        void answer() {
            List<CompletableFuture<Versioned<List<FlowRule>>>> answered = List.copyOf(waiting);
            waiting.clear();
            answered.forEach(done -> done.complete(null));
        }

        @Override
        public ConsistentMap<String, List<FlowRule>> asConsistentMap() {
            return new ConsistentMapAdapter<>() {
                @Override
                public Set<Map.Entry<String, Versioned<List<FlowRule>>>> entrySet() {
                    Set<Map.Entry<String, Versioned<List<FlowRule>>>> found = new HashSet<>();
                    entries.forEach(
                            (key, bytes) ->
                                    found.add(
                                            Map.entry(
                                                    key,
                                                    new Versioned<>(
                                                            serializer.<List<FlowRule>>decode(
                                                                    bytes),
                                                            1))));
                    return found;
                }
            };
        }
    }
}
