// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.store.service.AsyncConsistentMapAdapter;
import org.onosproject.store.service.Versioned;

/** Store of rules that outlives a restart, without ONOS's storage but with its serializer. */
public final class StoredRules {

    private final Map<String, List<FlowRule>> entries = new HashMap<>();

    private final boolean isSerialized;

    /** Nothing is kept yet. */
    public StoredRules() {
        this(true);
    }

    /** Nothing is kept yet; rules of a test's own class cannot be serialized. */
    StoredRules(boolean isSerialized) {
        this.isSerialized = isSerialized;
    }

    /** An archive that is kept here. */
    public RuleArchive archive() {
        return archive(device -> true);
    }

    /** An archive that is kept here, of an instance that controls some switches. */
    RuleArchive archive(Predicate<DeviceId> mayRecord) {
        return new RuleArchive(new Entries(), Runnable::run, mayRecord);
    }

    /** Rules kept, by switch and section. */
    Map<String, List<FlowRule>> entries() {
        return entries;
    }

    private static List<FlowRule> throughTheSerializer(List<FlowRule> rules) {
        return RuleArchive.SERIALIZER.decode(RuleArchive.SERIALIZER.encode(rules));
    }

    private final class Entries extends AsyncConsistentMapAdapter<String, List<FlowRule>> {
        @Override
        public CompletableFuture<Versioned<List<FlowRule>>> put(String key, List<FlowRule> value) {
            entries.put(key, isSerialized ? throughTheSerializer(value) : value);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Set<String>> keySet() {
            return CompletableFuture.completedFuture(Set.copyOf(entries.keySet()));
        }

        @Override
        public CompletableFuture<Versioned<List<FlowRule>>> get(String key) {
            return CompletableFuture.completedFuture(new Versioned<>(entries.get(key), 1));
        }

        @Override
        public CompletableFuture<Versioned<List<FlowRule>>> remove(String key) {
            entries.remove(key);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Set<Map.Entry<String, Versioned<List<FlowRule>>>>> entrySet() {
            Set<Map.Entry<String, Versioned<List<FlowRule>>>> found = new HashSet<>();
            entries.forEach((key, value) -> found.add(Map.entry(key, new Versioned<>(value, 1))));
            return CompletableFuture.completedFuture(found);
        }
    }
}
