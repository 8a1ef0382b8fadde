// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.onosproject.store.service.AsyncConsistentMapAdapter;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.Versioned;

/** Documents that outlive a restart, without ONOS's storage. */
public final class StoredDocuments {
    private final TreeMap<Long, byte[]> entries = new TreeMap<>();
    private boolean fails;

    /** A store over what is kept here. */
    public DocumentStore store() {
        return new DocumentStore(new Entries(), "documents");
    }

    /** From now on the store answers nothing but errors, or answers again. */
    public void fail(boolean nowFails) {
        fails = nowFails;
    }

    private <T> CompletableFuture<T> answer(T value) {
        return fails
                ? CompletableFuture.failedFuture(new StorageException.Unavailable())
                : CompletableFuture.completedFuture(value);
    }

    private static Versioned<byte[]> versioned(byte[] value) {
        return value == null ? null : new Versioned<>(value, 1);
    }

    private final class Entries extends AsyncConsistentMapAdapter<Long, byte[]> {
        @Override
        public CompletableFuture<Set<Long>> keySet() {
            return answer(Set.copyOf(entries.keySet()));
        }

        @Override
        public CompletableFuture<Versioned<byte[]>> get(Long key) {
            return answer(versioned(entries.get(key)));
        }

        @Override
        public CompletableFuture<Versioned<byte[]>> putIfAbsent(Long key, byte[] value) {
            return fails
                    ? answer(null)
                    : answer(versioned(entries.putIfAbsent(key, value.clone())));
        }

        @Override
        public CompletableFuture<Versioned<byte[]>> put(Long key, byte[] value) {
            return fails ? answer(null) : answer(versioned(entries.put(key, value.clone())));
        }

        @Override
        public CompletableFuture<Versioned<byte[]>> remove(Long key) {
            return fails ? answer(null) : answer(versioned(entries.remove(key)));
        }
    }
}
