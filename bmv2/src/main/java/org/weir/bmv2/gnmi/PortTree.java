// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.gnmi.proto.Notification;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.Update;

/**
 * The data tree that clients see: the switch's ports and their queues, as they are now. To be used
 * on the timeline's thread only.
 */
final class PortTree {

    private final SwitchControl control;
    private final QueueLeaves queues;
    private final Map<Integer, Long> lastChangeNs = new HashMap<>();
    private final Map<Integer, Boolean> wasUp = new HashMap<>();

    PortTree(SwitchControl control, List<ProgramQueues> programQueues) {
        this.control = control;
        this.queues = new QueueLeaves(control, programQueues);
    }

    /** Begins to note when ports change. */
    void start() {
        control.ports().forEach(port -> wasUp.put(port.number(), port.up()));
    }

    /** Notes that something about a port has changed; of a change of its rate alone, no time. */
    void changed(PortStatus port) {
        Boolean before = wasUp.put(port.number(), port.up());
        if (before == null || before != port.up()) {
            lastChangeNs.put(port.number(), wallClockNs());
        }
    }

    /** Number of ports. */
    int ports() {
        return control.ports().size();
    }

    /** The leaves that a client asks for. */
    List<Update> select(PathPattern pattern, Predicate<Update> filter) {
        List<Update> selected = new ArrayList<>();
        for (PortStatus port : control.ports()) {
            if (pattern.reaches(PortLeaves.root(port.name()))) {
                long lastChange = lastChangeNs.getOrDefault(port.number(), 0L);
                addMeant(selected, PortLeaves.of(port, lastChange), pattern, filter);
            }
            if (control.showsTraffic() && pattern.reaches(QueueLeaves.root(port.name()))) {
                addMeant(selected, queues.of(port), pattern, filter);
            }
        }
        return selected;
    }

    private static void addMeant(
            List<Update> selected,
            List<Update> leaves,
            PathPattern pattern,
            Predicate<Update> filter) {
        for (Update leaf : leaves) {
            if (pattern.matches(leaf.getPath()) && filter.test(leaf)) {
                selected.add(leaf);
            }
        }
    }

    /**
     * Whether a path means counters in particular, which can only be sampled: those of a port, or
     * leaves of the model of quality of service with counters among them. Their port and queue need
     * not exist yet.
     */
    static boolean isOfCounters(PathPattern pattern) {
        return pattern.names(PortLeaves.COUNTERS)
                || pattern.names(QueueLeaves.ROOT)
                        && QueueLeaves.COUNTERS.stream().anyMatch(pattern.withoutKeys()::matches);
    }

    /** Whether a leaf changes with every frame. */
    static boolean isCounter(Update leaf) {
        return PortLeaves.isCounter(leaf) || QueueLeaves.isCounter(leaf);
    }

    /** Whether there are no ports, so that no path can be found. */
    boolean isEmpty() {
        return control.ports().isEmpty();
    }

    /**
     * Leaves as they are sent to a client.
     *
     * @param prefix as the client gave it; its target is given back
     */
    static Notification notification(List<Update> leaves, Path prefix) {
        Notification.Builder notification = Notification.newBuilder().setTimestamp(wallClockNs());
        if (!prefix.getTarget().isEmpty()) {
            notification.setPrefix(Path.newBuilder().setTarget(prefix.getTarget()));
        }
        return notification.addAllUpdate(leaves).build();
    }

    /** Nanoseconds since 1970. */
    static long wallClockNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }
}
