// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.StorageException;
import org.onosproject.store.service.Versioned;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flow rules by switch, and their copy in a stored map.
 *
 * <p>The map keeps the rules of a switch in {@value #GROUPS_PER_SWITCH} groups, by the hash of the
 * rule. A change marks the group, and marked groups are saved a little later, {@value
 * #MOST_UNDER_WAY} at once. So the cluster's store takes a few hundred writes when a switch gets
 * 10,000 rules; one write per rule would come faster than the store takes them, and the writes that
 * wait would fill the memory. A group that could not be saved is tried again.
 */
final class RuleGroups {

    static final int GROUPS_PER_SWITCH = 64;

    /** Most groups that are being saved at the same time. */
    static final int MOST_UNDER_WAY = 32;

    static final long SAVE_AFTER_MS = 50;

    static final long RETRY_AFTER_MS = 5000;

    private static final long READ_SECONDS = 10;

    private static final long WRITE_SECONDS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(RuleGroups.class);

    private static final char SEPARATOR = '#';

    private final AsyncConsistentMap<String, List<FlowRule>> stored;
    private final BiConsumer<Runnable, Long> later;

    /** Rules by switch and by name of the group; guarded by this, as all that follows. */
    private final Map<DeviceId, Map<String, Map<FlowRule, FlowRule>>> groups = new HashMap<>();

    /** Groups that differ from their copy, and the switch of each. */
    private final Map<String, DeviceId> changed = new LinkedHashMap<>();

    /** Groups whose present content is being saved. */
    private final Set<String> underWay = new HashSet<>();

    private boolean isSaving;

    /**
     * Rules as an earlier run stored them.
     *
     * @param stored the map
     * @param later runs a task after a number of ms
     */
    RuleGroups(
            AsyncConsistentMap<String, List<FlowRule>> stored, BiConsumer<Runnable, Long> later) {
        this.stored = stored;
        this.later = later;
        stored.asConsistentMap()
                .entrySet()
                .forEach(
                        entry ->
                                entry.getValue()
                                        .value()
                                        .forEach(
                                                rule ->
                                                        group(rule.deviceId(), entry.getKey())
                                                                .put(rule, rule)));
    }

    /** The number of rules of all switches. */
    synchronized int size() {
        return groups.values().stream()
                .flatMap(ofSwitch -> ofSwitch.values().stream())
                .mapToInt(Map::size)
                .sum();
    }

    /**
     * Reads the rules of a switch again: since the last time another node may have been its master,
     * and have added and removed some. A change that is not saved yet wins.
     *
     * @throws StorageException when the store cannot be read; nothing has changed then
     */
    void reload(DeviceId device) {
        List<String> names = names(device);
        Map<String, CompletableFuture<Versioned<List<FlowRule>>>> reads = new HashMap<>();
        names.forEach(name -> reads.put(name, stored.get(name)));
        Map<String, Versioned<List<FlowRule>>> present = new HashMap<>();
        reads.forEach((name, read) -> present.put(name, await(read)));
        synchronized (this) {
            for (String name : names) {
                if (changed.containsKey(name) || underWay.contains(name)) {
                    continue;
                }
                Map<FlowRule, FlowRule> group = group(device, name);
                group.clear();
                Versioned<List<FlowRule>> rules = present.get(name);
                if (rules != null) {
                    rules.value().forEach(rule -> group.put(rule, rule));
                }
            }
        }
    }

    synchronized List<FlowRule> rules(DeviceId device) {
        List<FlowRule> rules = new ArrayList<>();
        groups.getOrDefault(device, Map.of()).values().forEach(of -> rules.addAll(of.values()));
        return rules;
    }

    /** The rule that matches the same packets; null if there is none. */
    synchronized FlowRule find(FlowRule rule) {
        Map<FlowRule, FlowRule> group =
                groups.getOrDefault(rule.deviceId(), Map.of()).get(name(rule));
        return group == null ? null : group.get(rule);
    }

    /** Adds a rule, in place of the one that matches the same packets. */
    synchronized void put(FlowRule rule) {
        Map<FlowRule, FlowRule> group = group(rule.deviceId(), name(rule));
        // The key would keep the old action.
        group.remove(rule);
        group.put(rule, rule);
        mark(name(rule), rule.deviceId());
    }

    synchronized void remove(FlowRule rule) {
        Map<FlowRule, FlowRule> group =
                groups.getOrDefault(rule.deviceId(), Map.of()).get(name(rule));
        if (group != null && group.remove(rule) != null) {
            mark(name(rule), rule.deviceId());
        }
    }

    /** Removes all rules of a switch. */
    synchronized void forget(DeviceId device) {
        Map<String, Map<FlowRule, FlowRule>> forgotten = groups.remove(device);
        if (forgotten != null) {
            forgotten.keySet().forEach(name -> mark(name, device));
        }
    }

    /** Starts to save all that has changed, without waiting. */
    void flush() {
        Map<String, DeviceId> all;
        synchronized (this) {
            all = new LinkedHashMap<>(changed);
            changed.clear();
        }
        all.forEach(this::write);
    }

    private void mark(String name, DeviceId device) {
        changed.put(name, device);
        if (!isSaving) {
            isSaving = true;
            later.accept(this::save, SAVE_AFTER_MS);
        }
    }

    /** Saves changed groups until none is left. */
    private void save() {
        Map<String, DeviceId> failed = new HashMap<>();
        List<CompletableFuture<?>> writes = new ArrayList<>();
        for (Map.Entry<String, DeviceId> group : take().entrySet()) {
            writes.add(
                    write(group.getKey(), group.getValue())
                            .exceptionally(
                                    error -> {
                                        LOG.warn(
                                                "rules of {} not stored: {}",
                                                group.getKey(),
                                                error.toString());
                                        synchronized (failed) {
                                            failed.put(group.getKey(), group.getValue());
                                        }
                                        return null;
                                    }));
        }
        CompletableFuture.allOf(writes.toArray(new CompletableFuture<?>[0]))
                .thenRun(() -> saved(failed));
    }

    private synchronized Map<String, DeviceId> take() {
        Map<String, DeviceId> taken = new LinkedHashMap<>();
        for (String name : Set.copyOf(changed.keySet())) {
            if (taken.size() == MOST_UNDER_WAY) {
                break;
            }
            taken.put(name, changed.remove(name));
            underWay.add(name);
        }
        return taken;
    }

    private CompletableFuture<?> write(String name, DeviceId device) {
        List<FlowRule> rules;
        synchronized (this) {
            Map<FlowRule, FlowRule> group =
                    groups.getOrDefault(device, Map.of()).getOrDefault(name, Map.of());
            rules = new ArrayList<>(group.values());
        }
        try {
            CompletableFuture<?> written =
                    rules.isEmpty() ? stored.remove(name) : stored.put(name, rules);
            // A write in a session of the store that has expired may never end.
            return written.orTimeout(WRITE_SECONDS, TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private synchronized void saved(Map<String, DeviceId> failed) {
        underWay.clear();
        changed.putAll(failed);
        if (changed.isEmpty()) {
            isSaving = false;
        } else {
            later.accept(this::save, failed.isEmpty() ? SAVE_AFTER_MS : RETRY_AFTER_MS);
        }
    }

    private Map<FlowRule, FlowRule> group(DeviceId device, String name) {
        return groups.computeIfAbsent(device, none -> new HashMap<>())
                .computeIfAbsent(name, none -> new HashMap<>());
    }

    private static String name(FlowRule rule) {
        int hash = Long.hashCode(rule.id().value() * 0x9E3779B97F4A7C15L);
        return name(rule.deviceId(), Math.floorMod(hash, GROUPS_PER_SWITCH));
    }

    private static String name(DeviceId device, int group) {
        return device.toString() + SEPARATOR + group;
    }

    private static <T> T await(CompletableFuture<T> read) {
        try {
            return read.get(READ_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageException.Interrupted();
        } catch (ExecutionException | TimeoutException e) {
            throw new StorageException(e);
        }
    }

    private static List<String> names(DeviceId device) {
        List<String> names = new ArrayList<>();
        for (int group = 0; group < GROUPS_PER_SWITCH; group++) {
            names.add(name(device, group));
        }
        return names;
    }
}
