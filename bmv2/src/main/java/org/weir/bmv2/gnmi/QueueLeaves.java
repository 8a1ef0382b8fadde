// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.gnmi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.controlplane.state.CounterControl;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.traffic.DropReason;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.Update;

/**
 * Output queues of a port in the tree of OpenConfig's model of quality of service (openconfig-qos):
 * the eight queues of the switch, named by their number, and those of {@link ProgramQueues}. A
 * value that the switch does not count is absent.
 */
final class QueueLeaves {

    /** Name of the model's uppermost element. */
    static final String ROOT = "qos";

    /** Paths of the counters of a queue, without the keys of port and queue. */
    static final List<Path> COUNTERS =
            Stream.of(
                            "max-queue-len",
                            "transmit-pkts",
                            "transmit-octets",
                            "dropped-pkts",
                            "dropped-octets",
                            "ecn-marked-pkts",
                            "ecn-marked-octets")
                    .map(QueueLeaves::counter)
                    .toList();

    /** Reasons for which a queue drops because it, or the buffer, is full. */
    private static final List<DropReason> OVERRUNS =
            List.of(
                    DropReason.QUEUE_FULL,
                    DropReason.BUFFER_FULL,
                    DropReason.THRESHOLD,
                    DropReason.HEADROOM_FULL);

    private final SwitchControl control;
    private final List<ProgramQueues> programQueues;

    QueueLeaves(SwitchControl control, List<ProgramQueues> programQueues) {
        this.control = control;
        this.programQueues = programQueues;
    }

    /** The element of a port. */
    static Path root(String port) {
        Path interfaces = Leaves.path(Path.getDefaultInstance(), ROOT, "interfaces");
        return Leaves.entry(interfaces, "interface", "interface-id", port);
    }

    private static Path counter(String leaf) {
        return Leaves.path(
                Path.getDefaultInstance(),
                ROOT,
                "interfaces",
                "interface",
                "output",
                "queues",
                "queue",
                "state",
                leaf);
    }

    /** Whether a leaf is a counter of a queue. */
    static boolean isCounter(Update leaf) {
        Path path = leaf.getPath();
        int last = path.getElemCount() - 1;
        return path.getElem(0).getName().equals(ROOT)
                && path.getElem(last - 2).getName().equals("queue")
                && !path.getElem(last).getName().equals("name");
    }

    /**
     * The leaves of a port and of its queues.
     *
     * @param path the port's {@link #root}
     */
    List<Leaf> of(Path path, PortStatus port) {
        Place root = Place.at(path);
        Leaves leaves = new Leaves(root);
        leaves.string(port.name(), "config", "interface-id");
        leaves.string(port.name(), "state", "interface-id");
        leaves.string(port.name(), "interface-ref", "config", "interface");
        leaves.string(port.name(), "interface-ref", "state", "interface");
        List<Leaf> all = leaves.all();
        for (QueueStatus queue : control.traffic().portTrafficStatus(port.number()).queues()) {
            all.addAll(switchQueue(root, queue));
        }
        for (ProgramQueues queues : programQueues) {
            if (queues.transmitted().stream().allMatch(name -> control.counter(name).isPresent())) {
                for (int i = 0; i < queues.queuesPerPort(); i++) {
                    all.addAll(programQueue(root, port.number(), queues, i));
                }
            }
        }
        return all;
    }

    private static List<Leaf> switchQueue(Place port, QueueStatus queue) {
        Leaves leaves = queue(port, Integer.toString(queue.queue()));
        leaves.uint(queue.maxDepthBytes(), "state", "max-queue-len");
        count(leaves, "transmit", queue.dequeuedPackets(), queue.dequeuedBytes());
        count(leaves, "dropped", overruns(queue.droppedPackets()), overruns(queue.droppedBytes()));
        count(leaves, "ecn-marked", queue.ecnMarkedPackets(), queue.ecnMarkedBytes());
        return leaves.all();
    }

    private List<Leaf> programQueue(Place root, int port, ProgramQueues queues, int queue) {
        Leaves leaves = queue(root, queues.namePrefix() + queue);
        int index = port * queues.queuesPerPort() + queue;
        sum(leaves, "transmit", queues.transmitted(), index);
        sum(leaves, "dropped", queues.dropped(), index);
        sum(leaves, "ecn-marked", queues.ecnMarked(), index);
        return leaves.all();
    }

    private static Leaves queue(Place port, String name) {
        Leaves leaves = new Leaves(port.entry("queue", "name", name, "output", "queues"));
        leaves.string(name, "config", "name");
        leaves.string(name, "state", "name");
        return leaves;
    }

    private static void count(Leaves leaves, String what, long packets, long bytes) {
        leaves.uint(packets, "state", what + "-pkts");
        leaves.uint(bytes, "state", what + "-octets");
    }

    /** Adds the sum of counters, unless the program lacks one of them. */
    private void sum(Leaves leaves, String what, List<String> arrays, int index) {
        long packets = 0;
        long bytes = 0;
        for (String name : arrays) {
            Optional<CounterControl> array = control.counter(name);
            if (array.isEmpty() || index >= array.get().size()) {
                return;
            }
            CounterValue value = array.get().read(index);
            packets += value.packets();
            bytes += value.bytes();
        }
        if (!arrays.isEmpty()) {
            count(leaves, what, packets, bytes);
        }
    }

    private static long overruns(Map<DropReason, Long> drops) {
        return OVERRUNS.stream().mapToLong(drops::get).sum();
    }
}
