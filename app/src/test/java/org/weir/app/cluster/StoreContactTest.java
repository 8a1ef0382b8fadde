// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.AsyncConsistentMapAdapter;
import org.onosproject.store.service.ConsistentMap;
import org.onosproject.store.service.ConsistentMapBuilder;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.StorageServiceAdapter;
import org.onosproject.store.service.Versioned;
import org.weir.app.Alert;
import org.weir.app.alerts.AlertBoard;

/** Contact to a store that answers, is silent, fails, and answers again. */
class StoreContactTest {
    private final List<CompletableFuture<?>> writes = new ArrayList<>();
    private final AlertBoard alerts = new AlertBoard();
    private long nowNs;

    private final StoreContact contact =
            new StoreContact(
                    () -> {
                        CompletableFuture<Void> write = new CompletableFuture<>();
                        writes.add(write);
                        return write;
                    },
                    NodeId.nodeId("10.0.0.1"),
                    () -> nowNs,
                    alerts);

    private void look(int seconds) {
        for (int i = 0; i < seconds; i++) {
            contact.look();
            nowNs += TimeUnit.SECONDS.toNanos(1);
        }
    }

    private CompletableFuture<?> lastWrite() {
        return writes.get(writes.size() - 1);
    }

    @Test
    void aStoreThatConfirmsIsAskedAgainAndNeverLost() {
        for (int i = 0; i < 60; i++) {
            look(1);
            lastWrite().complete(null);
        }
        assertThat(writes).hasSize(60);
        assertThat(contact.loss()).isEmpty();
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void aSilentStoreIsLostAfterTenSecondsAndIsNotAskedTwice() {
        look(10);
        assertThat(contact.loss()).as("after nine seconds").isEmpty();
        look(20);
        assertThat(contact.loss()).get().asString().startsWith("Node 10.0.0.1 has no contact");
        assertThat(alerts.all())
                .extracting(Alert::kind, Alert::subject)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(StoreContact.ALERT, "10.0.0.1"));
        assertThat(writes).hasSize(1);
    }

    /** ONOS gives a write up after some time; the next one then tells. */
    @Test
    void aStoreThatAnswersAgainIsFound() {
        look(15);
        lastWrite().completeExceptionally(new IllegalStateException("timeout"));
        look(2);
        assertThat(contact.loss()).isPresent();
        assertThat(writes).hasSize(2);
        lastWrite().complete(null);
        assertThat(contact.loss()).isEmpty();
        assertThat(alerts.all()).isEmpty();
    }

    /** Another node is added after minutes, and removed while the store is silent. */
    @Test
    void contactCountsAsHeldWithoutOtherNodes() {
        nowNs += TimeUnit.MINUTES.toNanos(5);
        contact.assumeHeld();
        look(10);
        assertThat(contact.loss()).isEmpty();
        look(1);
        assertThat(contact.loss()).isPresent();

        contact.assumeHeld();
        assertThat(contact.loss()).isEmpty();
        assertThat(alerts.all()).isEmpty();
    }

    @Test
    void aWriteThatFailsDoesNotCountAsConfirmed() {
        for (int i = 0; i < 15; i++) {
            look(1);
            lastWrite().completeExceptionally(new IllegalStateException("no leader"));
        }
        assertThat(contact.loss()).isPresent();
    }

    /** A node that has lost one partition of the store cannot read the keys there. */
    @Test
    void severalEntriesAreWrittenAndEachMustBeConfirmed() {
        Map<String, CompletableFuture<Versioned<Long>>> puts = new TreeMap<>();
        StoreContact several =
                new StoreContact(
                        storage(puts), NodeId.nodeId("10.0.0.1"), () -> nowNs, new AlertBoard());
        several.look();
        assertThat(puts).hasSize(12).containsKeys("10.0.0.1/0", "10.0.0.1/11");
        puts.forEach(
                (key, put) -> {
                    if (!key.equals("10.0.0.1/7")) {
                        put.complete(null);
                    }
                });
        nowNs += TimeUnit.SECONDS.toNanos(10);
        several.look();
        assertThat(several.loss()).isPresent();
        puts.get("10.0.0.1/7").complete(null);
        assertThat(several.loss()).isEmpty();
    }

    /** A storage whose map confirms a write when the test does. */
    private static StorageService storage(Map<String, CompletableFuture<Versioned<Long>>> puts) {
        AsyncConsistentMap<String, Long> map =
                new AsyncConsistentMapAdapter<>() {
                    @Override
                    public CompletableFuture<Versioned<Long>> put(String key, Long value) {
                        return puts.computeIfAbsent(key, any -> new CompletableFuture<>());
                    }
                };
        return new StorageServiceAdapter() {
            @Override
            public <K, V> ConsistentMapBuilder<K, V> consistentMapBuilder() {
                return new ConsistentMapBuilder<>() {
                    @Override
                    public ConsistentMap<K, V> build() {
                        throw new UnsupportedOperationException();
                    }

                    @Override
                    @SuppressWarnings("unchecked")
                    public AsyncConsistentMap<K, V> buildAsyncMap() {
                        return (AsyncConsistentMap<K, V>) map;
                    }
                };
            }
        };
    }

    /** An exception would end the schedule of those who look. */
    @Test
    void aWriteThatCannotBeginDoesNotCountAsConfirmed() {
        StoreContact closed =
                new StoreContact(
                        () -> {
                            throw new IllegalStateException("closed");
                        },
                        NodeId.nodeId("10.0.0.1"),
                        () -> nowNs,
                        alerts);
        for (int i = 0; i < 15; i++) {
            closed.look();
            nowNs += TimeUnit.SECONDS.toNanos(1);
        }
        assertThat(closed.loss()).isPresent();
    }
}
