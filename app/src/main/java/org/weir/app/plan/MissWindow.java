// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Missed periods of classes in the last looks, those of nine to ten minutes at a look per second.
 * Older looks say little about the network of today. Not safe for use by several threads.
 */
final class MissWindow {
    /** Looks after which the oldest part of the window is forgotten. */
    private static final int PART_LOOKS = 60;

    private static final int PARTS = 10;

    /** Counts by class and port, of the last looks first. */
    private final Deque<Map<String, MissCount>> parts = new ArrayDeque<>();

    private int looks;

    /** Begins a look. */
    void begin() {
        if (looks++ % PART_LOOKS == 0) {
            parts.addFirst(new HashMap<>());
        }
        if (parts.size() > PARTS) {
            parts.removeLast();
        }
    }

    /** Counts a period in the look that has begun last. */
    void add(String name, boolean isMet) {
        parts.getFirst().computeIfAbsent(name, none -> new MissCount()).add(isMet);
    }

    /** The periods of all looks in the window, by class and port. */
    Map<String, MissCount> counts() {
        Map<String, MissCount> counts = new TreeMap<>();
        for (Map<String, MissCount> part : parts) {
            part.forEach((name, count) -> counts.merge(name, count, MissWindow::sum));
        }
        return counts;
    }

    private static MissCount sum(MissCount one, MissCount other) {
        return new MissCount(one.judged() + other.judged(), one.missed() + other.missed());
    }
}
