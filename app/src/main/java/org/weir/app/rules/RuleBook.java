// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.onosproject.mastership.MastershipService;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleService;
import org.onosproject.net.flow.TableId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.pipelines.P4Names;

/**
 * The rules the application wants in each switch, by section. A section is replaced as a whole and
 * only what differs is written: first what others build on (next hops, settings), then what builds
 * on it (routes, generations), last what is stale. Each step waits until the switch has confirmed
 * the one before, and an update that fails goes no further.
 */
public final class RuleBook {

    private static final Logger LOG = LoggerFactory.getLogger(RuleBook.class);

    /** Tables whose entries must be there before any other entry refers to them. */
    private static final Set<TableId> FOUNDATIONS =
            Set.of(P4Names.TABLE_NEXT_HOPS, P4Names.TABLE_SETTINGS);

    private final FlowRuleService flowRules;
    private final FlowWriter writer;
    private final MastershipService mastership;
    private final RuleArchive archive;
    private final Map<DeviceId, Shelf> shelves = new HashMap<>();

    /**
     * A book without rules.
     *
     * @param flowRules ONOS's service for writing rules
     * @param mastership masters of the switches; this instance writes only to those of which it is
     *     the master
     * @param archive archive that remembers rules over a restart
     */
    public RuleBook(FlowRuleService flowRules, MastershipService mastership, RuleArchive archive) {
        this.flowRules = flowRules;
        this.writer = new FlowWriter(flowRules);
        this.mastership = mastership;
        this.archive = archive;
    }

    /** Takes up the rules that were remembered; they are written by {@link #resubmit}. */
    public void restore() {
        archive.load((section, rules) -> shelf(section.device).put(section.name, rules));
    }

    /**
     * Reads the rules of a switch again: another instance may have changed them since.
     *
     * @param device switch
     * @throws CompletionException if the store does not answer; the book is as before then
     */
    public void reload(DeviceId device) {
        Map<String, List<FlowRule>> found = archive.load(device);
        Shelf shelf = shelf(device);
        synchronized (shelf) {
            shelf.sections.clear();
            shelf.unconfirmed.clear();
            shelf.leaving.clear();
            found.forEach(shelf::put);
        }
    }

    /**
     * All rules of a switch that carry settings, in three steps that leave no port with part of its
     * settings: the rows of the generation in force, then the entry that puts it into force, then
     * the rows of the other generation.
     *
     * @param device switch
     * @return the steps; a step without rules is left out
     */
    public List<List<FlowRule>> settingsInSteps(DeviceId device) {
        List<FlowRule> inForce = new ArrayList<>();
        List<FlowRule> generations = new ArrayList<>();
        List<FlowRule> others = new ArrayList<>();
        Shelf shelf = shelf(device);
        synchronized (shelf) {
            for (Map<FlowRule, FlowRule> section : shelf.sections.values()) {
                Collection<FlowRule> rules = section.values();
                int generation = SettingsRules.generation(rules);
                inForce.addAll(SettingsRules.rowsOf(rules, generation));
                others.addAll(SettingsRules.rowsOf(rules, 1 - generation));
                SettingsRules.inForce(rules).ifPresent(generations::add);
            }
        }
        return Stream.of(inForce, generations, others)
                .filter(step -> !step.isEmpty())
                .collect(Collectors.toList());
    }

    /**
     * The rules of a section.
     *
     * @param device switch
     * @param section section
     * @return the rules, those not confirmed yet included
     */
    public List<FlowRule> rules(DeviceId device, String section) {
        Shelf shelf = shelf(device);
        synchronized (shelf) {
            return List.copyOf(shelf.section(section).values());
        }
    }

    /**
     * The rules of a section that a switch may have.
     *
     * @param device switch
     * @param section section
     * @return its rules, and those whose removal the switch has not confirmed
     */
    public List<FlowRule> possible(DeviceId device, String section) {
        return shelf(device).possible(section);
    }

    /** True if the switch has confirmed a rule that was sent last. */
    public boolean isConfirmed(DeviceId device, FlowRule rule) {
        Shelf shelf = shelf(device);
        synchronized (shelf) {
            return !shelf.unconfirmed.contains(rule);
        }
    }

    /**
     * True if a switch has confirmed rules of a section, with their actions. After a restart, and
     * when another instance has controlled the switch, this is known of sections that {@link
     * #replaceEach} and {@link #replaceSettings} replace; rules of all others count as confirmed
     * then.
     *
     * @param device switch
     * @param section section
     * @param rules rules that the section may hold
     */
    public boolean isConfirmed(DeviceId device, String section, Collection<FlowRule> rules) {
        return shelf(device).isConfirmed(section, rules);
    }

    /**
     * The rules of all sections of a switch.
     *
     * @param device switch
     * @return the rules, those not confirmed yet included
     */
    public List<FlowRule> rules(DeviceId device) {
        Shelf shelf = shelf(device);
        synchronized (shelf) {
            return shelf.sections.values().stream()
                    .flatMap(section -> section.values().stream())
                    .collect(Collectors.toList());
        }
    }

    /**
     * The sections of a switch that hold rules.
     *
     * @param device switch
     * @return names, in alphabetical order
     */
    public List<String> sections(DeviceId device) {
        Shelf shelf = shelf(device);
        synchronized (shelf) {
            return List.copyOf(shelf.sections.keySet());
        }
    }

    /**
     * Returns the number of rules that a switch has confirmed, over all sections.
     *
     * @param device switch
     * @return those that are wanted at the moment, without those it has not confirmed yet
     */
    public int confirmedCount(DeviceId device) {
        Shelf shelf = shelf(device);
        synchronized (shelf) {
            return shelf.count() - shelf.unconfirmed.size();
        }
    }

    /**
     * Returns the number of rules that were sent to a switch and that it has not confirmed yet.
     *
     * @param device switch
     * @return over all sections
     */
    public int unconfirmedCount(DeviceId device) {
        Shelf shelf = shelf(device);
        synchronized (shelf) {
            return shelf.unconfirmed.size();
        }
    }

    /**
     * Replaces the rules of a section. Updates of one switch are carried out in the order in which
     * they were asked for.
     *
     * @param device switch
     * @param section section
     * @param rules all rules the section shall hold
     * @return completes when the switch has confirmed every change; fails at once when this
     *     instance is not the master of the switch
     */
    public CompletableFuture<Void> replace(
            DeviceId device, String section, Collection<FlowRule> rules) {
        return replace(device, section, rules, false);
    }

    /**
     * Replaces the rules of a section, as {@link #replace} does. Which of its rules the switch has
     * not confirmed is remembered over a restart: else a generation that the switch may not use
     * would count as in force.
     *
     * @param device switch
     * @param section section
     * @param rules all rules the section shall hold
     * @return as for {@link #replace}
     */
    public CompletableFuture<Void> replaceSettings(
            DeviceId device, String section, Collection<FlowRule> rules) {
        Shelf shelf = shelf(device);
        synchronized (shelf) {
            shelf.doubtsKept.add(section);
        }
        return replace(device, section, rules);
    }

    /**
     * Takes note whether a switch has confirmed rules that were written past this book. This is
     * remembered over a restart.
     *
     * @param device switch
     * @param rules the rules; those that are not in this book, with their actions, do not count
     * @param isConfirmed false if nobody knows whether the switch has them
     */
    public void note(DeviceId device, Collection<FlowRule> rules, boolean isConfirmed) {
        note(device, shelf(device), rules, isConfirmed);
    }

    private void note(
            DeviceId device, Shelf shelf, Collection<FlowRule> rules, boolean isConfirmed) {
        synchronized (shelf) {
            shelf.note(rules, isConfirmed).forEach(section -> remember(device, shelf, section));
        }
    }

    /**
     * Saves a section after its rules were confirmed or doubted. Since they were sent, another
     * instance may have taken the switch over, or the section may have been given up.
     */
    private void remember(DeviceId device, Shelf shelf, String section) {
        if (shelf.doubtsKept.contains(section)
                && shelf.sections.containsKey(section)
                && mastership.isLocalMaster(device)) {
            archive.save(device, section, shelf.remembered(section));
        }
    }

    /**
     * Replaces the rules of a section of which none builds on another: what is stale goes even if
     * the switch does not confirm all that is new. Which of its rules the switch has not confirmed
     * is remembered over a restart.
     *
     * @param device switch
     * @param section section
     * @param rules all rules the section shall hold
     * @return as for {@link #replace}
     */
    public CompletableFuture<Void> replaceEach(
            DeviceId device, String section, Collection<FlowRule> rules) {
        return replace(device, section, rules, true);
    }

    private CompletableFuture<Void> replace(
            DeviceId device, String section, Collection<FlowRule> rules, boolean areIndependent) {
        Shelf shelf = shelf(device);
        return inTurn(shelf, () -> update(device, shelf, section, rules, areIndependent));
    }

    /** Runs a step when all that was asked for before is done, also if it has failed. */
    private static CompletableFuture<Void> inTurn(
            Shelf shelf, Supplier<CompletableFuture<Void>> step) {
        synchronized (shelf) {
            CompletableFuture<Void> done =
                    shelf.tail.handle((ignored, error) -> null).thenCompose(ignored -> step.get());
            shelf.tail = done;
            return done;
        }
    }

    /**
     * Asks again for the rules of a switch that ONOS does not know: after a restart of ONOS, or
     * when they were asked for while the switch had no master.
     *
     * @param device switch
     * @return completes when they are confirmed
     */
    public CompletableFuture<Void> resubmit(DeviceId device) {
        Shelf shelf = shelf(device);
        Map<FlowRule, String> sections = new LinkedHashMap<>();
        synchronized (shelf) {
            shelf.sections.forEach(
                    (name, section) -> {
                        for (FlowRule rule : section.values()) {
                            if (isUnknown(rule)) {
                                sections.put(rule, name);
                            }
                        }
                    });
        }
        if (sections.isEmpty() || !mastership.isLocalMaster(device)) {
            return CompletableFuture.completedFuture(null);
        }
        LOG.info("{}: asking for {} rules that ONOS does not know", device, sections.size());
        return resubmit(device, shelf, List.copyOf(sections.entrySet()), 0, null);
    }

    private boolean isUnknown(FlowRule rule) {
        FlowEntry known = flowRules.getFlowEntry(rule);
        return known == null || !known.exactMatch(rule);
    }

    /**
     * Asks for rules from a place on, each part in its turn: an update that comes meanwhile waits
     * for one part, and no part brings back a rule that the update has changed or removed. A part
     * that the switch refuses does not keep back the others; one that it does not answer does.
     *
     * @param before the refusal of parts before; null if there was none
     */
    private CompletableFuture<Void> resubmit(
            DeviceId device,
            Shelf shelf,
            List<Map.Entry<FlowRule, String>> missing,
            int from,
            RuleWriteException before) {
        if (from >= missing.size()) {
            return before == null
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(before);
        }
        int to = Math.min(missing.size(), from + FlowWriter.PART_RULES);
        return inTurn(
                        shelf,
                        () ->
                                writer.add(
                                        wanted(shelf, missing.subList(from, to)),
                                        part -> note(device, shelf, part, true)))
                .handle(
                        (done, error) ->
                                error instanceof CompletionException ? error.getCause() : error)
                .thenCompose(
                        error -> {
                            if (error != null && !(error instanceof RuleWriteException)) {
                                return CompletableFuture.failedFuture(
                                        before == null ? error : before.followedBy(error));
                            }
                            RuleWriteException refused = (RuleWriteException) error;
                            return resubmit(
                                    device,
                                    shelf,
                                    missing,
                                    to,
                                    before == null || refused == null
                                            ? before == null ? refused : before
                                            : before.with(refused));
                        });
    }

    /** Those of the rules that are still wanted, with their present actions, and not known. */
    private List<FlowRule> wanted(Shelf shelf, List<Map.Entry<FlowRule, String>> rules) {
        List<FlowRule> wanted = new ArrayList<>();
        synchronized (shelf) {
            for (Map.Entry<FlowRule, String> each : rules) {
                FlowRule held =
                        shelf.sections.getOrDefault(each.getValue(), Map.of()).get(each.getKey());
                if (held != null && mastership.isLocalMaster(held.deviceId()) && isUnknown(held)) {
                    wanted.add(held);
                }
            }
        }
        return wanted;
    }

    /**
     * Removes every rule from every switch, but for those of which another instance is the master:
     * that one removes them.
     *
     * @return completes when the switches have confirmed it; fails when a switch keeps rules, after
     *     those of all others are removed
     */
    public CompletableFuture<Void> clear() {
        List<CompletableFuture<Void>> removals = new ArrayList<>();
        List<DeviceId> devices;
        synchronized (shelves) {
            devices = List.copyOf(shelves.keySet());
        }
        for (DeviceId device : devices) {
            try {
                if (!isAnothers(device)) {
                    for (String section : sections(device)) {
                        removals.add(replace(device, section, List.of()));
                    }
                }
            } catch (RuntimeException e) {
                removals.add(CompletableFuture.failedFuture(e));
            }
        }
        return CompletableFuture.allOf(removals.toArray(new CompletableFuture<?>[0]));
    }

    private boolean isAnothers(DeviceId device) {
        return !mastership.isLocalMaster(device) && mastership.getMasterFor(device) != null;
    }

    private CompletableFuture<Void> update(
            DeviceId device,
            Shelf shelf,
            String section,
            Collection<FlowRule> rules,
            boolean areIndependent) {
        if (!mastership.isLocalMaster(device)) {
            return notMaster(device);
        }
        List<FlowRule> foundations = new ArrayList<>();
        List<FlowRule> dependants = new ArrayList<>();
        Set<FlowRule> stale;
        synchronized (shelf) {
            if (areIndependent) {
                shelf.doubtsKept.add(section);
            }
            Map<FlowRule, FlowRule> held = shelf.section(section);
            stale = new HashSet<>(held.keySet());
            for (FlowRule rule : rules) {
                stale.remove(rule);
                FlowRule old = held.get(rule);
                boolean isSame = old == rule || old != null && old.exactMatch(rule);
                if (!isSame || shelf.unconfirmed.contains(rule)) {
                    (FOUNDATIONS.contains(rule.table()) ? foundations : dependants).add(rule);
                }
            }
            Set<FlowRule> leaving = shelf.leaving.getOrDefault(section, Set.of());
            leaving.stream().filter(rule -> !held.containsKey(rule)).forEach(stale::add);
            stale.removeAll(Set.copyOf(rules));
        }
        CompletableFuture<Void> added =
                add(device, shelf, section, foundations)
                        .thenCompose(ignored -> add(device, shelf, section, dependants));
        if (!areIndependent) {
            return added.thenCompose(ignored -> remove(device, shelf, section, stale));
        }
        return added.handle((ignored, error) -> remove(device, shelf, section, stale))
                .thenCompose(removed -> removed.thenCombine(added, (one, other) -> null));
    }

    private static CompletableFuture<Void> notMaster(DeviceId device) {
        return CompletableFuture.failedFuture(
                new IllegalStateException(device + ": this instance is not its master"));
    }

    private CompletableFuture<Void> add(
            DeviceId device, Shelf shelf, String section, List<FlowRule> rules) {
        if (rules.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        // Another instance may have become the master while the step before was confirmed.
        if (!mastership.isLocalMaster(device)) {
            return notMaster(device);
        }
        synchronized (shelf) {
            for (FlowRule rule : rules) {
                // The key would keep the old action.
                shelf.section(section).remove(rule);
                shelf.section(section).put(rule, rule);
                shelf.leaving(section).remove(rule);
            }
            shelf.unconfirmed.addAll(rules);
            archive.save(device, section, shelf.remembered(section));
        }
        return writer.add(
                rules,
                part -> {
                    synchronized (shelf) {
                        // Not removeAll: it searches the list for each element of the set.
                        part.forEach(shelf.unconfirmed::remove);
                        if (!part.isEmpty()) {
                            remember(device, shelf, section);
                        }
                    }
                });
    }

    private CompletableFuture<Void> remove(
            DeviceId device, Shelf shelf, String section, Set<FlowRule> rules) {
        if (rules.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        if (!mastership.isLocalMaster(device)) {
            return notMaster(device);
        }
        synchronized (shelf) {
            shelf.section(section).keySet().removeAll(rules);
            shelf.unconfirmed.removeAll(rules);
            shelf.leaving(section).addAll(rules);
            archive.save(device, section, shelf.remembered(section));
            if (shelf.section(section).isEmpty()) {
                shelf.sections.remove(section);
            }
        }
        return writer.remove(
                rules,
                part -> {
                    synchronized (shelf) {
                        part.forEach(shelf.leaving(section)::remove);
                    }
                });
    }

    private Shelf shelf(DeviceId device) {
        synchronized (shelves) {
            return shelves.computeIfAbsent(device, ignored -> new Shelf());
        }
    }
}
