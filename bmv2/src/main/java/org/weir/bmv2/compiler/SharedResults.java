// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.weir.bmv2.controlplane.ProgramException;

/**
 * Results computed from programs in this process, by key. A result is computed once, also when many
 * threads ask for it at the same moment, and is kept while there is memory. Thread-safe.
 */
final class SharedResults<T> {

    /** Makes a result. */
    interface Maker<T> {
        T make() throws ProgramException;
    }

    private final Map<String, SoftReference<T>> known = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<T>> underWay = new ConcurrentHashMap<>();
    private final LongAdder made = new LongAdder();

    /**
     * The result for a key. Waits for one that another thread is making.
     *
     * @throws ProgramException that making it ended with; the next call tries again
     */
    T get(String key, Maker<T> maker) throws ProgramException {
        T result = find(key);
        if (result != null) {
            return result;
        }
        CompletableFuture<T> own = new CompletableFuture<>();
        CompletableFuture<T> other = underWay.putIfAbsent(key, own);
        if (other != null) {
            return await(other);
        }
        try {
            // Another thread may have ended between the look and the claim.
            result = find(key);
            if (result == null) {
                result = maker.make();
                made.increment();
                known.put(key, new SoftReference<>(result));
            }
            own.complete(result);
            return result;
        } catch (ProgramException e) {
            own.completeExceptionally(e);
            throw e;
        } finally {
            underWay.remove(key);
            // Has no effect unless an error has kept the result from being made.
            own.completeExceptionally(
                    new IllegalStateException("the thread that made this result has failed"));
        }
    }

    /** Number of results computed. */
    long made() {
        return made.sum();
    }

    private T find(String key) {
        SoftReference<T> reference = known.get(key);
        return reference == null ? null : reference.get();
    }

    private static <T> T await(CompletableFuture<T> other) throws ProgramException {
        try {
            return other.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ProgramException refusal) {
                throw new ProgramException(refusal.getMessage(), refusal);
            }
            throw e;
        }
    }
}
