// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.AssemblyReader;
import org.weir.tofino.model.assembly.Gress;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.attached.AttachedTable;
import org.weir.tofino.model.attached.CounterTable;
import org.weir.tofino.model.attached.StatefulTable;
import org.weir.tofino.model.parser.Deparser;
import org.weir.tofino.model.parser.ParserProgram;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.stage.ControlTable;
import org.weir.tofino.model.stage.LogicalTable;
import org.weir.tofino.model.stage.Stage;

/**
 * Runs a program as p4c compiled it for Tofino: the assembly's parsers, stages and deparsers, for
 * one pipe. See the module's README for what it does not do.
 */
public final class TofinoModel {

    /**
     * A packet that left by a port.
     *
     * @param port as egress or, for a packet that passes egress by, ingress said
     * @param frame without frame check sequence
     * @param timeNs the clock when it left its queue
     */
    public record Sent(int port, byte[] frame, long timeNs) {}

    private record MirrorSession(int port, int maxBytes) {}

    /**
     * A packet on its way to egress.
     *
     * @param packetBytes its length as egress is told
     */
    private record Queued(int port, int queue, byte[] packet, int packetBytes, long timeNs) {}

    private static final int DROP_UNICAST = 1;
    private static final int DROP_COPY_TO_CPU = 2;
    private static final int DROP_MIRROR = 4;
    private static final int CONTROL_QUEUE = 7;

    private static final int FCS_BYTES = 4;

    /** Oftener no packet of a sensible program comes round. */
    private static final int MOST_PASSES = 1000;

    private final GressProgram ingress;
    private final GressProgram egress;
    private final Map<String, ControlTable> tables = new TreeMap<>();
    private final Map<String, CounterTable> counters = new TreeMap<>();
    private final Map<String, StatefulTable> registers = new TreeMap<>();
    private final Map<Integer, MirrorSession> sessions = new HashMap<>();
    private final Set<Integer> recirculationPorts = new TreeSet<>();
    private final Deque<Queued> queue = new ArrayDeque<>();
    private QueueModel queueModel = QueueModel.EMPTY;
    private int cpuPort = -1;
    private long droppedPackets;
    private long droppedCopies;

    /**
     * Loads a program.
     *
     * @param assembly the text that p4c writes and its assembler reads
     * @throws AssemblyException if there is something in it that the model does not know
     */
    public TofinoModel(String assembly) {
        Node all = AssemblyReader.read(assembly);
        for (Node.Entry section : all.entries()) {
            // What fields were packed, and the P4 of actions, for other tools.
            if (!section.key()
                    .matches(
                            "version|error_mode|primitives|dynhash|flexible_headers"
                                    + "|(phv|parser|deparser|stage [0-9]+) (in|e)gress")) {
                throw Node.unknown(section, "a program");
            }
        }
        String target = all.get("version").textOf("target");
        if (!target.equals("Tofino")) {
            throw all.get("version").error("the model does not know the target " + target);
        }
        ingress = new GressProgram(Gress.INGRESS, all);
        egress = new GressProgram(Gress.EGRESS, all);
        for (GressProgram gress : List.of(ingress, egress)) {
            for (Stage stage : gress.stages) {
                collect(stage);
            }
        }
        tables.values().forEach(ControlTable::place);
    }

    private void collect(Stage stage) {
        for (LogicalTable table : stage.tables) {
            if (table.p4Name() != null && !table.keys().isEmpty()) {
                tables.computeIfAbsent(table.p4Name(), ControlTable::new).addPart(table);
            }
        }
        for (AttachedTable attached : stage.attached.values()) {
            if (attached instanceof CounterTable counter) {
                counters.put(counter.p4Name(), counter);
            } else if (attached instanceof StatefulTable register) {
                registers.put(register.p4Name(), register);
            }
        }
    }

    /** The port to which copies for the CPU go. */
    public void setCpuPort(int port) {
        cpuPort = port;
    }

    /** Adds a port whose output is its input. */
    public void addRecirculationPort(int port) {
        recirculationPorts.add(port);
    }

    /** Sets the model of the queues from now on. */
    public void setQueueModel(QueueModel model) {
        queueModel = model;
    }

    /**
     * Sets where copies of a session go.
     *
     * @param session 1 to 1023
     * @param port egress port
     * @param maxBytes length to which longer packets are cut, with the header that the program puts
     *     before it
     */
    public void setMirrorSession(int session, int port, int maxBytes) {
        if (session < 1 || session > 1023) {
            throw new IllegalArgumentException("session: 1 to 1023, not " + session);
        }
        sessions.put(session, new MirrorSession(port, maxBytes));
    }

    /** Tables that a controller can write, by their names in P4. */
    public Set<String> tableNames() {
        return tables.keySet();
    }

    /** A table by its name in P4. */
    public ControlTable table(String name) {
        return find(tables, name);
    }

    /** Packets of a counter. */
    public long packets(String counter, int index) {
        return find(counters, counter).packets(index);
    }

    /** Bytes of a counter. */
    public long bytes(String counter, int index) {
        return find(counters, counter).bytes(index);
    }

    /** Counters by their names in P4, with how many they have. */
    public Map<String, Integer> counterSizes() {
        Map<String, Integer> sizes = new TreeMap<>();
        counters.forEach((name, counter) -> sizes.put(name, counter.size()));
        return sizes;
    }

    /** An entry of a register: its lower and, or 0, its upper half. */
    public long[] register(String name, int index) {
        StatefulTable register = find(registers, name);
        return new long[] {register.lo(index), register.hi(index)};
    }

    /** Sets an entry of a register. */
    public void setRegister(String name, int index, long lo, long hi) {
        find(registers, name).set(index, lo, hi);
    }

    private static <T> T find(Map<String, T> all, String name) {
        T found = all.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no " + name + " among " + all.keySet());
        }
        return found;
    }

    /** Packets that the program dropped. */
    public long droppedPackets() {
        return droppedPackets;
    }

    /** Copies for which there was no session or port. */
    public long droppedCopies() {
        return droppedCopies;
    }

    /**
     * Takes a packet in; it and all that it gives rise to goes through before this returns.
     *
     * @param port 0 to 511
     * @param frame without frame check sequence
     * @param timeNs the clock, of which 48 bits count
     */
    public List<Sent> receive(int port, byte[] frame, long timeNs) {
        if (port < 0 || port > 511) {
            throw new IllegalArgumentException("port: 0 to 511, not " + port);
        }
        List<Sent> sent = new ArrayList<>();
        runIngress(port, frame, timeNs, sent);
        for (int passes = 0; !queue.isEmpty(); passes++) {
            if (passes == MOST_PASSES) {
                queue.clear();
                throw new IllegalStateException("packets go round without an end");
            }
            runEgress(queue.remove(), sent);
        }
        return sent;
    }

    private void runIngress(int port, byte[] frame, long timeNs, List<Sent> sent) {
        byte[] buffer = IntrinsicMetadata.ingress(port, timeNs, frame);
        ParserProgram.Result parsed = ingress.parser.run(buffer, timeNs);
        if (parsed.error() != 0 && !ingress.parser.reportsErrors()) {
            droppedPackets++;
            return;
        }
        Phv phv = ingress.run(parsed.phv(), frame.length);
        Deparser deparser = ingress.deparser;
        byte[] packet = withPayload(deparser.headers(phv), buffer, parsed.headerBytes());
        int drop = (int) Math.max(deparser.intrinsic("drop_ctl", phv), 0);
        Deparser.Copy copy = deparser.mirror(phv);
        if (copy != null && copy.session() != 0 && (drop & DROP_MIRROR) == 0) {
            // Of a packet at ingress the copy is what came in.
            mirror(copy, frame, timeNs);
        }
        int packetBytes = frame.length + FCS_BYTES;
        int queueId = (int) Math.max(deparser.intrinsic("qid", phv), 0);
        if (deparser.intrinsic("copy_to_cpu", phv) == 1 && (drop & DROP_COPY_TO_CPU) == 0) {
            if (cpuPort < 0) {
                droppedCopies++;
            } else {
                queue.add(new Queued(cpuPort, CONTROL_QUEUE, packet, packetBytes, timeNs));
            }
        }
        long to = deparser.intrinsic("egress_unicast_port", phv);
        if (to < 0 || (drop & DROP_UNICAST) != 0) {
            droppedPackets++;
        } else if (deparser.intrinsic("bypss_egr", phv) == 1) {
            send((int) to, packet, timeNs, sent);
        } else {
            queue.add(new Queued((int) to, queueId, packet, packetBytes, timeNs));
        }
    }

    private void runEgress(Queued queued, List<Sent> sent) {
        QueuePassage passage =
                queueModel.pass(queued.port, queued.queue, queued.packet.length, queued.timeNs);
        byte[] buffer =
                IntrinsicMetadata.egress(
                        queued.port, queued.queue, passage, queued.packetBytes, queued.packet);
        long timeNs = passage.dequeueTimeNs();
        ParserProgram.Result parsed = egress.parser.run(buffer, timeNs);
        if (parsed.error() != 0 && !egress.parser.reportsErrors()) {
            droppedPackets++;
            return;
        }
        Phv phv = egress.run(parsed.phv(), queued.packet.length);
        Deparser deparser = egress.deparser;
        byte[] packet = withPayload(deparser.headers(phv), buffer, parsed.headerBytes());
        int drop = (int) Math.max(deparser.intrinsic("drop_ctl", phv), 0);
        Deparser.Copy copy = deparser.mirror(phv);
        if (copy != null && copy.session() != 0 && (drop & DROP_MIRROR) == 0) {
            mirror(copy, packet, timeNs);
        }
        long to = deparser.intrinsic("egress_unicast_port", phv);
        if (to < 0 || (drop & DROP_UNICAST) != 0) {
            droppedPackets++;
        } else {
            send((int) to, packet, timeNs, sent);
        }
    }

    private void send(int port, byte[] packet, long timeNs, List<Sent> sent) {
        if (recirculationPorts.contains(port)) {
            runIngress(port, packet, timeNs, sent);
        } else {
            sent.add(new Sent(port, packet, timeNs));
        }
    }

    private void mirror(Deparser.Copy copy, byte[] packet, long timeNs) {
        MirrorSession session = sessions.get(copy.session());
        if (session == null) {
            droppedCopies++;
            return;
        }
        byte[] header = copy.header();
        byte[] whole = Arrays.copyOf(header, header.length + packet.length);
        System.arraycopy(packet, 0, whole, header.length, packet.length);
        byte[] cut = Arrays.copyOf(whole, Math.min(whole.length, session.maxBytes));
        queue.add(new Queued(session.port, 0, cut, cut.length, timeNs));
    }

    private static byte[] withPayload(byte[] headers, byte[] buffer, int headerBytes) {
        int payload = buffer.length - headerBytes;
        byte[] packet = Arrays.copyOf(headers, headers.length + payload);
        System.arraycopy(buffer, headerBytes, packet, headers.length, payload);
        return packet;
    }
}
