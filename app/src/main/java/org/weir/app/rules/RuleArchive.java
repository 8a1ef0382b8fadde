// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.onlab.util.KryoNamespace;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.cluster.StoreWait;

/**
 * Remembers over a restart of ONOS which rules the application keeps in which switch.
 *
 * <p>ONOS holds its flow rules in memory: after a restart it knows none and deletes every entry
 * that it finds in a switch and that no application has asked for by then. The application asks for
 * the archived rules again, unchanged, before that happens, so traffic goes on.
 *
 * <p>Changes of a section that come close together are saved once: a save goes through the
 * cluster's store and costs more than the change itself. A section of many rules is saved in parts,
 * of which those are saved again that have changed. Which part a rule belongs to follows from its
 * id, so that a change of one rule concerns one part.
 */
public final class RuleArchive {

    private static final Logger LOG = LoggerFactory.getLogger(RuleArchive.class);

    private static final String MAP_NAME = "weir-rules";
    private static final char SEPARATOR = '|';

    /** Stands between a section and the number of a further part of it. */
    private static final char PART_SEPARATOR = '#';

    /**
     * Most rules of an entry of the map. The store that ONOS runs on takes entries up to 1 MiB, and
     * a rule takes up to about 1 KiB.
     */
    static final int PART_RULES = 500;

    /** Mean number of rules of a part below which a section is saved in half as many parts. */
    private static final int FEW_RULES = 100;

    private static final long SAVE_AFTER_MS = 250;

    /** Time after which a save is repeated that the store did not take, ms. */
    private static final long SAVE_AGAIN_MS = 1_000;

    private static final long TIMEOUT_S = 5;

    /** Longest time for a reading of all sections, or of all of a switch, s. */
    private static final long READ_ALL_S = 15;

    private final AsyncConsistentMap<String, List<FlowRule>> map;
    private final Consumer<Runnable> later;
    private final Consumer<Runnable> again;
    private final Predicate<DeviceId> mayRecord;
    private final long saveMs;

    /** Serializer of the store of rules. */
    static final Serializer SERIALIZER =
            Serializer.using(
                    KryoNamespace.newBuilder().register(KryoNamespaces.API).build("weir-rules"));

    /** Sections that are not saved yet; guarded by itself. */
    private final Map<String, List<FlowRule>> unsaved = new HashMap<>();

    /** Each section as the store was given it last; guarded by itself, before what is unsaved. */
    private final Map<String, Saved> saved = new HashMap<>();

    /**
     * Opens the archive.
     *
     * @param storage ONOS's storage
     * @param executor saves
     * @param mayRecord whether this instance controls a switch: what it knows of other switches is
     *     old, and is not saved
     */
    public RuleArchive(
            StorageService storage,
            ScheduledExecutorService executor,
            Predicate<DeviceId> mayRecord) {
        this(
                storage.<String, List<FlowRule>>consistentMapBuilder()
                        .withName(MAP_NAME)
                        .withSerializer(SERIALIZER)
                        .buildAsyncMap(),
                save -> {
                    try {
                        executor.schedule(save, SAVE_AFTER_MS, TimeUnit.MILLISECONDS);
                    } catch (RejectedExecutionException e) {
                        save.run();
                    }
                },
                save -> {
                    try {
                        executor.schedule(save, SAVE_AGAIN_MS, TimeUnit.MILLISECONDS);
                    } catch (RejectedExecutionException e) {
                        LOG.warn("the application stops with rules that are not saved");
                    }
                },
                mayRecord,
                TimeUnit.SECONDS.toMillis(TIMEOUT_S));
    }

    /**
     * Opens an archive.
     *
     * @param later runs what it is given, some time later
     * @param again runs what it is given after a pause in which the store may recover
     * @param saveMs longest time in which the store takes a part of a section, ms
     */
    RuleArchive(
            AsyncConsistentMap<String, List<FlowRule>> map,
            Consumer<Runnable> later,
            Consumer<Runnable> again,
            Predicate<DeviceId> mayRecord,
            long saveMs) {
        this.saveMs = saveMs;
        this.map = map;
        this.later = later;
        this.again = again;
        this.mayRecord = mayRecord;
    }

    /**
     * Has a section saved soon, in place of what it held.
     *
     * @param device switch
     * @param section section
     * @param rules its rules; none forgets the section
     */
    void save(DeviceId device, String section, Collection<FlowRule> rules) {
        String key = device.toString() + SEPARATOR + section;
        boolean isFirst;
        synchronized (unsaved) {
            isFirst = unsaved.isEmpty();
            unsaved.put(key, new ArrayList<>(rules));
        }
        if (isFirst) {
            later.accept(this::flush);
        }
    }

    /** Saves now what has not been saved yet. */
    public void flush() {
        synchronized (saved) {
            Map<String, List<FlowRule>> saving;
            synchronized (unsaved) {
                saving = new HashMap<>(unsaved);
                unsaved.clear();
            }
            saving.keySet().removeIf(key -> !mayRecord.test(device(key)));
            saving.forEach(this::storeParts);
        }
    }

    private static DeviceId device(String key) {
        return DeviceId.deviceId(key.substring(0, key.lastIndexOf(SEPARATOR)));
    }

    private void storeParts(String section, List<FlowRule> rules) {
        Saved known = saved.computeIfAbsent(section, none -> new Saved());
        List<List<FlowRule>> before = known.parts;
        List<List<FlowRule>> parts = parts(rules, before.size());
        known.rules = rules;
        known.parts = parts;
        for (int part = 0; part < Math.max(1, Math.max(parts.size(), before.size())); part++) {
            List<FlowRule> now = part < parts.size() ? parts.get(part) : List.of();
            boolean isSaved = part < before.size() && areSame(before.get(part), now);
            if (!isSaved) {
                // A list that the store's serializer knows.
                store(section, known, part, new ArrayList<>(now));
            }
        }
    }

    /**
     * Divides rules by their ids, into as many parts as before if these are neither too large nor
     * much too small.
     */
    private static List<List<FlowRule>> parts(List<FlowRule> rules, int before) {
        if (rules.isEmpty()) {
            return List.of();
        }
        int count = Math.max(1, before);
        while (count > 1 && rules.size() < FEW_RULES * count) {
            count /= 2;
        }
        List<List<FlowRule>> parts = parted(rules, count);
        while (parts.stream().anyMatch(part -> part.size() > PART_RULES) && count < rules.size()) {
            count *= 2;
            parts = parted(rules, count);
        }
        return parts;
    }

    private static List<List<FlowRule>> parted(List<FlowRule> rules, int count) {
        List<List<FlowRule>> parts = new ArrayList<>();
        for (int part = 0; part < count; part++) {
            parts.add(new ArrayList<>());
        }
        for (FlowRule rule : rules) {
            parts.get(Math.floorMod(Long.hashCode(rule.id().value()), count)).add(rule);
        }
        return parts;
    }

    /** True for the very same rules: equal ones may have other actions. */
    private static boolean areSame(List<FlowRule> one, List<FlowRule> other) {
        if (one == null || one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (one.get(i) != other.get(i)) {
                return false;
            }
        }
        return true;
    }

    private void store(String section, Saved known, int part, List<FlowRule> rules) {
        String key = part == 0 ? section : section + PART_SEPARATOR + part;
        CompletableFuture<?> stored = rules.isEmpty() ? map.remove(key) : map.put(key, rules);
        // A write in a session of the store that has expired may never end.
        stored.orTimeout(saveMs, TimeUnit.MILLISECONDS)
                .whenComplete(
                        (done, error) -> {
                            if (error == null) {
                                synchronized (saved) {
                                    known.isLate = false;
                                }
                            } else if (hasToRepeat(section, known, part, error)) {
                                again.accept(this::flush);
                            }
                        });
    }

    /** Takes a part for one that has to be saved; true if no save is due yet. */
    private boolean hasToRepeat(String section, Saved known, int part, Throwable error) {
        synchronized (saved) {
            if (saved.get(section) != known) {
                // Another instance may have saved the section since, which was then read again.
                return false;
            }
            if (!known.isLate) {
                LOG.warn("rules of {} are not saved yet: {}", section, error.toString());
            }
            known.isLate = true;
            known.forget(part);
            synchronized (unsaved) {
                boolean isFirst = unsaved.isEmpty();
                unsaved.putIfAbsent(section, known.rules);
                return isFirst;
            }
        }
    }

    /**
     * Reads every section. While the store does not answer, waits and asks again.
     *
     * @param visitor is given device and section together with the rules
     * @throws CompletionException if the store has not answered for minutes
     */
    void load(BiConsumer<Section, List<FlowRule>> visitor) {
        Map<String, List<FlowRule>> entries = new HashMap<>();
        StoreWait.find(
                        "the saved rules",
                        () -> map.entrySet().orTimeout(READ_ALL_S, TimeUnit.SECONDS).join())
                .forEach(entry -> entries.put(entry.getKey(), entry.getValue().value()));
        assemble(entries, visitor);
    }

    /**
     * Reads the sections of a switch again, as the instance saved them that controlled it last.
     *
     * @param device switch
     * @return rules by section
     * @throws CompletionException if the store does not answer
     */
    Map<String, List<FlowRule>> load(DeviceId device) {
        flush();
        synchronized (saved) {
            saved.keySet().removeIf(key -> device(key).equals(device));
        }
        // Not all entries of the map: those of one switch are few of them.
        Map<String, CompletableFuture<Versioned<List<FlowRule>>>> answers = new HashMap<>();
        for (String key : await(map.keySet())) {
            if (device(key).equals(device)) {
                answers.put(key, map.get(key).orTimeout(READ_ALL_S, TimeUnit.SECONDS));
            }
        }
        Map<String, List<FlowRule>> entries = new HashMap<>();
        answers.forEach(
                (key, answer) -> {
                    Versioned<List<FlowRule>> found = answer.join();
                    if (found != null) {
                        entries.put(key, found.value());
                    }
                });
        Map<String, List<FlowRule>> sections = new TreeMap<>();
        assemble(entries, (section, rules) -> sections.put(section.name, rules));
        return sections;
    }

    private static <T> T await(CompletableFuture<T> answer) {
        return answer.orTimeout(TIMEOUT_S, TimeUnit.SECONDS).join();
    }

    private void assemble(
            Map<String, List<FlowRule>> entries, BiConsumer<Section, List<FlowRule>> visitor) {
        Map<String, TreeMap<Integer, List<FlowRule>>> found = new TreeMap<>();
        entries.forEach(
                (key, rules) -> {
                    // A device id may hold the sign, a section does not.
                    int mark = key.indexOf(PART_SEPARATOR, key.lastIndexOf(SEPARATOR) + 1);
                    int part = mark < 0 ? 0 : Integer.parseInt(key.substring(mark + 1));
                    found.computeIfAbsent(
                                    mark < 0 ? key : key.substring(0, mark),
                                    none -> new TreeMap<>())
                            .put(part, rules);
                });
        found.forEach(
                (key, parts) -> {
                    List<List<FlowRule>> inOrder = new ArrayList<>();
                    for (int part = 0; part <= parts.lastKey(); part++) {
                        inOrder.add(parts.getOrDefault(part, List.of()));
                    }
                    Saved known = new Saved();
                    known.parts = inOrder;
                    known.rules =
                            inOrder.stream().flatMap(List::stream).collect(Collectors.toList());
                    synchronized (saved) {
                        saved.put(key, known);
                    }
                    visitor.accept(
                            new Section(device(key), key.substring(key.lastIndexOf(SEPARATOR) + 1)),
                            usable(known.rules));
                });
    }

    /** Rules without those of earlier builds, which switches with the present program refuse. */
    private static List<FlowRule> usable(List<FlowRule> rules) {
        return rules.stream()
                .filter(rule -> !NeighbourRules.isObsolete(rule))
                .collect(Collectors.toList());
    }

    /** A section that the store was given. */
    private static final class Saved {
        List<FlowRule> rules = List.of();

        /** The rules in parts; null for a part of which the store may have kept another state. */
        List<List<FlowRule>> parts = List.of();

        /** True after a failure was logged, until the store takes a part. */
        boolean isLate;

        void forget(int part) {
            parts = new ArrayList<>(parts);
            while (parts.size() <= part) {
                parts.add(List.of());
            }
            parts.set(part, null);
        }
    }

    /** Switch and section name that rules belong to. */
    static final class Section {
        final DeviceId device;
        final String name;

        Section(DeviceId device, String name) {
            this.device = device;
            this.name = name;
        }
    }
}
