// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.store.service.AsyncConsistentMapAdapter;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.Versioned;

/** Store of rules that outlives a restart, without ONOS's storage but with its serializer. */
public final class StoredRules {

    /** More than any test takes, ms. */
    private static final long LONG_MS = 3_600_000;

    private static final long LIMIT_S = 60;

    private final Map<String, List<FlowRule>> entries = new HashMap<>();

    private final boolean isSerialized;
    private final BlockingDeque<Runnable> repetitions = new LinkedBlockingDeque<>();
    private boolean fails;
    private int readingsToFail;

    /** Readings that have no answer yet; null if each is answered at once. */
    private Map<String, CompletableFuture<Versioned<List<FlowRule>>>> together;

    private CompletableFuture<Versioned<List<FlowRule>>> late;

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
        return archive(mayRecord, LONG_MS);
    }

    private RuleArchive archive(Predicate<DeviceId> mayRecord, long saveMs) {
        return new RuleArchive(new Entries(), Runnable::run, repetitions::add, mayRecord, saveMs);
    }

    /** An archive that gives up each save that is not done at once. */
    RuleArchive impatientArchive() {
        return archive(device -> true, 1);
    }

    /** From now on the store answers nothing but errors, or answers again. */
    void fail(boolean nowFails) {
        fails = nowFails;
    }

    /** The store answers so many readings of all sections with an error. */
    void failReadings(int count) {
        readingsToFail = count;
    }

    /** The store takes the next section only if the result is completed, without an error. */
    CompletableFuture<Versioned<List<FlowRule>>> delayNext() {
        late = new CompletableFuture<>();
        return late;
    }

    /** From now on the store answers readings of single sections only when all are asked for. */
    void answerTogether() {
        together = new HashMap<>();
    }

    /** Lets the pause pass after which an archive repeats what the store did not take. */
    void repeat() {
        List<Runnable> due = List.copyOf(repetitions);
        repetitions.clear();
        due.forEach(Runnable::run);
    }

    /** Waits until an archive has something to repeat, and repeats it. */
    void awaitRepetition() throws InterruptedException {
        Runnable due = repetitions.pollFirst(LIMIT_S, TimeUnit.SECONDS);
        if (due == null) {
            throw new AssertionError("nothing is repeated");
        }
        due.run();
    }

    private static <T> CompletableFuture<T> error() {
        return CompletableFuture.failedFuture(new StorageException.Unavailable());
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
            if (late != null) {
                CompletableFuture<Versioned<List<FlowRule>>> answer = late;
                late = null;
                return answer.thenCompose(any -> put(key, value));
            }
            if (fails) {
                return error();
            }
            entries.put(key, isSerialized ? throughTheSerializer(value) : value);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Set<String>> keySet() {
            return CompletableFuture.completedFuture(Set.copyOf(entries.keySet()));
        }

        @Override
        public CompletableFuture<Versioned<List<FlowRule>>> get(String key) {
            if (together == null) {
                return CompletableFuture.completedFuture(new Versioned<>(entries.get(key), 1));
            }
            CompletableFuture<Versioned<List<FlowRule>>> answer = new CompletableFuture<>();
            together.put(key, answer);
            if (together.keySet().containsAll(entries.keySet())) {
                together.forEach(
                        (each, its) -> its.complete(new Versioned<>(entries.get(each), 1)));
            }
            return answer;
        }

        @Override
        public CompletableFuture<Versioned<List<FlowRule>>> remove(String key) {
            if (fails) {
                return error();
            }
            entries.remove(key);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Set<Map.Entry<String, Versioned<List<FlowRule>>>>> entrySet() {
            if (readingsToFail > 0) {
                readingsToFail--;
                return error();
            }
            Set<Map.Entry<String, Versioned<List<FlowRule>>>> found = new HashSet<>();
            entries.forEach((key, value) -> found.add(Map.entry(key, new Versioned<>(value, 1))));
            return CompletableFuture.completedFuture(found);
        }
    }
}
