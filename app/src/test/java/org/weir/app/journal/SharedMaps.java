// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
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
    private volatile boolean isMute;
    private volatile Runnable beforeChange = () -> {};
    private volatile Runnable afterChange = () -> {};
    private long version;

    /** From now on consistent maps answer nothing but errors, or answer again. */
    public void away(boolean away) {
        isAway = away;
    }

    /** From now on consistent maps do what they are asked and answer errors, or answer again. */
    public void mute(boolean mute) {
        isMute = mute;
    }

    /** Runs something once, before the next change of a consistent map. */
    public void beforeChange(Runnable once) {
        beforeChange =
                () -> {
                    beforeChange = () -> {};
                    once.run();
                };
    }

    /** Runs something before each change of a consistent map, and something after it. */
    public void aroundChanges(Runnable before, Runnable after) {
        beforeChange = before;
        afterChange = after;
    }

    private synchronized long nextVersion() {
        return ++version;
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
            return isAway || isMute
                    ? CompletableFuture.failedFuture(new StorageException.Unavailable())
                    : CompletableFuture.completedFuture(value);
        }

        @SuppressWarnings("unchecked")
        private Versioned<String> entry(String key) {
            synchronized (entries) {
                return (Versioned<String>) entries.get(key);
            }
        }

        /** Changes an entry if the condition holds for the present one; returns that one. */
        private Versioned<String> set(
                String key, String value, Predicate<Versioned<String>> condition) {
            beforeChange.run();
            Versioned<String> old = change(key, value, condition);
            afterChange.run();
            return old;
        }

        private Versioned<String> change(
                String key, String value, Predicate<Versioned<String>> condition) {
            Versioned<String> old;
            Versioned<String> next;
            synchronized (entries) {
                old = entry(key);
                next = value == null ? null : new Versioned<>(value, nextVersion());
                if (isAway || !condition.test(old)) {
                    return old;
                }
                if (next == null) {
                    entries.remove(key);
                } else {
                    entries.put(key, next);
                }
            }
            listeners.forEach(one -> one.event(new MapEvent<>("map", key, next, old)));
            return old;
        }

        @Override
        public CompletableFuture<Versioned<String>> get(String key) {
            return answer(entry(key));
        }

        @Override
        public CompletableFuture<Integer> size() {
            return answer(entries.size());
        }

        @Override
        public CompletableFuture<Versioned<String>> put(String key, String value) {
            return answer(set(key, value, old -> true));
        }

        @Override
        public CompletableFuture<Versioned<String>> remove(String key) {
            return answer(set(key, null, old -> true));
        }

        @Override
        public CompletableFuture<Versioned<String>> putIfAbsent(String key, String value) {
            return answer(set(key, value, Objects::isNull));
        }

        @Override
        public CompletableFuture<Boolean> replace(String key, long seen, String value) {
            Predicate<Versioned<String>> isSeen = old -> old != null && old.version() == seen;
            return answer(isSeen.test(set(key, value, isSeen)));
        }

        @Override
        public CompletableFuture<Boolean> remove(String key, String value) {
            Predicate<Versioned<String>> isSame = old -> old != null && old.value().equals(value);
            return answer(isSame.test(set(key, null, isSame)));
        }

        @Override
        public CompletableFuture<Set<Map.Entry<String, Versioned<String>>>> entrySet() {
            synchronized (entries) {
                return answer(
                        entries.entrySet().stream()
                                .map(one -> Map.entry(one.getKey(), entry(one.getKey())))
                                .collect(Collectors.toSet()));
            }
        }

        @Override
        public CompletableFuture<Void> clear() {
            List<String> present;
            synchronized (entries) {
                present = List.copyOf(entries.keySet());
            }
            present.forEach(key -> set(key, null, old -> true));
            return answer(null);
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
        public Set<String> keySet() {
            synchronized (entries) {
                return Set.copyOf(entries.keySet());
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
