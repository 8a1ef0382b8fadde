// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.onosproject.store.service.AsyncConsistentMapAdapter;
import org.onosproject.store.service.MapEvent;
import org.onosproject.store.service.MapEventListener;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.Versioned;

/** Documents that outlive a restart and that several nodes share, without ONOS's storage. */
public final class StoredDocuments {
    private final TreeMap<Long, Versioned<byte[]>> entries = new TreeMap<>();
    private final List<MapEventListener<Long, byte[]>> listeners = new CopyOnWriteArrayList<>();
    private long version;
    private boolean fails;
    private volatile Runnable beforeAdding = () -> {};
    private volatile Runnable afterAdding = () -> {};
    private volatile Runnable beforeChanging = () -> {};

    /** A store over what is kept here. */
    public DocumentStore store() {
        return new DocumentStore(new Entries(), "documents");
    }

    /** From now on the store answers nothing but errors, or answers again. */
    public void fail(boolean nowFails) {
        fails = nowFails;
    }

    /** Runs something once, between the reading of a node and its next adding of a document. */
    public void beforeAdding(Runnable once) {
        beforeAdding =
                () -> {
                    beforeAdding = () -> {};
                    once.run();
                };
    }

    /** Runs something once, after the next adding of a document. */
    public void afterAdding(Runnable once) {
        afterAdding =
                () -> {
                    afterAdding = () -> {};
                    once.run();
                };
    }

    /** Runs something once, before the next change of a document. */
    public void beforeChanging(Runnable once) {
        beforeChanging =
                () -> {
                    beforeChanging = () -> {};
                    once.run();
                };
    }

    private <T> CompletableFuture<T> answer(T value) {
        return fails
                ? CompletableFuture.failedFuture(new StorageException.Unavailable())
                : CompletableFuture.completedFuture(value);
    }

    private void keep(Long key, byte[] value) {
        Versioned<byte[]> old = entries.put(key, new Versioned<>(value.clone(), ++version));
        listeners.forEach(one -> one.event(new MapEvent<>("", key, entries.get(key), old)));
    }

    private final class Entries extends AsyncConsistentMapAdapter<Long, byte[]> {
        @Override
        public CompletableFuture<Void> addListener(MapEventListener<Long, byte[]> listener) {
            listeners.add(listener);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Set<Long>> keySet() {
            synchronized (entries) {
                return answer(Set.copyOf(entries.keySet()));
            }
        }

        @Override
        public CompletableFuture<Versioned<byte[]>> get(Long key) {
            synchronized (entries) {
                return answer(entries.get(key));
            }
        }

        @Override
        public CompletableFuture<Versioned<byte[]>> putIfAbsent(Long key, byte[] value) {
            beforeAdding.run();
            synchronized (entries) {
                Versioned<byte[]> old = entries.get(key);
                if (!fails && old == null) {
                    keep(key, value);
                    afterAdding.run();
                }
                return answer(old);
            }
        }

        @Override
        public CompletableFuture<Boolean> replace(Long key, long seen, byte[] value) {
            beforeChanging.run();
            synchronized (entries) {
                Versioned<byte[]> old = entries.get(key);
                boolean isSame = !fails && old != null && old.version() == seen;
                if (isSame) {
                    keep(key, value);
                }
                return answer(isSame);
            }
        }

        @Override
        public CompletableFuture<Versioned<byte[]>> remove(Long key) {
            synchronized (entries) {
                return fails ? answer(null) : answer(entries.remove(key));
            }
        }

        @Override
        public CompletableFuture<Boolean> remove(Long key, long seen) {
            synchronized (entries) {
                Versioned<byte[]> old = entries.get(key);
                boolean isSame = !fails && old != null && old.version() == seen;
                if (isSame) {
                    entries.remove(key);
                }
                return answer(isSame);
            }
        }
    }
}
