// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.TypedValue;
import org.weir.gnmi.proto.Update;

/** Leaves of one path of a subscription, and what was last sent of them. */
final class Watch {

    private final PathPattern pattern;
    private final Predicate<Update> filter;
    private final boolean suppressRedundant;
    private final Map<Path, TypedValue> last = new HashMap<>();

    /**
     * A watch that has sent nothing yet.
     *
     * @param filter selects leaves of the path
     * @param suppressRedundant true if a leaf is only sent when it differs from what was last sent
     */
    Watch(PathPattern pattern, Predicate<Update> filter, boolean suppressRedundant) {
        this.pattern = pattern;
        this.filter = filter;
        this.suppressRedundant = suppressRedundant;
    }

    /** Forgets the leaves that were sent and that there are no longer, and returns their paths. */
    List<Path> takeGone(PortTree tree) {
        Set<Path> there = new HashSet<>();
        tree.select(pattern, filter).forEach(leaf -> there.add(leaf.getPath()));
        List<Path> gone = last.keySet().stream().filter(path -> !there.contains(path)).toList();
        gone.forEach(last::remove);
        return gone;
    }

    /** The present leaves of the ports that the path reaches, and possibly others. */
    List<Leaf> read(PortTree tree) {
        return tree.read(pattern);
    }

    /** All leaves of the watch, whether they have changed or not. */
    List<Update> all(List<Leaf> read) {
        return PortTree.meant(read, pattern, filter);
    }

    /** The leaves that are to be sent now. */
    List<Update> due(List<Leaf> read) {
        List<Update> leaves = all(read);
        if (!suppressRedundant) {
            return leaves;
        }
        List<Update> due = new ArrayList<>();
        for (Update leaf : leaves) {
            if (!leaf.getVal().equals(last.get(leaf.getPath()))) {
                due.add(leaf);
            }
        }
        return due;
    }

    /** Notes that leaves are on their way to the client. */
    void sent(List<Update> leaves) {
        if (suppressRedundant) {
            leaves.forEach(leaf -> last.put(leaf.getPath(), leaf.getVal()));
        }
    }
}
