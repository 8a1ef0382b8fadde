// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Compares how often classes miss their targets before and after a policy came into force. A look
 * counts the last period of every class at every port that has targets and can be judged, unless an
 * earlier look has counted it.
 *
 * <p>A policy does harm if some class at some port misses so many of its periods that chance does
 * not explain it: by Chernoff's bound the probability is below e^-{@value #EVIDENCE}, if the class
 * missed {@value #MARGIN} more of its periods than before. The first {@value #SETTLING_PERIODS}
 * periods of a class after the change do not count: one may have begun before it, the switches get
 * their settings, and queues drain.
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

    /** Periods of a class after the change that do not count. */
    static final int SETTLING_PERIODS = 3;

    private final Supplier<Map<String, LastPeriod>> look;
    private final MissWindow before = new MissWindow();
    private final Map<String, MissCount> after = new TreeMap<>();
    private Map<String, MissCount> counted = Map.of();
    private boolean hasJudged;

    /** The harm that the change does, in words; empty while none was seen. */
    private Optional<String> harm = Optional.empty();

    /** Number of the last period of each class that was seen. */
    private final Map<String, Long> seen = new HashMap<>();

    /** Periods of each class that were seen after the change and did not count. */
    private final Map<String, Integer> settling = new HashMap<>();

    /**
     * A guard that has seen nothing.
     *
     * @param look the last periods of classes at ports, by a name of the class for messages
     */
    Guard(Supplier<Map<String, LastPeriod>> look) {
        this.look = look;
    }

    /** Counts the periods before the change that are new. */
    void lookBefore() {
        before.begin();
        fresh().forEach((name, period) -> before.add(name, period.isMet()));
    }

    /** The periods before the change in the {@link MissWindow last looks}, by class and port. */
    Map<String, MissCount> before() {
        return before.counts();
    }

    /** The change is made; from now on, looks are those after it. */
    void begin(Map<String, MissCount> countedBefore) {
        counted = countedBefore;
        after.clear();
        hasJudged = false;
        harm = Optional.empty();
        seen.clear();
        settling.clear();
    }

    /**
     * Counts the periods after the change that are new, until they show harm.
     *
     * @return the harm that the change does, in words; empty if none was seen
     */
    Optional<String> lookAfter() {
        if (harm.isPresent()) {
            return harm;
        }
        fresh().forEach(
                        (name, period) -> {
                            if (settling.merge(name, 1, Integer::sum) > SETTLING_PERIODS) {
                                after.computeIfAbsent(name, none -> new MissCount())
                                        .add(period.isMet());
                                hasJudged |= period.isInForce();
                            }
                        });
        for (Map.Entry<String, MissCount> one : after.entrySet()) {
            MissCount old = counted.getOrDefault(one.getKey(), new MissCount());
            MissCount now = one.getValue();
            if (now.evidenceAgainst(Math.min(1, old.expectedPart() + MARGIN)) > EVIDENCE) {
                harm =
                        Optional.of(
                                one.getKey()
                                        + " missed its targets in "
                                        + now
                                        + ", before in "
                                        + old);
                break;
            }
        }
        return harm;
    }

    /** True if a period counted in which the changed policy was in force at the class's port. */
    boolean hasJudged() {
        return hasJudged;
    }

    /** The last periods that no look has seen before. */
    private Map<String, LastPeriod> fresh() {
        Map<String, LastPeriod> fresh = new TreeMap<>(look.get());
        fresh.entrySet()
                .removeIf(
                        one -> {
                            long number = one.getValue().number();
                            Long before = seen.put(one.getKey(), number);
                            return before != null && before == number;
                        });
        return fresh;
    }
}
