// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

import java.util.ArrayDeque;

/** Largest of the values of the last so many rounds. */
final class WindowedMax {
    private final long rounds;

    /** Candidates: each is larger than all that follow. */
    private final ArrayDeque<Entry> entries = new ArrayDeque<>();

    private record Entry(double value, long round) {}

    /**
     * @param rounds length of the window, with the current round
     */
    WindowedMax(long rounds) {
        this.rounds = rounds;
    }

    /** Takes a value of a round; rounds never decrease. */
    void add(double value, long round) {
        while (!entries.isEmpty() && entries.getLast().value <= value) {
            entries.removeLast();
        }
        entries.addLast(new Entry(value, round));
        while (entries.getFirst().round <= round - rounds) {
            entries.removeFirst();
        }
    }

    /** The largest value; 0 before the first. */
    double max() {
        return entries.isEmpty() ? 0 : entries.getFirst().value;
    }
}
