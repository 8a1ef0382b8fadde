// SPDX-License-Identifier: Apache-2.0
package org.weir.control.measurement;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Decides which switches are asked for counters in a round. Short periods do not multiply the cost:
 * all switches together are asked {@value #READS_PER_SECOND} times a second, and take turns. A
 * switch that reports a change is asked in the next round, {@value #CHANGED_PER_SECOND} times a
 * second at most over all switches.
 *
 * <p>Example: with a period of 10 ms, each of 2 switches is asked in each round, and each of 80
 * switches every 400 ms and after each report of a change.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <S> identifier of a switch
 */
public final class ReadingTurns<S> {

    /** Limit on readings of switches in turn, over all switches, per second. */
    public static final int READS_PER_SECOND = 200;

    /** Limit on readings of switches that report a change, over all switches, per second. */
    public static final int CHANGED_PER_SECOND = 400;

    private static final double MS_PER_SECOND = 1000;

    /** Switches, the one first that is asked next. */
    private final Set<S> order = new LinkedHashSet<>();

    /**
     * The switches whose turn it is; they go to the end of the order.
     *
     * @param switches those with ports under control
     * @param periodMs time between two rounds, ms
     */
    public Set<S> next(Collection<S> switches, long periodMs) {
        order.retainAll(switches);
        order.addAll(switches);
        Set<S> next = first(order, perRound(READS_PER_SECOND, periodMs));
        order.removeAll(next);
        order.addAll(next);
        return next;
    }

    /**
     * Selects as many of the switches that report a change as may be asked in a round.
     *
     * @param switches those with a reported change whose turn it is not
     * @param periodMs time between two rounds, ms
     */
    public static <S> Set<S> changed(Collection<S> switches, long periodMs) {
        return first(switches, perRound(CHANGED_PER_SECOND, periodMs));
    }

    private static <S> Set<S> first(Collection<S> switches, int most) {
        Set<S> first = new LinkedHashSet<>();
        for (S device : switches) {
            if (first.size() == most) {
                break;
            }
            first.add(device);
        }
        return first;
    }

    private static int perRound(int perSecond, long periodMs) {
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(perSecond * periodMs / MS_PER_SECOND));
    }
}
