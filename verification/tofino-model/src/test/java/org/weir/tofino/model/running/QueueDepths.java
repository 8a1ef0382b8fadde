// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import java.util.List;

/**
 * Cells behind each packet of a burst when it left its queue, from the depths in packets that the
 * program told of them. A packet leaves at most as many cells as packets leave after it, and at
 * most one fewer than the packet before it, since Intel's model counts a packet as one cell.
 */
final class QueueDepths {

    private final long[] fewest;
    private final long[] most;

    /**
     * Bounds of the cells.
     *
     * @param generation {@code tf1} or {@code tf2}
     * @param depthsPackets depths told, in the order of departure
     */
    QueueDepths(String generation, List<Long> depthsPackets) {
        int count = depthsPackets.size();
        fewest = new long[count];
        most = new long[count];
        for (int i = 0; i < count; i++) {
            long depth = depthsPackets.get(i);
            fewest[i] = cells(generation, depth);
            if (i > 0) {
                fewest[i] = Math.max(fewest[i], fewest[i - 1] - 1);
            }
            most[i] = Math.min(cells(generation, depth + 1) - 1, count - 1 - i);
        }
        for (int i = count - 2; i >= 0; i--) {
            most[i] = Math.min(most[i], most[i + 1] + 1);
        }
    }

    /** Packets that depth.p4 tells for so many cells. */
    static long packets(String generation, long cells) {
        return generation.equals("tf1") ? cells * 13 >> 8 : cells * 57 >> 9;
    }

    /** Fewest cells that depth.p4 tells as so many packets. */
    private static long cells(String generation, long packets) {
        return generation.equals("tf1")
                ? -Math.floorDiv(-packets * 256, 13L)
                : -Math.floorDiv(-packets * 512, 57L);
    }

    /** Fewest cells behind a packet. */
    int fewest(int packet) {
        return (int) fewest[packet];
    }

    /** Most cells behind a packet. */
    int most(int packet) {
        return (int) most[packet];
    }
}
