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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.onosproject.net.flow.FlowRule;

/** The rules of one switch; guarded by itself. */
final class Shelf {
    final Map<String, Map<FlowRule, FlowRule>> sections = new TreeMap<>();
    final Set<FlowRule> unconfirmed = new HashSet<>();

    /** Sections whose rules are remembered together with which of them are not confirmed. */
    final Set<String> doubtsKept = new HashSet<>();

    /**
     * Rules that the switch may still have, because it has not confirmed their removal, by section.
     */
    final Map<String, Set<FlowRule>> leaving = new HashMap<>();

    CompletableFuture<Void> tail = CompletableFuture.completedFuture(null);

    int count() {
        return sections.values().stream().mapToInt(Map::size).sum();
    }

    Map<FlowRule, FlowRule> section(String name) {
        return sections.computeIfAbsent(name, ignored -> new LinkedHashMap<>());
    }

    Set<FlowRule> leaving(String name) {
        return leaving.computeIfAbsent(name, ignored -> new HashSet<>());
    }

    /** Takes up a section as {@link #remembered} gave it. */
    synchronized void put(String name, List<FlowRule> rules) {
        for (FlowRule rule : rules) {
            if (section(name).put(rule, rule) != null) {
                unconfirmed.add(rule);
                doubtsKept.add(name);
            }
        }
    }

    /**
     * A section as it is to be remembered: its rules, and after them once more each that the switch
     * has not confirmed, if this is kept.
     */
    synchronized List<FlowRule> remembered(String name) {
        List<FlowRule> rules = new ArrayList<>(section(name).values());
        if (doubtsKept.contains(name)) {
            section(name).values().stream().filter(unconfirmed::contains).forEach(rules::add);
        }
        return rules;
    }

    /**
     * Takes note whether the switch has confirmed those rules that are held so.
     *
     * @return the sections of which something else is to be remembered now
     */
    synchronized Set<String> note(Collection<FlowRule> rules, boolean isConfirmed) {
        Set<String> changed = new HashSet<>();
        for (FlowRule rule : rules) {
            sections.forEach(
                    (name, section) -> {
                        FlowRule held = section.get(rule);
                        boolean isChanged =
                                held != null
                                        && held.exactMatch(rule)
                                        && (isConfirmed
                                                ? unconfirmed.remove(rule)
                                                : unconfirmed.add(held));
                        if (isChanged) {
                            changed.add(name);
                        }
                    });
        }
        if (!isConfirmed) {
            doubtsKept.addAll(changed);
        }
        changed.retainAll(doubtsKept);
        return changed;
    }

    /** True if the section holds rules, with their actions, and the switch has confirmed them. */
    synchronized boolean isConfirmed(String name, Collection<FlowRule> rules) {
        Map<FlowRule, FlowRule> held = sections.getOrDefault(name, Map.of());
        return rules.stream()
                .allMatch(
                        rule ->
                                held.containsKey(rule)
                                        && held.get(rule).exactMatch(rule)
                                        && !unconfirmed.contains(rule));
    }

    /** The rules of a section, and those that the switch may still have. */
    synchronized List<FlowRule> possible(String name) {
        List<FlowRule> possible = new ArrayList<>(sections.getOrDefault(name, Map.of()).values());
        possible.addAll(leaving.getOrDefault(name, Set.of()));
        return possible;
    }
}
