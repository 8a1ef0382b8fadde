// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * Virtual queues as assembled (pipelines/tna/virtual_drain.p4), packet for packet against the plain
 * recursion of a queue that drains at a rate.
 */
class WeirVirtualQueueTest {

    private static final int OUTPUT = 4;
    private static final int OTHER = 5;
    private static final int CLASSES = 3;
    private static final double RATE_BPS = 1e9;
    private static final double[] SHARES = {0.5, 0.3, 0.2};
    private static final int[] THRESHOLDS_PACKETS = {20, 10, 30};
    private static final int REAL_THRESHOLD = 40;
    private static final int REAL_LIMIT = 60;
    private static final int FULL_BYTES = 1538;
    private static final int FCS_PREAMBLE_GAP_BYTES = 24;

    private static final long ROUND_NS = 1L << 32;

    private TofinoModel model;
    private int cells;

    /** The program for Tofino; {@link AbcBuildTest} has another. */
    String assembly() throws IOException {
        return WeirAssembly.text();
    }

    @BeforeEach
    void start() throws Exception {
        model = BothPrograms.tofino(assembly());
        for (int port : new int[] {OUTPUT, OTHER}) {
            model.table(WeirIngress.Forwarding.IPV4_ROUTES)
                    .add(
                            Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(network(port), 24)),
                            WeirIngress.Forwarding.SET_OUTPUT,
                            Map.of("port", (long) port));
            model.table(WeirIngress.QueueSettings.GENERATIONS)
                    .add(
                            Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(port)),
                            WeirIngress.QueueSettings.useGeneration(32768),
                            Map.of("generation", 1L, Parameters.ROUND_PACKETS, 4L));
        }
        for (int classId = 0; classId < CLASSES; classId++) {
            model.table(WeirIngress.Classifier.IPV4_CLASSES)
                    .add(
                            Map.of(MatchFields.DSCP, KeyMatch.ternary(classId, 63)),
                            1,
                            WeirIngress.Classifier.SET_CLASS,
                            Map.of(Parameters.CLASS_ID, (long) classId));
            for (int port : new int[] {OUTPUT, OTHER}) {
                settings(port, classId);
            }
            for (int step = 0; step < VirtualQueue.STEP_BYTES.length; step++) {
                model.table(WeirEgress.VirtualDrain.DRAINS)
                        .add(
                                Map.of(
                                        MatchFields.EGRESS_PORT,
                                        KeyMatch.exact(OUTPUT),
                                        MatchFields.CLASS_ID,
                                        KeyMatch.exact(classId),
                                        MatchFields.LENGTH_STEP,
                                        KeyMatch.exact(step)),
                                WeirEgress.VirtualDrain.DRAIN,
                                Map.of(
                                        Parameters.COST_NS,
                                        timeNs(VirtualQueue.STEP_BYTES[step], classId),
                                        Parameters.THRESHOLD_NS,
                                        thresholdNs(classId)));
            }
        }
    }

    private void settings(int port, int classId) {
        model.table(WeirIngress.QueueSettings.SETTINGS)
                .add(
                        Map.of(
                                MatchFields.OUTPUT_PORT,
                                KeyMatch.exact(port),
                                MatchFields.CLASS_ID,
                                KeyMatch.exact(classId),
                                MatchFields.GENERATION,
                                KeyMatch.exact(1)),
                        WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                        Map.of(
                                Parameters.WEIGHT_PACKETS,
                                4L,
                                Parameters.THRESHOLD_PACKETS,
                                (long) REAL_THRESHOLD,
                                Parameters.LIMIT_PACKETS,
                                (long) REAL_LIMIT,
                                Parameters.TARGET_RATE_KBPS,
                                1000L,
                                Parameters.FEEDBACK_INTERVAL_US,
                                0xFFFF_FFFFL));
    }

    private static int network(int port) {
        return 0x0A000000 | port << 8;
    }

    private static long timeNs(double bytes, int classId) {
        return Math.round(bytes * 8e9 / (RATE_BPS * SHARES[classId]));
    }

    private static long thresholdNs(int classId) {
        return timeNs((double) THRESHOLDS_PACKETS[classId] * FULL_BYTES, classId);
    }

    private static byte[] frame(int port, int classId, int ecn, int bytes) {
        return Frames.ipv4(
                0xC0A80001,
                network(port) | 1,
                classId << 2 | ecn,
                64,
                17,
                new byte[0],
                Frames.udp(4000, 5000, new byte[bytes - 42]));
    }

    /** The packet as it leaves by a port; null if it does not. */
    private byte[] through(int port, byte[] frame, long nowNs) {
        model.setQueueModel(
                (out, queue, bytes, timeNs) ->
                        new QueuePassage(0, nowNs, out == port ? cells : 0, nowNs));
        List<TofinoModel.Sent> sent =
                model.receive(1, frame, nowNs).stream()
                        .filter(each -> each.port() == port)
                        .toList();
        assertThat(sent).hasSizeLessThan(2);
        return sent.isEmpty() ? null : sent.get(0).frame();
    }

    @ParameterizedTest
    @CsvSource({
        // Milliseconds after a restart of the clock that it begins, packets between changes of the
        // load, seed, and whether the program forgets some backlog.
        "1500, 1000, 1, false",
        "1500, 1000, 2, false",
        "-30, 1000, 3, true",
        "1, 2000, 4, true",
        "3, 4000, 5, true",
    })
    void marksWhatAQueueThatDrainsAtTheShareWould(
            long startMs, int spell, int seed, boolean forgets) {
        Random random = new Random(seed);
        VirtualQueue[] queues = new VirtualQueue[CLASSES];
        VirtualQueue[] exact = new VirtualQueue[CLASSES];
        for (int i = 0; i < CLASSES; i++) {
            queues[i] = new VirtualQueue(true, 0);
            exact[i] = new VirtualQueue(false, 0);
        }
        double[] weights = new double[CLASSES];
        double load = 1;
        long now = 3 * ROUND_NS + startMs * 1_000_000;
        int[] marks = new int[CLASSES];
        int exactMarks = 0;
        int drops = 0;
        int all = 0;
        for (int i = 0; i < 30_000; i++) {
            if (i % spell == 0) {
                load = 0.5 + random.nextDouble();
                for (int j = 0; j < CLASSES; j++) {
                    weights[j] = SHARES[j] * (0.3 + 1.4 * random.nextDouble());
                }
            }
            int classId = pick(random, weights);
            int bytes = random.nextInt(3) == 0 ? 60 : 60 + random.nextInt(1455);
            now += 1 + (long) (-795 * 8 / load * Math.log(1 - random.nextDouble()));
            // The real queue is in no relation to the virtual one.
            cells = random.nextInt(1220);
            byte[] sent = through(OUTPUT, frame(OUTPUT, classId, 2, bytes), now);
            long cost = timeNs(VirtualQueue.STEP_BYTES[VirtualQueue.step(bytes)], classId);
            boolean marked = queues[classId].backlogNs(now, cost) >= thresholdNs(classId);
            boolean dropped = cells * 13 / 256 >= REAL_LIMIT;
            assertThat(sent == null).as("drop of packet %d", i).isEqualTo(dropped);
            if (!dropped) {
                assertThat((sent[15] & 3) == 3).as("mark of packet %d", i).isEqualTo(marked);
            }
            marks[classId] += marked ? 1 : 0;
            all += marked ? 1 : 0;
            drops += dropped ? 1 : 0;
            long exactCost = timeNs(bytes + FCS_PREAMBLE_GAP_BYTES, classId);
            exactMarks += exact[classId].backlogNs(now, exactCost) >= thresholdNs(classId) ? 1 : 0;
        }
        int forgotten = 0;
        for (int i = 0; i < CLASSES; i++) {
            assertThat(marks[i]).as("marks of class %d", i).isBetween(100, 15_000);
            assertThat(model.packets(WeirIngress.VirtualQueue.MARKS, OUTPUT * 8 + i))
                    .isEqualTo(marks[i]);
            forgotten += queues[i].forgotten();
        }
        assertThat(drops).isGreaterThan(50);
        System.out.printf(
                "virtual queues from %d ms on: of 30000 packets Tofino marks %d, a queue that knows"
                        + " lengths and does not forget %d; backlogs forgotten %d%n",
                startMs, all, exactMarks, forgotten);
        assertThat(forgotten > 0).isEqualTo(forgets);
        if (!forgets) {
            assertThat((double) all).isCloseTo(exactMarks, within(0.03 * exactMarks));
        }
    }

    private static int pick(Random random, double[] weights) {
        double at = random.nextDouble() * (weights[0] + weights[1] + weights[2]);
        return at < weights[0] ? 0 : at < weights[0] + weights[1] ? 1 : 2;
    }

    @Test
    void portsWithoutEntriesAreMarkedByTheirRealQueue() {
        Random random = new Random(5);
        long now = 10_000_000_000L;
        int marks = 0;
        for (int i = 0; i < 3000; i++) {
            now += random.nextInt(3000);
            cells = random.nextInt(1220);
            int depth = cells * 13 / 256;
            byte[] sent = through(OTHER, frame(OTHER, i % CLASSES, 1, 60 + i % 1400), now);
            assertThat(sent == null).as("%d cells", cells).isEqualTo(depth >= REAL_LIMIT);
            if (sent != null) {
                assertThat((sent[15] & 3) == 3)
                        .as("%d cells", cells)
                        .isEqualTo(depth >= REAL_THRESHOLD);
                marks += depth >= REAL_THRESHOLD ? 1 : 0;
            }
            // Traffic elsewhere does not matter.
            cells = 0;
            through(OUTPUT, frame(OUTPUT, i % CLASSES, 1, 1500), now);
        }
        assertThat(marks).isGreaterThan(500);
    }
}
