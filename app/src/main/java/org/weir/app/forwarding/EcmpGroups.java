// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Numbers for the next-hop groups of a switch. A group is the list of ports it spreads packets
 * over; its number follows from those ports, so that the same topology gives the same entries again
 * after a restart.
 */
final class EcmpGroups {

    private static final int MAX_GROUP_ID = 0xFFFF;

    private final Map<List<Long>, Integer> ids = new HashMap<>();

    /**
     * Numbers groups.
     *
     * @param portLists port lists in ascending order, each of two ports or more
     */
    EcmpGroups(Collection<List<Long>> portLists) {
        Set<Integer> taken = new HashSet<>();
        for (List<Long> ports : inOrder(portLists)) {
            int id = 1 + Math.floorMod(ports.hashCode(), MAX_GROUP_ID);
            while (!taken.add(id)) {
                id = id % MAX_GROUP_ID + 1;
            }
            ids.put(ports, id);
        }
    }

    /** Number of a group, 1..65535. */
    int id(List<Long> ports) {
        return ids.get(ports);
    }

    /** Every group, by its ports. */
    Map<List<Long>, Integer> all() {
        return ids;
    }

    private static List<List<Long>> inOrder(Collection<List<Long>> portLists) {
        List<List<Long>> ordered = new ArrayList<>(new HashSet<>(portLists));
        ordered.sort(Comparator.comparing(List::toString));
        return ordered;
    }
}
