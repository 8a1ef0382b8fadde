// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.AsyncConsistentMapAdapter;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.EventuallyConsistentMapAdapter;
import org.onosproject.store.service.MapEvent;
import org.onosproject.store.service.MapEventListener;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.Versioned;

/** Maps of ONOS's store in memory, which all nodes of a test share. Thread-safe. */
public final class SharedMaps {

    private final Map<String, Map<String, Object>> maps = new TreeMap<>();
    private volatile boolean isAway;

    /** From now on consistent maps answer nothing but errors, or answer again. */
    public void away(boolean away) {
        isAway = away;
    }

    private synchronized Map<String, Object> entries(String name) {
        return maps.computeIfAbsent(name, any -> new TreeMap<>());
    }

    /** A consistent map; two of one name are the same. */
    public AsyncConsistentMap<String, String> consistent(String name) {
        return new Consistent(entries(name));
    }

    /** An eventually consistent map; two of one name are the same. */
    public <V> EventuallyConsistentMap<String, V> eventual(String name) {
        return new Eventual<>(entries(name));
    }

    private final class Consistent extends AsyncConsistentMapAdapter<String, String> {
        private final Map<String, Object> entries;
        private final List<MapEventListener<String, String>> listeners =
                new CopyOnWriteArrayList<>();

        Consistent(Map<String, Object> entries) {
            this.entries = entries;
        }

        private <T> CompletableFuture<T> answer(T value) {
            return isAway
                    ? CompletableFuture.failedFuture(new StorageException.Unavailable())
                    : CompletableFuture.completedFuture(value);
        }

        private Versioned<String> versioned(Object value) {
            return value == null ? null : new Versioned<>((String) value, 1);
        }

        private CompletableFuture<Versioned<String>> set(String key, String value) {
            if (isAway) {
                return answer(null);
            }
            Versioned<String> old;
            synchronized (entries) {
                old = versioned(value == null ? entries.remove(key) : entries.put(key, value));
            }
            listeners.forEach(one -> one.event(new MapEvent<>("map", key, versioned(value), old)));
            return answer(old);
        }

        @Override
        public CompletableFuture<Versioned<String>> get(String key) {
            synchronized (entries) {
                return answer(versioned(entries.get(key)));
            }
        }

        @Override
        public CompletableFuture<Integer> size() {
            return answer(entries.size());
        }

        @Override
        public CompletableFuture<Versioned<String>> put(String key, String value) {
            return set(key, value);
        }

        @Override
        public CompletableFuture<Versioned<String>> remove(String key) {
            return set(key, null);
        }

        @Override
        public CompletableFuture<Set<Map.Entry<String, Versioned<String>>>> entrySet() {
            synchronized (entries) {
                return answer(
                        entries.entrySet().stream()
                                .map(one -> Map.entry(one.getKey(), versioned(one.getValue())))
                                .collect(Collectors.toSet()));
            }
        }

        @Override
        public CompletableFuture<Void> addListener(MapEventListener<String, String> listener) {
            listeners.add(listener);
            return answer(null);
        }

        @Override
        public CompletableFuture<Void> removeListener(MapEventListener<String, String> listener) {
            listeners.remove(listener);
            return answer(null);
        }
    }

    private static final class Eventual<V> extends EventuallyConsistentMapAdapter<String, V> {
        private final Map<String, Object> entries;

        Eventual(Map<String, Object> entries) {
            this.entries = entries;
        }

        @Override
        @SuppressWarnings("unchecked")
        public V get(String key) {
            synchronized (entries) {
                return (V) entries.get(key);
            }
        }

        @Override
        public void put(String key, V value) {
            synchronized (entries) {
                entries.put(key, value);
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public V remove(String key) {
            synchronized (entries) {
                return (V) entries.remove(key);
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public Collection<V> values() {
            synchronized (entries) {
                return entries.values().stream().map(one -> (V) one).collect(Collectors.toList());
            }
        }
    }
}
