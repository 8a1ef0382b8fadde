// SPDX-License-Identifier: Apache-2.0
package org.weir.app.agents;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.onlab.packet.IpAddress;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.MapEvent;
import org.onosproject.store.service.MapEventListener;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.RejectedException;

/**
 * Leases of the agents that have registered, in ONOS's distributed store: every instance of a
 * cluster knows them, and a restart of ONOS forgets none. A lease is an address with the time at
 * which it ends, ms since 1970, so the clocks of a cluster's instances have to agree to a second or
 * so.
 */
public final class AgentRegistry {

    /** Shortest lease, s. */
    public static final int MIN_LEASE_S = 5;

    /** Longest lease, s. */
    public static final int MAX_LEASE_S = 3600;

    /** Most leases at a time: a host has a few addresses, and a switch's table 1024 entries. */
    static final int MAX_LEASES = 4096;

    private static final Logger LOG = LoggerFactory.getLogger(AgentRegistry.class);
    private static final String MAP_NAME = "weir-agents";
    private static final long MS_PER_SECOND = 1000;
    private static final long STORE_S = 5;

    private final AsyncConsistentMap<String, Long> map;
    private final LongSupplier wallMs;
    private final MapEventListener<String, Long> listener = this::onEvent;

    /** Ends of leases as this instance knows them, ms since 1970; guarded by itself. */
    private final Map<IpAddress, Long> ends = new HashMap<>();

    /** Addresses whose leases had not ended when that was last asked; guarded by {@link #ends}. */
    private Set<IpAddress> liveBefore = Set.of();

    private final AtomicBoolean isReading = new AtomicBoolean();
    private volatile boolean isRead;
    private Runnable changed = () -> {};

    /**
     * Opens the registry.
     *
     * @param storage ONOS's storage
     * @param wallMs wall clock, ms since 1970
     */
    public AgentRegistry(StorageService storage, LongSupplier wallMs) {
        this(
                storage.<String, Long>consistentMapBuilder()
                        .withName(MAP_NAME)
                        .withSerializer(Serializer.using(KryoNamespaces.BASIC))
                        .buildAsyncMap(),
                wallMs);
    }

    AgentRegistry(AsyncConsistentMap<String, Long> map, LongSupplier wallMs) {
        this.map = map;
        this.wallMs = wallMs;
    }

    /**
     * Reads the leases, and follows them from now on.
     *
     * @param changed called when an address has come or gone; must return at once
     */
    public void start(Runnable changed) {
        this.changed = changed;
        map.addListener(listener);
        read();
    }

    private void read() {
        if (!isReading.compareAndSet(false, true)) {
            return;
        }
        map.entrySet()
                .orTimeout(STORE_S, TimeUnit.SECONDS)
                .whenComplete(
                        (entries, error) -> {
                            if (error == null) {
                                wasRead(entries);
                            } else {
                                LOG.warn("leases of agents not read yet: {}", error.toString());
                                isReading.set(false);
                            }
                        });
    }

    private void wasRead(Set<Map.Entry<String, Versioned<Long>>> entries) {
        for (Map.Entry<String, Versioned<Long>> entry : entries) {
            // An event may have told of a later one already.
            synchronized (ends) {
                ends.putIfAbsent(IpAddress.valueOf(entry.getKey()), entry.getValue().value());
            }
        }
        isRead = true;
        // Also if there are none: what was kept meanwhile may have to go.
        if (!expireAndTell()) {
            changed.run();
        }
    }

    /** Follows the leases no longer; they stay in the store. */
    public void stop() {
        map.removeListener(listener);
        changed = () -> {};
    }

    private void onEvent(MapEvent<String, Long> event) {
        learn(event.key(), event.newValue() == null ? null : event.newValue().value());
        expire();
    }

    private void learn(String address, Long endMs) {
        synchronized (ends) {
            if (endMs == null) {
                ends.remove(IpAddress.valueOf(address));
            } else {
                ends.put(IpAddress.valueOf(address), endMs);
            }
        }
    }

    /**
     * Registers an agent, or renews its lease. Twice the same is once.
     *
     * @param address address of a host
     * @param leaseSeconds time until the registration ends
     * @throws RejectedException if the time or the address is none, there are too many, or the
     *     store does not answer
     */
    public void register(String address, int leaseSeconds) {
        IpAddress host = parse(address);
        if (leaseSeconds < MIN_LEASE_S || leaseSeconds > MAX_LEASE_S) {
            throw new RejectedException(
                    RejectedException.Reason.INVALID,
                    "leaseSeconds",
                    "leaseSeconds: must be " + MIN_LEASE_S + " to " + MAX_LEASE_S);
        }
        synchronized (ends) {
            if (!ends.containsKey(host) && ends.size() >= MAX_LEASES) {
                throw new RejectedException(
                        RejectedException.Reason.UNAVAILABLE,
                        MAX_LEASES + " agents are registered; there is no room for more");
            }
        }
        long endMs = wallMs.getAsLong() + MS_PER_SECOND * leaseSeconds;
        await(() -> map.put(host.toString(), endMs).orTimeout(STORE_S, TimeUnit.SECONDS).join());
        learn(host.toString(), endMs);
        expire();
    }

    /**
     * Ends the registration of an agent, if there is one.
     *
     * @param address address of a host
     * @throws RejectedException if the address is none, or the store does not answer
     */
    public void remove(String address) {
        IpAddress host = parse(address);
        await(() -> map.remove(host.toString()).orTimeout(STORE_S, TimeUnit.SECONDS).join());
        learn(host.toString(), null);
        expire();
    }

    private static void await(Runnable write) {
        try {
            write.run();
        } catch (CompletionException e) {
            throw new RejectedException(
                    RejectedException.Reason.UNANSWERED,
                    "ONOS's store does not take it: " + e.getCause());
        }
    }

    /**
     * Reads the address of a host.
     *
     * @throws RejectedException if it is none
     */
    public static IpAddress parse(String address) {
        try {
            IpAddress parsed = IpAddress.valueOf(address);
            if (!parsed.isMulticast() && !parsed.isZero() && !parsed.isLinkLocal()) {
                return parsed;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new RejectedException(
                RejectedException.Reason.INVALID,
                "address",
                "address: must be the IPv4 or IPv6 address of a host, not \"" + address + "\"");
    }

    /** True while an agent is registered with an address. */
    public boolean isRegistered(IpAddress address) {
        return leaseMs(address).isPresent();
    }

    /**
     * True while an agent is registered with an address; empty if that is not known, because the
     * store has not told the leases yet.
     */
    public Optional<Boolean> findRegistered(IpAddress address) {
        boolean isKnown = isRegistered(address);
        return isKnown || isRead ? Optional.of(isKnown) : Optional.empty();
    }

    /** Time until the registration of an address ends, ms above 0; empty if there is none. */
    public OptionalLong leaseMs(IpAddress address) {
        synchronized (ends) {
            Long endMs = ends.get(address);
            long leftMs = endMs == null ? 0 : endMs - wallMs.getAsLong();
            return leftMs > 0 ? OptionalLong.of(leftMs) : OptionalLong.empty();
        }
    }

    /** Addresses with which agents are registered, with the time that each has left, ms. */
    public Map<IpAddress, Long> leases() {
        Map<IpAddress, Long> left = new TreeMap<>();
        long nowMs = wallMs.getAsLong();
        synchronized (ends) {
            ends.forEach(
                    (address, endMs) -> {
                        if (endMs > nowMs) {
                            left.put(address, endMs - nowMs);
                        }
                    });
        }
        return left;
    }

    /**
     * Tells of addresses that have come or gone, leases that have ended among them. Reads the
     * leases, if the store has not answered that yet.
     */
    public void expire() {
        if (!isRead) {
            read();
        }
        expireAndTell();
    }

    /** Returns true if addresses have come or gone. */
    private boolean expireAndTell() {
        long nowMs = wallMs.getAsLong();
        Set<IpAddress> ended = new HashSet<>();
        boolean isOther;
        synchronized (ends) {
            Set<IpAddress> live = leases().keySet();
            isOther = !live.equals(liveBefore);
            liveBefore = live;
            ends.forEach(
                    (address, endMs) -> {
                        if (endMs <= nowMs) {
                            ended.add(address);
                        }
                    });
            ended.forEach(ends::remove);
        }
        // Only the lease that has ended here, not one that another instance has renewed meanwhile.
        for (IpAddress address : ended) {
            map.computeIf(
                            address.toString(),
                            end -> end != null && end <= nowMs,
                            (key, end) -> null)
                    .whenComplete(
                            (done, error) -> {
                                if (error != null) {
                                    LOG.debug("lease of {} not removed: {}", address, error);
                                }
                            });
        }
        if (isOther) {
            changed.run();
        }
        return isOther;
    }
}
