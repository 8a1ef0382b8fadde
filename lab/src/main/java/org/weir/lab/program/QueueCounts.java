// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.math.BigInteger;
import java.util.List;
import org.weir.bmv2.Switch;
import org.weir.bmv2.controlplane.state.RegisterControl;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;

/**
 * Corrects from time to time the counts of waiting packets that some programs keep: packets that
 * ingress has accepted, minus packets that have left their queue. A program counts a packet before
 * it is in the queue. So its count never loses a packet that the traffic manager drops: for want of
 * buffer or bytes, or because the port is down. Without correction these packets would take room in
 * the queue for good. Not corrected is HPCC's telemetry of a packet that waits while others are
 * dropped: it has their bytes behind it.
 */
public final class QueueCounts {
    /** By queue of an output port, of {@code hpcc.p4}. */
    public static final Registers HPCC =
            new Registers("hpcc_accepted_packets", "hpcc_left_packets", true);

    /** By output port, of {@code pie.p4}. */
    public static final Registers PIE = new Registers("pie_queued", "pie_sent", false);

    /** By output port, of {@code abc.p4}. */
    public static final Registers ABC = new Registers("abc_queued", "abc_sent", false);

    /** By output port, of programs with flow control. */
    private static final Registers PFC = new Registers("pfc_queued", "pfc_sent", false);

    /** By input port, of programs with flow control. */
    private static final Registers PFC_ARRIVED = new Registers("pfc_arrived", "pfc_left", false);

    /** By input port: 1 while its peer is paused. */
    private static final String PFC_PAUSED = "pfc_paused";

    /** Distance between the indices of two ports in registers by queue. */
    private static final int QUEUES_PER_PORT = 8;

    /** Registers have 32 bits. */
    private static final long WRAP = 0xffff_ffffL;

    /** Full frames that a port sends between two corrections. */
    private static final int PERIOD_FRAMES = 100;

    /** Shorter periods of faster ports would only slow the run down. */
    private static final long LEAST_PERIOD_NS = 10_000;

    private static final long FULL_FRAME_BITS = 8 * 1500;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final SwitchNode node;
    private final SwitchSpec.PortSpec port;
    private final Engine engine;

    private QueueCounts(SwitchNode node, SwitchSpec.PortSpec port, Engine engine) {
        this.node = node;
        this.port = port;
        this.engine = engine;
    }

    /**
     * Registers of a program, both of 32 bits, and wrapping.
     *
     * @param accepted packets that ingress has accepted
     * @param left packets that have left their queue
     * @param byQueue whether the index is 8 · port + queue, for each queue of data; else it is the
     *     port, and all data is in {@link SchemeProgram#DATA_PRIORITY}
     */
    public record Registers(String accepted, String left, boolean byQueue) {}

    /**
     * Corrects the counts of the data that waits for each of a switch's ports from now on.
     *
     * @param registers of the program that the switch runs
     */
    public static void correct(SwitchNode node, Engine engine, Registers registers) {
        for (SwitchSpec.PortSpec port : node.spec().ports()) {
            QueueCounts counts = new QueueCounts(node, port, engine);
            counts.repeat(() -> counts.limit(registers));
        }
    }

    /**
     * Corrects both counts of flow control from now on: of the packets that wait for a port, and of
     * those that came by it. The traffic manager does not know by which port a packet came. So at
     * most as many packets count for an input port as wait in the whole switch. A peer may go on if
     * it waits for the departure of packets that were dropped.
     *
     * @param resumePackets as in {@link SchemeProgram#flowControl}
     */
    public static void correctFlowControl(SwitchNode node, Engine engine, long resumePackets) {
        correct(node, engine, PFC);
        for (SwitchSpec.PortSpec port : node.spec().ports()) {
            QueueCounts counts = new QueueCounts(node, port, engine);
            counts.repeat(
                    () -> {
                        counts.limit(PFC_ARRIVED, port.number(), counts.waitingInSwitch());
                        counts.resume(resumePackets);
                    });
        }
    }

    private void repeat(Runnable correction) {
        engine.scheduleAfter(
                periodNs(port.rateBps()),
                () -> {
                    correction.run();
                    repeat(correction);
                });
    }

    /** Time between two corrections of a port of a rate in bit/s, ns. */
    public static long periodNs(long rateBps) {
        return Math.max(
                LEAST_PERIOD_NS, PERIOD_FRAMES * FULL_FRAME_BITS * NANOS_PER_SECOND / rateBps);
    }

    /** Lowers the port's counts to the numbers of packets that wait in its queues. */
    private void limit(Registers registers) {
        if (!registers.byQueue()) {
            limit(registers, port.number(), waiting(port));
            return;
        }
        List<QueueStatus> queues = queues(port);
        for (int queue = 0; queue < SchemeProgram.CONTROL_PRIORITY; queue++) {
            int index = QUEUES_PER_PORT * port.number() + queue;
            limit(registers, index, queues.get(queue).depthPackets());
        }
    }

    /** Lowers a count to the number of packets that wait at most. */
    private void limit(Registers registers, int index, long mostWaiting) {
        if (count(registers, index) > mostWaiting) {
            RegisterControl left = register(registers.left());
            write(left, index, read(registers.accepted(), index) - mostWaiting & WRAP);
        }
    }

    /** The program itself lets a peer go on only when a packet leaves. */
    private void resume(long resumePackets) {
        int index = port.number();
        if (read(PFC_PAUSED, index) == 1 && count(PFC_ARRIVED, index) <= resumePackets && isUp()) {
            write(register(PFC_PAUSED), index, 0);
            device().traffic().sendPause(port.number(), SchemeProgram.DATA_PRIORITY, 0);
        }
    }

    private long count(Registers registers, int index) {
        return read(registers.accepted(), index) - read(registers.left(), index) & WRAP;
    }

    private long read(String register, int index) {
        return new BigInteger(1, register(register).read(index)).longValue();
    }

    private static void write(RegisterControl register, int index, long value) {
        register.write(index, BigInteger.valueOf(value).toByteArray());
    }

    private int waitingInSwitch() {
        return node.spec().ports().stream().mapToInt(this::waiting).sum();
    }

    private int waiting(SwitchSpec.PortSpec output) {
        return queues(output).get(SchemeProgram.DATA_PRIORITY).depthPackets();
    }

    private List<QueueStatus> queues(SwitchSpec.PortSpec output) {
        return device().traffic().portTrafficStatus(output.number()).queues();
    }

    private boolean isUp() {
        return device().ports().stream().anyMatch(one -> one.number() == port.number() && one.up());
    }

    private RegisterControl register(String name) {
        return device().register(name).orElseThrow();
    }

    private Switch device() {
        return node.device().orElseThrow();
    }
}
