// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Compares how often classes miss their targets before and after a policy came into force. Each
 * look counts the last period of every class at every port that has targets and can be judged.
 *
 * <p>A policy does harm if some class at some port misses so many of its periods that chance does
 * not explain it: by Chernoff's bound the probability is below e^-{@value #EVIDENCE}, if the class
 * missed {@value #MARGIN} more of its periods than before. The first {@value #SETTLING_LOOKS} looks
 * after the change do not count: the switches get their settings, and queues drain.
 *
 * <p>Example: a class met its targets in 60 periods before. After 8 periods, all missed, the policy
 * does harm; after only one period before, it takes 20 missed ones. Not safe for use by several
 * threads.
 */
final class Guard {
    /**
     * Minus the logarithm of the probability below which misses are no chance. Hundreds of classes
     * are looked at hundreds of times.
     */
    static final double EVIDENCE = 16;

    /** Growth of the missed part of the periods that is no harm. */
    static final double MARGIN = 0.1;

    /** Looks after the change that do not count. */
    static final int SETTLING_LOOKS = 3;

    private final Supplier<Map<String, Boolean>> look;
    private final Map<String, MissCount> before = new HashMap<>();
    private final Map<String, MissCount> after = new TreeMap<>();
    private Map<String, MissCount> counted = Map.of();
    private int looks;

    /**
     * A guard that has seen nothing.
     *
     * @param look the classes at ports whose last period can be judged, by a name for messages, and
     *     whether each met its targets
     */
    Guard(Supplier<Map<String, Boolean>> look) {
        this.look = look;
    }

    /** Counts a period before the change. */
    void lookBefore() {
        count(before);
    }

    /** The periods counted before the change, by class and port. */
    Map<String, MissCount> before() {
        return new TreeMap<>(before);
    }

    /** The change is made; from now on, looks are those after it. */
    void begin(Map<String, MissCount> countedBefore) {
        counted = countedBefore;
        after.clear();
        looks = 0;
    }

    /**
     * Counts a period after the change.
     *
     * @return the harm that the change does, in words; empty if none was seen
     */
    Optional<String> lookAfter() {
        if (looks++ < SETTLING_LOOKS) {
            return Optional.empty();
        }
        count(after);
        for (Map.Entry<String, MissCount> one : after.entrySet()) {
            MissCount old = counted.getOrDefault(one.getKey(), new MissCount());
            MissCount now = one.getValue();
            if (now.evidenceAgainst(Math.min(1, old.expectedPart() + MARGIN)) > EVIDENCE) {
                return Optional.of(
                        one.getKey() + " missed its targets in " + now + ", before in " + old);
            }
        }
        return Optional.empty();
    }

    private void count(Map<String, MissCount> counts) {
        look.get()
                .forEach(
                        (name, met) ->
                                counts.computeIfAbsent(name, none -> new MissCount()).add(met));
    }
}
