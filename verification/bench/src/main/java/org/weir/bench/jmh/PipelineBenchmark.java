// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.jmh;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;

/**
 * Weir's own program from frames in to frames out: routes, a classifier, virtual queues with
 * marking, on eight ports of 100 Gb/s; time is per packet.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PipelineBenchmark {

    private static final int PORTS = 8;
    private static final int BURST_PACKETS = 32;
    private static final long BURST_INTERVAL_NS = 1500;
    private static final int[] DSCPS = {0, 10, 18, 26, 34, 46, 48, 8};

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Switch device = new Switch(new SwitchConfig("bench"), timeline);
    private final byte[][] frames = new byte[256][];
    private int next;
    private long sent;

    /** Loads the program with its entries. */
    @Setup
    public void start() throws IOException, ProgramException {
        for (int port = 1; port <= PORTS; port++) {
            device.attachPort(
                    port,
                    new PortConfig("p" + port, 100_000_000_000L, 1024),
                    (buffer, offset, length) -> sent++);
        }
        try (InputStream program =
                PipelineBenchmark.class.getResourceAsStream(
                        "/org/weir/pipelines/v1model/weir.json")) {
            device.loadProgram(program.readAllBytes());
        }
        device.table(WeirIngress.Edge.PORT_KINDS)
                .orElseThrow()
                .setDefaultAction(ActionCall.of(WeirIngress.Edge.TRUST_PORT));
        for (int port = 1; port <= PORTS; port++) {
            configure(port);
        }
        for (int i = 0; i < DSCPS.length; i++) {
            TableControl classes = device.table(WeirIngress.Classifier.IPV4_CLASSES).orElseThrow();
            MatchKey dscp = new MatchKey.Ternary(bytes(DSCPS[i]), bytes(63));
            classes.insert(
                    new TableEntry(
                            classes.key(Map.of(MatchFields.DSCP, dscp)),
                            10 + i,
                            call(WeirIngress.Classifier.SET_CLASS, i)));
        }
        device.setMirrorSession(1, MirrorSession.toPort(255));
        device.setMirrorSession(2, MirrorSession.toPort(255));
        Random random = new Random(1);
        for (int i = 0; i < frames.length; i++) {
            frames[i] = frame(i, random);
        }
        timeline.runUntil(TimeUnit.SECONDS.toNanos(1));
    }

    private void configure(int port) {
        for (int network = 0; network < 32; network++) {
            add(
                    WeirIngress.Forwarding.IPV4_ROUTES,
                    0,
                    call(WeirIngress.Forwarding.SET_OUTPUT, port),
                    new MatchKey.Lpm(bytes(10L << 24 | port << 16 | network << 8), 24));
        }
        for (int classId = 0; classId < DSCPS.length; classId++) {
            add(
                    WeirIngress.QueueSettings.SETTINGS,
                    0,
                    call(
                            WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                            4 + classId,
                            3,
                            200,
                            2_000_000,
                            1000),
                    new MatchKey.Exact(bytes(port)),
                    new MatchKey.Exact(bytes(classId)),
                    new MatchKey.Exact(bytes(0)));
        }
        add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                call(WeirIngress.QueueSettings.useGeneration(32768), 0, 60),
                new MatchKey.Exact(bytes(port)));
    }

    /** An ECN-capable UDP datagram whose IPv4 checksum is right. */
    private static byte[] frame(int number, Random random) {
        byte[] frame = new byte[64 + random.nextInt(3) * 600];
        put(frame, 12, 0x0800, 2);
        put(frame, 14, 0x45, 1);
        put(frame, 15, DSCPS[random.nextInt(DSCPS.length)] << 2 | 2, 1);
        put(frame, 16, frame.length - 14, 2);
        put(frame, 22, 64, 1);
        put(frame, 23, 17, 1);
        put(frame, 26, 10L << 24 | (1 + number % 4) << 16 | 1, 4);
        put(frame, 30, 10L << 24 | (5 + number / 4 % 4) << 16 | random.nextInt(32) << 8 | 5, 4);
        put(frame, 34, 4000 + number, 2);
        put(frame, 36, 5000 + random.nextInt(3000), 2);
        put(frame, 38, frame.length - 34, 2);
        put(frame, 24, InternetChecksum.of(frame, 14, 20), 2);
        return frame;
    }

    private static void put(byte[] frame, int at, long value, int bytes) {
        for (int i = 0; i < bytes; i++) {
            frame[at + i] = (byte) (value >>> (8 * (bytes - 1 - i)));
        }
    }

    private static ActionCall call(String action, long... arguments) {
        byte[][] values = new byte[arguments.length][];
        for (int i = 0; i < arguments.length; i++) {
            values[i] = bytes(arguments[i]);
        }
        return ActionCall.of(action, values);
    }

    private static byte[] bytes(long value) {
        byte[] bytes = new byte[8];
        put(bytes, 0, value, 8);
        return bytes;
    }

    private void add(String table, int priority, ActionCall action, MatchKey... match) {
        device.table(table).orElseThrow().insert(new TableEntry(List.of(match), priority, action));
    }

    /** Receives a burst and runs until the next. */
    @Benchmark
    @OperationsPerInvocation(BURST_PACKETS)
    public long forward() {
        for (int i = 0; i < BURST_PACKETS; i++) {
            int at = next++ & (frames.length - 1);
            device.receive(1 + at % 4, frames[at], 0, frames[at].length);
        }
        timeline.runUntil(timeline.nowNs() + BURST_INTERVAL_NS);
        return sent;
    }
}
