// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.onosproject.cluster.NodeId;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageService;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;

/**
 * This instance's contact to ONOS's store, in which the instances keep what they share. Once a
 * second it writes entries of its own: a majority of the store's members has to confirm each. An
 * instance without contact, because it is cut off or the store does not run, controls nothing, and
 * what it knows of the cluster may be out of date.
 *
 * <p>The store divides its keys among partitions, each with a leader and sessions of its own. An
 * instance can lose one partition and keep the others, so there are several entries.
 *
 * <p>Thread-safe.
 */
public final class StoreContact {

    /** Name of the alert. */
    static final String ALERT = AlertType.STORE_UNREACHABLE.word();

    private static final String MAP_NAME = "weir-store-contact";

    /** Entries of an instance: of three partitions, 98 of 100 choices of 12 keys miss none. */
    private static final int ENTRIES = 12;

    /**
     * Time without a confirmed write after which the contact counts as lost, ns; longer than the
     * store needs to elect a leader when a member dies.
     */
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    /** Time after which a write is given up, s: a write in a session that has expired may hang. */
    private static final long WRITE_S = 10;

    private final Supplier<CompletableFuture<?>> write;
    private final LongSupplier clockNs;
    private final AlertBoard alerts;
    private final String node;

    private CompletableFuture<?> pending;
    private long confirmedNs;
    private boolean lost;

    /**
     * A contact that holds.
     *
     * @param storage ONOS's storage
     * @param node this instance
     * @param clockNs monotonic time, ns
     * @param alerts gets an alert while the contact is lost
     */
    public StoreContact(
            StorageService storage, NodeId node, LongSupplier clockNs, AlertBoard alerts) {
        this(writer(storage, node), node, clockNs, alerts);
    }

    StoreContact(
            Supplier<CompletableFuture<?>> write,
            NodeId node,
            LongSupplier clockNs,
            AlertBoard alerts) {
        this.write = write;
        this.clockNs = clockNs;
        this.alerts = alerts;
        this.node = node.toString();
        confirmedNs = clockNs.getAsLong();
    }

    private static Supplier<CompletableFuture<?>> writer(StorageService storage, NodeId node) {
        AsyncConsistentMap<String, Long> map =
                storage.<String, Long>consistentMapBuilder()
                        .withName(MAP_NAME)
                        .withSerializer(Serializer.using(KryoNamespaces.BASIC))
                        .buildAsyncMap();
        return () -> {
            long nowMs = System.currentTimeMillis();
            return CompletableFuture.allOf(
                    IntStream.range(0, ENTRIES)
                            .mapToObj(i -> map.put(node + "/" + i, nowMs))
                            .toArray(CompletableFuture[]::new));
        };
    }

    /** The contact counts as held: to be called while there is no other instance. */
    public synchronized void assumeHeld() {
        hold();
    }

    private void hold() {
        confirmedNs = clockNs.getAsLong();
        if (lost) {
            lost = false;
            alerts.clear(ALERT, node);
        }
    }

    /** Judges the contact, and writes again unless a write is under way; returns at once. */
    public synchronized void look() {
        if (pending == null) {
            CompletableFuture<?> begun = begin();
            pending = begun;
            begun.whenComplete((done, error) -> ended(begun, error == null));
        }
        if (clockNs.getAsLong() - confirmedNs >= LIMIT_NS && !lost) {
            lost = true;
            alerts.raise(
                    ALERT,
                    node,
                    "the cluster's store does not answer this node, which is cut off or the store"
                            + " does not run; the node controls no switch. If other nodes have had"
                            + " contact for some minutes, restart this one");
        }
    }

    private CompletableFuture<?> begin() {
        try {
            return write.get().orTimeout(WRITE_S, TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private synchronized void ended(CompletableFuture<?> write, boolean confirmed) {
        if (pending == write) {
            pending = null;
        }
        if (confirmed) {
            hold();
        }
    }

    /** Words for those who ask this instance about the cluster; empty while the contact holds. */
    public synchronized Optional<String> loss() {
        return lost
                ? Optional.of(
                        "Node "
                                + node
                                + " has no contact to the cluster's store: it is cut off, or the"
                                + " store does not run. GET alerts still answers.")
                : Optional.empty();
    }
}
