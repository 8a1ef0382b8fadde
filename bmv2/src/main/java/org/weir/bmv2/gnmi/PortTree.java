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
 * on the timeline's thread only, but for what says otherwise.
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
        return meant(read(pattern), pattern, filter);
    }

    /**
     * The present leaves of those ports that a path reaches. Cheap: {@link #meant} makes the
     * messages.
     */
    List<Leaf> read(PathPattern pattern) {
        List<Leaf> leaves = new ArrayList<>();
        for (PortStatus port : control.ports()) {
            Path root = PortLeaves.root(port.name());
            if (pattern.reaches(root)) {
                long lastChange = lastChangeNs.getOrDefault(port.number(), 0L);
                leaves.addAll(PortLeaves.of(root, port, lastChange));
            }
            Path queuesRoot = QueueLeaves.root(port.name());
            if (control.showsTraffic() && pattern.reaches(queuesRoot)) {
                leaves.addAll(queues.of(queuesRoot, port));
            }
        }
        return leaves;
    }

    /** Of leaves that were read, those that a client asks for. May be called on any thread. */
    static List<Update> meant(List<Leaf> leaves, PathPattern pattern, Predicate<Update> filter) {
        List<Update> meant = new ArrayList<>();
        for (Leaf leaf : leaves) {
            Update update = leaf.update();
            if (pattern.matches(update.getPath()) && filter.test(update)) {
                meant.add(update);
            }
        }
        return meant;
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
     * @param timeNs time at which they were read, nanoseconds since 1970
     */
    static Notification notification(List<Update> leaves, Path prefix, long timeNs) {
        Notification.Builder notification = Notification.newBuilder().setTimestamp(timeNs);
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
