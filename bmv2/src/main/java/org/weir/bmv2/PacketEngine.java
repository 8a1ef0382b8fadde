// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.compiler.ProgramCompiler;
import org.weir.bmv2.controlplane.Digest;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.Replica;
import org.weir.bmv2.runtime.packet.CompiledProgram;
import org.weir.bmv2.runtime.packet.PacketState;
import org.weir.bmv2.runtime.packet.StandardField;
import org.weir.bmv2.time.Timeline;
import org.weir.bmv2.traffic.OutputPort;

/**
 * The way of a packet through v1model: parser, ingress, queues, egress, deparser, and the copies
 * made on the way, in the order in which BMv2's simple_switch does them.
 */
final class PacketEngine {

    private static final Logger LOG = LoggerFactory.getLogger(PacketEngine.class);

    private static final int NORMAL = 0;
    private static final int INGRESS_CLONE = 1;
    private static final int EGRESS_CLONE = 2;
    private static final int RECIRCULATED = 4;
    private static final int REPLICATED = 5;
    private static final int RESUBMITTED = 6;

    /** Of a packet that goes to no queue: it is dropped, or copies go in its place. */
    private static final int NO_PORT = -1;

    private static final long NANOS_PER_MICRO = 1000;

    private final Timeline timeline;
    private final long recirculationNs;
    private final Replication replication;
    private final IntFunction<OutputPort> ports;
    private final Queue<PacketState> recirculating = new ArrayDeque<>();
    private final Runnable nextPass = this::nextPass;

    private LoadedProgram program;
    private Consumer<Digest> digests = digest -> {};
    private long droppedNoPort;
    private long droppedByProgram;
    private long failures;

    PacketEngine(
            Timeline timeline,
            long recirculationNs,
            Replication replication,
            IntFunction<OutputPort> ports) {
        this.timeline = timeline;
        this.recirculationNs = recirculationNs;
        this.replication = replication;
        this.ports = ports;
    }

    /** Makes a program the running one; null for none. */
    void setProgram(LoadedProgram loaded) {
        program = loaded;
    }

    LoadedProgram program() {
        return program;
    }

    void onDigest(Consumer<Digest> listener) {
        digests = listener;
    }

    /** Packets that were sent to a port that does not exist. */
    long droppedNoPort() {
        return droppedNoPort;
    }

    /** Packets that have come or been made, and are neither sent nor dropped. */
    int packetsInside() {
        return program == null ? 0 : program.packets().inUse();
    }

    /** Packets that the program marked to be dropped, or at which its code failed. */
    long droppedByProgram() {
        return droppedByProgram;
    }

    void countNoPort() {
        droppedNoPort++;
    }

    private long nowMicros() {
        return timeline.nowNs() / NANOS_PER_MICRO;
    }

    /** A frame that came in by a port. */
    void receive(int port, byte[] buffer, int offset, int length) {
        PacketState packet = program.packets().take();
        try {
            packet.setFrame(buffer, offset, length);
            packet.ingressPort = port;
            packet.ingressLength = length;
            packet.length = length;
            packet.setStandard(StandardField.INGRESS_PORT, port);
            packet.setStandard(StandardField.PACKET_LENGTH, length);
            packet.setStandard(StandardField.INSTANCE_TYPE, NORMAL);
            packet.setStandard(StandardField.INGRESS_GLOBAL_TIMESTAMP, nowMicros());
        } catch (RuntimeException | Error e) {
            failed("reception", packet, e);
            return;
        }
        ingress(packet);
    }

    private void ingress(PacketState packet) {
        int port;
        try {
            port = runIngress(packet);
        } catch (RuntimeException | Error e) {
            failed("ingress", packet, e);
            return;
        }
        if (port != NO_PORT) {
            enqueue(packet, port);
        }
    }

    /**
     * Runs a packet up to its queue. It lets go the packet only at its end, so that one at which it
     * fails can be dropped.
     *
     * @return the port that the packet is to leave by; {@link #NO_PORT} if it has been let go
     */
    private int runIngress(PacketState packet) {
        CompiledProgram code = program.code();
        code.parse(packet);
        packet.setStandard(StandardField.PARSER_ERROR, packet.parserError);
        packet.setStandard(StandardField.CHECKSUM_ERROR, packet.checksumError ? 1 : 0);
        code.ingress(packet);
        packet.exited = false;
        if (packet.failed) {
            drop(packet);
            return NO_PORT;
        }
        if (packet.cloned) {
            cloneIngress(packet);
        }
        if (packet.digest != 0) {
            Digest digest = code.digest(packet.digest, packet);
            if (digest != null) {
                digests.accept(digest);
            }
        }
        if (packet.resubmitFields != 0) {
            startAgain(packet, packet.resubmitFields, RESUBMITTED);
            return NO_PORT;
        }
        int group = (int) packet.standard(StandardField.MCAST_GRP);
        if (group != 0) {
            packet.setStandard(StandardField.INSTANCE_TYPE, REPLICATED);
            // As in BMv2, what truncates a packet does not truncate its copies.
            multicast(packet, replication.group(group), Integer.MAX_VALUE);
            packet.release();
            return NO_PORT;
        }
        int port = (int) packet.standard(StandardField.EGRESS_SPEC);
        if (port == ProgramCompiler.DROP_PORT) {
            drop(packet);
            return NO_PORT;
        }
        packet.setStandard(StandardField.INSTANCE_TYPE, NORMAL);
        return port;
    }

    /** Drops a packet at which something failed, and logs the 1st, 2nd, 4th and so on. */
    private void failed(String where, PacketState packet, Throwable e) {
        drop(packet);
        failures++;
        if (Long.bitCount(failures) == 1) {
            LOG.error("{} failed, packet dropped ({} so far)", where, failures, e);
        }
    }

    private void drop(PacketState packet) {
        droppedByProgram++;
        packet.release();
    }

    /** A clone at ingress is the packet as it came in, parsed again. */
    private void cloneIngress(PacketState packet) {
        packet.cloned = false;
        MirrorSession session = replication.session(packet.cloneSession);
        if (session == null) {
            return;
        }
        PacketState copy = program.packets().take();
        try {
            copy.setFrame(packet.data, packet.start, packet.end - packet.start);
            copy.ingressPort = packet.ingressPort;
            copy.ingressLength = packet.ingressLength;
            copy.length = packet.end - packet.start;
            copy.setStandard(StandardField.INGRESS_PORT, packet.ingressPort);
            program.code().parse(copy);
            copy.clearMetadata();
            program.code().copyFieldList(packet.cloneFields, packet, copy);
            copy.setStandard(StandardField.INSTANCE_TYPE, INGRESS_CLONE);
        } catch (RuntimeException | Error e) {
            failed("clone at ingress", copy, e);
            return;
        }
        mirror(copy, session);
    }

    /**
     * A clone at egress has the headers that the packet has at its end; it starts again in a queue.
     */
    private void cloneEgress(PacketState packet) {
        packet.cloned = false;
        MirrorSession session = replication.session(packet.cloneSession);
        if (session == null) {
            return;
        }
        PacketState copy = copyOf(packet);
        try {
            copy.clearMetadata();
            program.code().copyFieldList(packet.cloneFields, packet, copy);
            copy.setStandard(StandardField.INSTANCE_TYPE, EGRESS_CLONE);
        } catch (RuntimeException | Error e) {
            failed("clone at egress", copy, e);
            return;
        }
        mirror(copy, session);
    }

    private void mirror(PacketState copy, MirrorSession session) {
        int truncateBytes =
                session.truncateBytes() == 0 ? Integer.MAX_VALUE : session.truncateBytes();
        if (session.classOfService() != 0) {
            copy.setStandard(StandardField.PRIORITY, session.classOfService());
        }
        List<Replica> replicas = session.replicas();
        if (replicas.size() == 1) {
            copy.truncateBytes = truncateBytes;
            copy.setStandard(StandardField.EGRESS_RID, replicas.get(0).instance());
            enqueue(copy, replicas.get(0).port());
        } else {
            try {
                multicast(copy, replicas, truncateBytes);
            } finally {
                copy.release();
            }
        }
    }

    private void multicast(PacketState packet, List<Replica> replicas, int truncateBytes) {
        if (replicas == null) {
            droppedNoPort++;
            return;
        }
        for (Replica replica : replicas) {
            PacketState copy = copyOf(packet);
            copy.truncateBytes = truncateBytes;
            copy.setStandard(StandardField.EGRESS_RID, replica.instance());
            enqueue(copy, replica.port());
        }
    }

    private PacketState copyOf(PacketState packet) {
        PacketState copy = program.packets().take();
        try {
            copy.copyFieldsFrom(packet);
            copy.copyPayloadFrom(packet);
            copy.ingressPort = packet.ingressPort;
            copy.ingressLength = packet.ingressLength;
            copy.length = packet.length;
        } catch (RuntimeException | Error e) {
            copy.release();
            throw e;
        }
        return copy;
    }

    /** Lets go a packet: into a queue, or to be dropped. */
    private void enqueue(PacketState packet, int portNumber) {
        OutputPort port;
        try {
            port = ports.apply(portNumber);
            if (port != null) {
                prepareToWait(packet, portNumber, port);
            }
        } catch (RuntimeException | Error e) {
            failed("way to a queue", packet, e);
            return;
        }
        if (port == null) {
            droppedNoPort++;
            packet.release();
            return;
        }
        // From here the packet is the port's, also if this fails.
        port.enqueue(packet, packet.queue);
    }

    private void prepareToWait(PacketState packet, int portNumber, OutputPort port) {
        int queue = (int) packet.standard(StandardField.PRIORITY) & (OutputPort.QUEUES - 1);
        packet.egressPort = portNumber;
        packet.queue = queue;
        packet.enqueuedNs = timeline.nowNs();
        packet.setStandard(StandardField.ENQ_TIMESTAMP, nowMicros());
        packet.setStandard(StandardField.ENQ_QDEPTH, port.depth(queue));
    }

    /** Runs a packet that has just been taken from its queue; returns whether it is to be sent. */
    boolean egress(PacketState packet, int queueDepthPackets) {
        try {
            return runEgress(packet, queueDepthPackets);
        } catch (RuntimeException | Error e) {
            failed("egress", packet, e);
            return false;
        }
    }

    private boolean runEgress(PacketState packet, int queueDepthPackets) {
        CompiledProgram code = program.code();
        packet.setStandard(StandardField.EGRESS_GLOBAL_TIMESTAMP, nowMicros());
        packet.setStandard(
                StandardField.DEQ_TIMEDELTA, nowMicros() - packet.enqueuedNs / NANOS_PER_MICRO);
        packet.setStandard(StandardField.DEQ_QDEPTH, queueDepthPackets);
        packet.setStandard(StandardField.EGRESS_PORT, packet.egressPort);
        // Any value but the drop port; BMv2 takes the one after it, as far as the field holds it.
        packet.setStandard(StandardField.EGRESS_SPEC, ProgramCompiler.DROP_PORT + 1L);
        packet.setStandard(StandardField.PACKET_LENGTH, packet.length);
        code.egress(packet);
        packet.exited = false;
        if (packet.cloned && !packet.failed) {
            cloneEgress(packet);
        }
        if (packet.failed
                || packet.standard(StandardField.EGRESS_SPEC) == ProgramCompiler.DROP_PORT) {
            drop(packet);
            return false;
        }
        code.deparse(packet);
        if (packet.recirculateFields != 0) {
            startAgain(packet, packet.recirculateFields, RECIRCULATED);
            return false;
        }
        if (packet.end - packet.start > packet.truncateBytes) {
            packet.end = packet.start + packet.truncateBytes;
        }
        return true;
    }

    /** Puts another packet with the same frame, and with fields of a list, in a packet's place. */
    private void startAgain(PacketState packet, int fields, int instanceType) {
        PacketState again = program.packets().take();
        try {
            program.code().copyFieldList(fields, packet, again);
            again.swapFrameWith(packet);
            int length = again.end - again.start;
            again.ingressPort = packet.ingressPort;
            again.ingressLength = length;
            again.length = length;
            again.setStandard(StandardField.PACKET_LENGTH, length);
            again.setStandard(StandardField.INSTANCE_TYPE, instanceType);
            timeline.schedule(timeline.nowNs() + recirculationNs, nextPass);
        } catch (RuntimeException | Error e) {
            again.release();
            throw e;
        }
        recirculating.add(again);
        packet.release();
    }

    private void nextPass() {
        PacketState packet = recirculating.poll();
        // Empty after another program has been loaded.
        if (packet != null) {
            ingress(packet);
        }
    }

    /** Drops the packets between two passes. */
    void flush() {
        PacketState packet = recirculating.poll();
        while (packet != null) {
            packet.release();
            packet = recirculating.poll();
        }
    }
}
