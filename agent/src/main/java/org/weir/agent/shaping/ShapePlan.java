// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.weir.agent.feedback.FrameForm;
import org.weir.agent.flow.Shape;
import org.weir.bmv2.ports.BpfProgram;

/**
 * Lines for {@code tc -batch} that bring an interface from one set of shapes to another: a class of
 * HTB with a FIFO for each slot, and a filter that puts the flow's packets there. What no filter
 * matches goes to a class that holds back nothing: HTB serves all classes in turn, but what has
 * none before any of them. Pure: it holds what it was told to have installed, and runs nothing.
 */
public final class ShapePlan {
    /** Preference of the filters of flows, within the agent's own root qdisc. */
    static final int FLOW_PREFERENCE = 1;

    /** Packets that wait in a slot at most: what a socket's send buffer holds is less. */
    static final int QUEUE_PACKETS = 256;

    /** Shortest burst of a class, bytes; for a long MTU it is a frame and a little. */
    static final int LEAST_BURST_BYTES = 1600;

    /** Room of a burst beside a full frame, bytes. */
    private static final int SPARE_BYTES = 64;

    /** Rate of a new class below which aggregates are cut into frames, bit/s. */
    static final long SPLIT_BELOW_BPS = 100_000_000;

    /** Rate of the fastest line for which aggregates are cut: that of the token bucket, bit/s. */
    static final long SPLIT_LINE_BPS = 10_000_000_000L;

    /** Bytes that a token bucket of 10 Gb/s gets in 1 µs, of which tc takes a whole number. */
    private static final int SPLIT_STEP_BYTES = 1250;

    /** Ethernet header with two VLAN tags, bytes. */
    private static final int MOST_HEADER_BYTES = 22;

    /** Time at the class's rate that a burst may last, s: Linux's timers are finer. */
    private static final double BURST_SECONDS = 0.001;

    /** Most that HTB sends of a class in a turn, bytes. */
    private static final int MOST_QUANTUM_BYTES = 60_000;

    /** Part of a rate that a change has to reach to be installed. */
    private static final double LEAST_CHANGE = 0.001;

    /** Lowest rate that tc takes, bit/s. */
    private static final long LEAST_RATE_BPS = 8;

    /**
     * Rate of the class of what no filter matches on lines up to half of it, bit/s. Linux may state
     * a slower line than there is, such as 10 Mb/s for tunnels. It is below 2^32 byte/s, up to
     * which tc has the rate in 32 bits.
     */
    private static final long REST_LEAST_BPS = 34_000_000_000L;

    /** Number of the class of what no filter matches; those of slots are below. */
    private static final int REST = 0xffff;

    /** Rate of that class in rates of the line, which it must not reach. */
    private static final int REST_LINES = 2;

    /** Shortest burst of that class: some aggregates of the longest kind, bytes. */
    private static final long REST_LEAST_BURST_BYTES = 200_000;

    /** Packets that wait in that class at most, as many as for an interface of Linux. */
    private static final int REST_PACKETS = 1000;

    private final String device;
    private final OwnNames names;
    private final int mtuBytes;
    private final long lineBps;
    private final Map<Integer, Shape> installed = new HashMap<>();

    /**
     * @param device name of the interface
     * @param names names of what is installed there
     * @param mtuBytes longest IP packet of the interface, bytes
     * @param lineBps rate of the interface's line, bit/s
     */
    public ShapePlan(String device, OwnNames names, int mtuBytes, long lineBps) {
        this.device = device;
        this.names = names;
        this.mtuBytes = mtuBytes;
        this.lineBps = lineBps;
    }

    /**
     * Lines that install what is there before any flow is shaped.
     *
     * @param ingressIsThere true if somebody else has made a clsact or ingress qdisc
     * @param addresses the interface's own: feedback to others is not the agent's
     */
    public List<String> start(boolean ingressIsThere, Set<InetAddress> addresses) {
        installed.clear();
        List<String> lines = new ArrayList<>();
        lines.add(
                "qdisc add dev %s root handle %s htb default %x"
                        .formatted(device, names.rootHandle(), REST));
        lines.add("class add " + restClass());
        lines.add(
                "qdisc add dev %s parent %s pfifo limit %d"
                        .formatted(device, names.classId(REST), REST_PACKETS));
        if (!ingressIsThere) {
            lines.add("qdisc add dev %s clsact".formatted(device));
        }
        lines.add("filter add " + dropping(ingressIsThere, addresses));
        return lines;
    }

    /**
     * Line that has the connections that no filter matches share the line and wait for short, as
     * they do by Linux's own choice on most hosts, in the place of one FIFO. A kernel without
     * fq_codel refuses it, and the FIFO stays.
     */
    public String shareRest() {
        return "qdisc replace dev %s parent %s fq_codel".formatted(device, names.classId(REST));
    }

    /**
     * The class of what no filter matches. A turn of it is as long as one of a flow at the line's
     * rate.
     */
    private String restClass() {
        long rateBps = Math.max(REST_LEAST_BPS, REST_LINES * lineBps);
        return classOf(
                REST,
                rateBps,
                Math.max(REST_LEAST_BURST_BYTES, burstBytes(rateBps)),
                quantumBytes(lineBps));
    }

    /** Line that has the filter know other addresses. */
    public String readdress(boolean ingressIsThere, Set<InetAddress> addresses) {
        return "filter replace " + dropping(ingressIsThere, addresses);
    }

    private String dropping(boolean ingressIsThere, Set<InetAddress> addresses) {
        // 2 is TC_ACT_SHOT, -1 TC_ACT_UNSPEC: the next filter decides.
        BpfProgram drop = FrameForm.claimsTo(addresses).assemble(2, -1);
        return "dev %s ingress protocol all pref %d handle %s bpf da bytecode \"%s\""
                .formatted(
                        device,
                        preference(ingressIsThere),
                        names.filterHandle(),
                        drop.toBytecode());
    }

    /**
     * Shell commands that take away what {@link #start} installed, with all classes and filters of
     * flows. A clsact qdisc stays if another's filter is in it.
     */
    public String end(boolean ingressWasThere) {
        String filter =
                "tc filter del dev %s ingress protocol all pref %d handle %s bpf 2>/dev/null\n"
                        .formatted(device, preference(ingressWasThere), names.filterHandle());
        String root =
                "tc qdisc del dev %s root handle %s 2>/dev/null\n"
                        .formatted(device, names.rootHandle());
        String clsact =
                ("[ -n \"$(tc filter show dev %1$s ingress)$(tc filter show dev %1$s egress)\" ]"
                                + " || tc qdisc del dev %1$s clsact 2>/dev/null\n")
                        .formatted(device);
        return root + filter + (ingressWasThere ? "" : clsact);
    }

    private static int preference(boolean ingressIsThere) {
        return ingressIsThere ? OwnNames.PREFERENCE : OwnNames.PREFERENCE_WITH_QDISC;
    }

    /**
     * Lines that lead from what is installed to other shapes, which count as installed then.
     *
     * @param shapes at most one per slot
     */
    public List<String> update(Collection<Shape> shapes) {
        List<String> lines = new ArrayList<>();
        Map<Integer, Shape> wanted = new HashMap<>();
        for (Shape shape : shapes) {
            if (wanted.put(shape.slot(), shape) != null) {
                throw new IllegalArgumentException("two shapes in slot " + shape.slot());
            }
        }
        for (Shape old : List.copyOf(installed.values())) {
            Shape now = wanted.get(old.slot());
            if (now == null || !now.flow().equals(old.flow())) {
                remove(old, lines);
            }
        }
        for (Shape shape : shapes) {
            Shape old = installed.get(shape.slot());
            if (old == null) {
                add(shape, lines);
            } else {
                change(old, shape, lines);
            }
        }
        return lines;
    }

    private void add(Shape shape, List<String> lines) {
        lines.add("class add " + classOf(shape));
        lines.add(
                "qdisc add dev %s parent %s %s"
                        .formatted(device, names.classId(shape.slot()), queueOf(shape)));
        if (!shape.open()) {
            addFilter(shape, lines);
        }
        installed.put(shape.slot(), shape);
    }

    /**
     * The queue of a new class. Linux's TCP hands over two segments at least as one; where those
     * take a switch's port long, a token bucket that holds back nothing cuts them into frames,
     * unless the line is faster than the bucket, to which the flow's rate may rise. It cuts what is
     * longer than its burst: one frame has to fit in, and two must not.
     */
    private String queueOf(Shape shape) {
        if (shape.rateBps() >= SPLIT_BELOW_BPS || lineBps > SPLIT_LINE_BPS) {
            return "pfifo limit " + QUEUE_PACKETS;
        }
        int frameBytes = mtuBytes + MOST_HEADER_BYTES;
        int burst = (frameBytes + SPLIT_STEP_BYTES - 1) / SPLIT_STEP_BYTES * SPLIT_STEP_BYTES;
        return "tbf rate 10gbit burst %d limit %d".formatted(burst, QUEUE_PACKETS * frameBytes);
    }

    private void change(Shape old, Shape shape, List<String> lines) {
        if (shape.open() && !old.open()) {
            removeFilter(old, lines);
        } else if (!shape.open() && old.open()) {
            addFilter(shape, lines);
        }
        double change = Math.abs(shape.rateBps() - old.rateBps());
        boolean rate = change > LEAST_CHANGE * old.rateBps();
        if (rate) {
            lines.add("class change " + classOf(shape));
        }
        installed.put(
                shape.slot(),
                new Shape(
                        shape.slot(),
                        shape.flow(),
                        rate ? shape.rateBps() : old.rateBps(),
                        shape.open()));
    }

    private void remove(Shape shape, List<String> lines) {
        if (!shape.open()) {
            removeFilter(shape, lines);
        }
        lines.add("class del dev %s classid %s".formatted(device, names.classId(shape.slot())));
        installed.remove(shape.slot());
    }

    private void addFilter(Shape shape, List<String> lines) {
        lines.add(
                "filter add %s bytecode \"%s\" flowid %s"
                        .formatted(
                                filterOf(shape),
                                FlowFilter.of(shape.flow()).toBytecode(),
                                names.classId(shape.slot())));
    }

    private void removeFilter(Shape shape, List<String> lines) {
        lines.add("filter del " + filterOf(shape));
    }

    private String filterOf(Shape shape) {
        return "dev %s parent %s protocol all pref %d handle 0x%x bpf"
                .formatted(device, names.rootHandle(), FLOW_PREFERENCE, shape.slot());
    }

    private String classOf(Shape shape) {
        long rateBps = Math.max(LEAST_RATE_BPS, shape.rateBps());
        return classOf(shape.slot(), rateBps, burstBytes(rateBps), quantumBytes(rateBps));
    }

    private long burstBytes(long rateBps) {
        int leastBurst = Math.max(LEAST_BURST_BYTES, mtuBytes + MOST_HEADER_BYTES + SPARE_BYTES);
        return Math.max(leastBurst, Math.round(rateBps * BURST_SECONDS / Byte.SIZE));
    }

    private long quantumBytes(long rateBps) {
        return Math.min(burstBytes(rateBps), MOST_QUANTUM_BYTES);
    }

    private String classOf(int number, long rateBps, long burstBytes, long quantumBytes) {
        return "dev %1$s parent %2$s classid %3$s htb rate %4$dbit ceil %4$dbit burst %5$d cburst %5$d quantum %6$d"
                .formatted(
                        device,
                        names.rootHandle(),
                        names.classId(number),
                        rateBps,
                        burstBytes,
                        quantumBytes);
    }

    /** Longest IP packet of the interface, as it was told, bytes. */
    int mtuBytes() {
        return mtuBytes;
    }

    /** The plan of the same interface anew, with other names or another MTU. */
    ShapePlan anew(OwnNames newNames, int newMtuBytes) {
        return new ShapePlan(device, newNames, newMtuBytes, lineBps);
    }

    /** Names of what is installed. */
    public OwnNames names() {
        return names;
    }
}
