// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.bfrt.BfRtSession.Source;
import org.weir.tofino.bfrt.Change;
import org.weir.tofino.bfrt.Entry;
import org.weir.tofino.bfrt.Scope;
import org.weir.tofino.bfrt.Transaction;

/**
 * The settings of one switch's traffic manager, through its fixed tables {@code tf1.tm.*} or {@code
 * tf2.tm.*}. The switch's own bf-rt.json says which of the two it has.
 */
public final class TrafficManagerTables {
    private static final String[] GENERATIONS = {"tf1", "tf2"};

    /** Bits per second of the unit that rates travel in. */
    private static final long BITS_PER_KILOBIT = 1000;

    private final BfRtSession session;
    private final String prefix;

    /**
     * @param session the switch
     * @throws BfRtException if it has no traffic manager of Tofino 1 or 2
     */
    public TrafficManagerTables(BfRtSession session) {
        this.session = session;
        for (String generation : GENERATIONS) {
            if (session.info().hasTable(generation + ".tm.queue.sched_cfg")) {
                prefix = generation + ".tm.";
                return;
            }
        }
        throw new BfRtException(
                BfRtException.Reason.NO_SUCH_NAME,
                session.address()
                        + ": the switch has neither tf1.tm.queue.sched_cfg nor"
                        + " tf2.tm.queue.sched_cfg, so it is no Tofino 1 or 2");
    }

    /** {@code tf1} or {@code tf2}. */
    public String generation() {
        return prefix.substring(0, prefix.indexOf('.'));
    }

    /**
     * Returns a port's queues.
     *
     * @param devPort the ASIC's own number of the port
     * @return the queues
     * @throws BfRtException if the ASIC has no such port
     */
    public PortQueues queues(int devPort) {
        return queues(List.of(devPort)).get(0);
    }

    /**
     * Returns the queues of several ports, which are read by one request.
     *
     * @param devPorts the ASIC's own numbers of the ports
     * @return the queues of each port, in the same order
     * @throws BfRtException if the ASIC does not have one of the ports
     */
    public List<PortQueues> queues(List<Integer> devPorts) {
        List<Entry> ports = new ArrayList<>();
        devPorts.forEach(devPort -> ports.add(portEntry("port.cfg", devPort)));
        List<Entry> found = session.readEach(ports, Source.DRIVER);
        List<PortQueues> queues = new ArrayList<>();
        for (int i = 0; i < devPorts.size(); i++) {
            queues.add(PortQueues.read(devPorts.get(i), found.get(i)));
        }
        return queues;
    }

    /**
     * Returns the present scheduling of a queue.
     *
     * @param queue the queue
     */
    public QueueScheduling scheduling(QueueKey queue) {
        return QueueScheduling.read(
                session.read(queueEntry("queue.sched_cfg", queue), Source.DRIVER),
                session.read(queueEntry("queue.sched_shaping", queue), Source.DRIVER));
    }

    /**
     * Sets the scheduling of a port's queues, all of them or none.
     *
     * @param wanted scheduling of each queue
     * @throws BfRtException if the switch refuses one, and then has what it had before, or cannot
     *     be reached
     */
    public void schedule(Map<QueueKey, QueueScheduling> wanted) {
        schedule(List.of(wanted));
    }

    /**
     * Sets the scheduling of the queues of several ports, all of them or none. However many there
     * are, it takes one request to read the old settings and one to write the new ones, because
     * each answer takes a while.
     *
     * @param ports for each port, scheduling of its queues
     * @throws BfRtException if the switch refuses one, and then has what it had before, or cannot
     *     be reached
     */
    public void schedule(List<Map<QueueKey, QueueScheduling>> ports) {
        if (prefix.equals("tf2.tm.")) {
            checkNodes(ports);
        }
        Transaction transaction = new Transaction(session);
        // The shaper gets its rate before it is switched on.
        forEachQueue(
                ports,
                (queue, scheduling) -> {
                    if (scheduling.maxRateBps().isPresent()) {
                        transaction.modify(
                                scheduling.shaping(queueEntry("queue.sched_shaping", queue)));
                    }
                });
        forEachQueue(
                ports,
                (queue, scheduling) ->
                        transaction.modify(
                                scheduling.configuration(queueEntry("queue.sched_cfg", queue))));
        transaction.commit();
    }

    private static void forEachQueue(
            List<Map<QueueKey, QueueScheduling>> ports,
            BiConsumer<QueueKey, QueueScheduling> action) {
        ports.forEach(port -> port.forEach(action));
    }

    /**
     * Tofino 2 shares a port among nodes first, a node's part among its queues by their weights.
     */
    private void checkNodes(List<Map<QueueKey, QueueScheduling>> ports) {
        List<Entry> queues = new ArrayList<>();
        forEachQueue(ports, (queue, any) -> queues.add(queueEntry("queue.sched_cfg", queue)));
        Iterator<Entry> found = session.readEach(queues, Source.DRIVER).iterator();
        for (Map<QueueKey, QueueScheduling> port : ports) {
            Set<Long> nodes = new TreeSet<>();
            port.forEach((queue, any) -> nodes.add(found.next().number("pg_l1_node")));
            if (nodes.size() > 1) {
                throw new BfRtException(
                        BfRtException.Reason.INVALID,
                        "tf2.tm.queue.sched_cfg: pg_l1_node: a port's queues must all be under one"
                                + " L1 node for their weights to be shares of the port, these are"
                                + " under "
                                + nodes);
            }
        }
    }

    /**
     * The buffer of a queue now.
     *
     * @param queue the queue
     */
    public QueueBuffer buffer(QueueKey queue) {
        return QueueBuffer.read(session.read(queueEntry("queue.buffer", queue), Source.DRIVER));
    }

    /**
     * Sets the buffer of a queue.
     *
     * @param queue the queue
     * @param buffer the buffer
     */
    public void setBuffer(QueueKey queue, QueueBuffer buffer) {
        session.write(
                List.of(Change.modify(buffer.write(queueEntry("queue.buffer", queue)))),
                BfRtSession.Atomicity.CONTINUE);
    }

    /**
     * Holds a whole port to a rate.
     *
     * @param devPort the ASIC's own number of the port
     * @param rateBps rate, bit/s, at least 1000
     * @param burstBytes burst that may be sent at once after a pause, bytes
     */
    public void shapePort(int devPort, long rateBps, int burstBytes) {
        new Transaction(session)
                .modify(
                        portEntry("port.sched_shaping", devPort)
                                .data("unit", "BPS")
                                .data("provisioning", "MIN_ERROR")
                                .data("max_rate", rateBps / BITS_PER_KILOBIT)
                                .data("max_burst_size", burstBytes))
                .modify(portEntry("port.sched_cfg", devPort).data("max_rate_enable", true))
                .commit();
    }

    /**
     * Lets a port send as fast as it can.
     *
     * @param devPort the ASIC's own number of the port
     */
    public void unshapePort(int devPort) {
        session.write(
                List.of(
                        Change.modify(
                                portEntry("port.sched_cfg", devPort)
                                        .data("max_rate_enable", false))),
                BfRtSession.Atomicity.CONTINUE);
    }

    /** Rate a port is held to, bit/s, as the driver reads it back; 0 if to none. */
    public long portRateBps(int devPort) {
        if (!session.read(portEntry("port.sched_cfg", devPort), Source.DRIVER)
                .flag("max_rate_enable")) {
            return 0;
        }
        Entry shaping = session.read(portEntry("port.sched_shaping", devPort), Source.DRIVER);
        return shaping.number("max_rate") * BITS_PER_KILOBIT;
    }

    /** Returns drops and contents of a queue, read from the ASIC. */
    public TmCounters counters(QueueKey queue) {
        return TmCounters.read(session.read(queueEntry("counter.queue", queue), Source.HARDWARE));
    }

    /** Returns drops and contents of a port's egress side, read from the ASIC. */
    public TmCounters portCounters(int devPort) {
        return TmCounters.read(
                session.read(portEntry("counter.eg_port", devPort), Source.HARDWARE));
    }

    /** Bytes of one cell, the unit of the buffer. */
    public int cellBytes() {
        return (int) configuration().number("cell_size_bytes");
    }

    /** Cells of the whole buffer. */
    public int totalCells() {
        return (int) configuration().number("total_cells");
    }

    private Entry configuration() {
        return session.read(session.entry(prefix + "cfg", Scope.WHOLE), Source.DRIVER);
    }

    /**
     * Returns the present scheduling of a port's queues, in the order of their numbers.
     *
     * @param queues the port's queues
     */
    public List<QueueScheduling> schedulings(PortQueues queues) {
        return schedulings(queues.keys());
    }

    /**
     * Returns the present scheduling of queues, which is read by one request.
     *
     * @param queues the queues; each is read once, however often it is named
     * @return the scheduling of each, in the same order
     * @throws BfRtException if the ASIC does not have one of them, or cannot be reached
     */
    public List<QueueScheduling> schedulings(List<QueueKey> queues) {
        List<QueueKey> different = List.copyOf(new LinkedHashSet<>(queues));
        List<Entry> asked = new ArrayList<>();
        for (QueueKey queue : different) {
            asked.add(queueEntry("queue.sched_cfg", queue));
            asked.add(queueEntry("queue.sched_shaping", queue));
        }
        List<Entry> found = session.readEach(asked, Source.DRIVER);
        Map<QueueKey, QueueScheduling> known = new HashMap<>();
        for (int i = 0; i < different.size(); i++) {
            known.put(
                    different.get(i), QueueScheduling.read(found.get(2 * i), found.get(2 * i + 1)));
        }
        return queues.stream().map(known::get).collect(Collectors.toList());
    }

    private Entry queueEntry(String table, QueueKey queue) {
        return session.entry(prefix + table, Scope.pipe(queue.pipe()))
                .key("pg_id", queue.portGroup())
                .key("pg_queue", queue.queue());
    }

    private Entry portEntry(String table, int devPort) {
        return session.entry(prefix + table, Scope.WHOLE).key("dev_port", devPort);
    }
}
