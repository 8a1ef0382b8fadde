// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.QueuePassage;
import org.weir.tofino.model.WeirAssembly;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.p4.WeirIngress.ActivityAqm;
import org.weir.wire.p4.WeirIngress.ActivityEdge;

/**
 * ABC's activity AQM (docs/abc.md): the same packets, with the same activity values and depths,
 * through v1model's program and through Tofino's. Senders overload a port of v1model and do not
 * react. Tofino's depth is v1model's, in cells. The means differ, so the decisions may differ
 * between the two thresholds, and nowhere else.
 */
class WeirActivityAqmTest {

    private static final int INNER = 3;
    private static final int OUT = 4;
    private static final int QUEUE = OUT * 8;
    private static final int TO_OUT = 0x0C000001;
    private static final byte[] NO_OPTIONS = {};

    private static final long RATE_BPS = 1_000_000;
    private static final int FRAME_BYTES = 125;
    private static final double AVERAGE_US = 300_000;
    private static final int Q_MIN = 6;
    private static final int Q_BASE = 20;
    private static final int GAMMA = 16;

    /** Cells of 80 bytes that are 13 packets of 1500, as depth.p4 has it. */
    private static final int CELLS_OF_13_PACKETS = 256;

    private static final int GAMMA_LOG_2 = 4;

    /** Error of v1model's threshold, in packets. */
    private static final double ERROR = 2 * GAMMA * 0x1p-10;

    private static final String SUMS = "WeirEgress.activity_aqm.sums";

    private BothPrograms both;
    private int depthCells;

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(WeirAssembly.activityText(), RATE_BPS);
        both.tofino.setQueueModel(
                (port, queue, bytes, timeNs) ->
                        new QueuePassage(depthCells, timeNs, depthCells, timeNs));
        both.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(TO_OUT, 32)),
                WeirIngress.Forwarding.SET_OUTPUT,
                Map.of("port", (long) OUT),
                "port");
        both.add(
                ActivityEdge.PORTS,
                0,
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(INNER)),
                ActivityEdge.KEEP_ACTIVITY,
                Map.of());
        giveV1modelQueue();
        giveAqm();
    }

    /** A class with a virtual queue of no limit. */
    private void giveV1modelQueue() {
        both.addToV1model(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(OUT)),
                WeirIngress.QueueSettings.useGeneration(32768),
                Map.of("generation", 0L, Parameters.ROUND_PACKETS, 1L),
                "generation",
                Parameters.ROUND_PACKETS);
        both.addToV1model(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                Map.of(
                        MatchFields.OUTPUT_PORT,
                        KeyMatch.exact(OUT),
                        MatchFields.CLASS_ID,
                        KeyMatch.exact(0),
                        MatchFields.GENERATION,
                        KeyMatch.exact(0)),
                WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                Map.of("weight", 1L, "none", 65_535L, "rate", 1000L, "interval", 10_000L),
                "weight",
                "none",
                "none",
                "rate",
                "interval");
    }

    private void giveAqm() {
        both.addToV1model(
                ActivityAqm.PORTS,
                0,
                Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(OUT)),
                ActivityAqm.DROP_BY_ACTIVITY,
                Map.of(
                        "min",
                        (long) Q_MIN,
                        "base",
                        (long) Q_BASE,
                        "gamma",
                        (long) GAMMA,
                        "decay",
                        Math.round(0x1p44 / Math.log(2) / AVERAGE_US)),
                "min",
                "base",
                "gamma",
                "decay");
        both.addToTofino(
                ActivityAqm.PORTS,
                0,
                Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(OUT)),
                ActivityAqm.DROP_BY_ACTIVITY,
                Map.of(
                        Parameters.Q_MIN_PACKETS,
                        (long) Q_MIN,
                        Parameters.Q_BASE_PACKETS,
                        (long) Q_BASE,
                        Parameters.GAMMA_LOG2_PACKETS,
                        (long) GAMMA_LOG_2));
    }

    /** A packet from a switch of the domain, or from elsewhere without a value. */
    private static byte[] frame(int activity) {
        byte[] plain =
                Frames.ipv4(
                        0x0A000001,
                        TO_OUT,
                        0,
                        64,
                        17,
                        NO_OPTIONS,
                        Frames.udp(4000, 5000, new byte[FRAME_BYTES - Frames.ETHERNET - 28]));
        return activity < 0 ? plain : ActivityDomain.withActivity(plain, activity);
    }

    /** The least depth that the program takes for so many packets. */
    private static int cells(int packets) {
        return (packets * CELLS_OF_13_PACKETS + 12) / 13;
    }

    private boolean tofinoDrops(byte[] frame) {
        return both.throughTofino(INNER, frame).stream().noneMatch(each -> each.port() == OUT);
    }

    private int waiting() {
        return both.v1model.traffic().portTrafficStatus(OUT).queues().stream()
                .mapToInt(QueueStatus::depthPackets)
                .sum();
    }

    private boolean v1modelDrops(byte[] frame) {
        long before = both.v1modelPackets(ActivityAqm.DROPS, QUEUE);
        both.v1model.receive(INNER, frame.clone());
        return both.v1modelPackets(ActivityAqm.DROPS, QUEUE) > before;
    }

    /** Waits for a Poisson arrival of a load. */
    private void pause(Random random, double load) {
        double meanNs = 8e9 * FRAME_BYTES / RATE_BPS / load;
        both.timeline.runUntil(
                both.timeline.nowNs() + 1 + (long) (-meanNs * Math.log(1 - random.nextDouble())));
    }

    /** v1model's mean: the UTEMA of accepted packets. */
    private static final class Utema {
        private double sum;
        private double weight;
        private long lastUs;

        void add(long nowUs, int activity) {
            double factor = Math.exp(-(nowUs - lastUs) / AVERAGE_US);
            sum = sum * factor + activity;
            weight = weight * factor + 1;
            lastUs = nowUs;
        }

        double threshold(int activity) {
            return Q_BASE - GAMMA * (activity - sum / weight) / 1024;
        }
    }

    /** Users of activities of a spread, in units of doubled rates, offer a load. */
    @ParameterizedTest
    @CsvSource({"1.3, 0, 1", "1.3, 0.5, 2", "1.6, 1.5, 3", "0.98, 2, 4", "2.5, 1, 5"})
    void dropsAsV1modelBesidesTheMean(double load, double spread, long seed) {
        Random random = new Random(seed);
        Utema utema = new Utema();
        ActivityWindow window = new ActivityWindow();
        int packets = 20_000;
        int v1modelDrops = 0;
        int tofinoDrops = 0;
        int different = 0;
        int[] dropsOfMost = new int[2];
        for (int i = 0; i < packets; i++) {
            pause(random, load);
            int user = random.nextInt(4);
            int activity = 40_000 + (int) Math.round(1024 * spread * user / 3);
            int waiting = waiting();
            depthCells = cells(waiting);
            long nowUs = both.timeline.nowNs() / 1000;
            double v1modelThreshold = utema.threshold(activity);
            window.add(activity);
            double tofinoThreshold = window.threshold(activity, Q_BASE, GAMMA);

            byte[] frame = frame(activity);
            boolean tofino = tofinoDrops(frame);
            boolean v1model = v1modelDrops(frame);
            assertThat(tofino)
                    .as("packet %d, %d wait, threshold %f", i, waiting, tofinoThreshold)
                    .isEqualTo(waiting > Math.max(Q_MIN, tofinoThreshold));
            if (tofino != v1model) {
                different++;
                assertThat((double) waiting)
                        .as("packet %d, thresholds %f, %f", i, v1modelThreshold, tofinoThreshold)
                        .isBetween(
                                Math.min(v1modelThreshold, tofinoThreshold) - ERROR,
                                Math.max(v1modelThreshold, tofinoThreshold) + ERROR);
            }
            if (!v1model) {
                utema.add(nowUs, activity);
            }
            v1modelDrops += v1model ? 1 : 0;
            tofinoDrops += tofino ? 1 : 0;
            if (user == 3) {
                dropsOfMost[0] += v1model ? 1 : 0;
                dropsOfMost[1] += tofino ? 1 : 0;
            }
        }
        System.out.printf(
                "load %.2f, spread %.1f: of %d packets v1model drops %d (%d of the most active"
                        + " user), Tofino %d (%d); %d decisions differ%n",
                load,
                spread,
                packets,
                v1modelDrops,
                dropsOfMost[0],
                tofinoDrops,
                dropsOfMost[1],
                different);
        assertThat(v1modelDrops).isGreaterThan(packets / 200);
        assertThat(tofinoDrops).isGreaterThan(packets / 200);
        assertThat(both.tofino.packets(ActivityAqm.DROPS, QUEUE)).isEqualTo(tofinoDrops);
    }

    /**
     * A queue of its own for each program. Both leave as much to the line, drop nearly all packets
     * of the most active user, and none of the least active one.
     */
    @ParameterizedTest
    @CsvSource({"1.2, 2, 7", "1.6, 2, 8"})
    void bothTakeFromTheMostActive(double load, double spread, long seed) {
        int packets = 20_000;
        int[][] dropped = new int[2][4];
        int[] sent = new int[4];
        Random random = new Random(seed);
        DepartureQueue queue = new DepartureQueue(dropped[1]);
        for (int i = 0; i < packets; i++) {
            pause(random, load);
            int user = random.nextInt(4);
            sent[user]++;
            byte[] frame = frame(40_000 + (int) Math.round(1024 * spread * user / 3));
            queue.arrive(both.timeline.nowNs(), frame, user);
            dropped[0][user] += v1modelDrops(frame) ? 1 : 0;
        }
        System.out.printf(
                "load %.1f: sent %s, dropped by v1model %s, by Tofino %s, longest queue of Tofino %d%n",
                load,
                Arrays.toString(sent),
                Arrays.toString(dropped[0]),
                Arrays.toString(dropped[1]),
                queue.longest);
        for (int[] drops : dropped) {
            assertThat(Arrays.stream(drops).sum() / (double) packets)
                    .isCloseTo(1 - 1 / load, within(0.03));
            assertThat(drops[0]).isLessThan(sent[0] / 100);
            assertThat(drops[3]).isGreaterThan(drops[2]).isGreaterThan(sent[3] * 6 / 10);
        }
    }

    /** The port's queue before Tofino's egress. A dropped packet takes no time on the line. */
    private final class DepartureQueue {
        private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
        private final ArrayDeque<Integer> users = new ArrayDeque<>();
        private final int[] dropped;
        private long freeNs;
        private int longest;

        DepartureQueue(int[] dropped) {
            this.dropped = dropped;
        }

        void arrive(long nowNs, byte[] frame, int user) {
            while (!frames.isEmpty() && freeNs <= nowNs) {
                depart();
            }
            freeNs = frames.isEmpty() ? Math.max(freeNs, nowNs) : freeNs;
            frames.add(frame);
            users.add(user);
            longest = Math.max(longest, frames.size());
        }

        private void depart() {
            byte[] frame = frames.remove();
            int user = users.remove();
            depthCells = cells(frames.size());
            if (both.tofino.receive(INNER, frame.clone(), freeNs).stream()
                    .noneMatch(each -> each.port() == OUT)) {
                dropped[user]++;
            } else {
                freeNs += 8_000_000_000L * FRAME_BYTES / RATE_BPS;
            }
        }
    }

    /** Packets without a value are dropped above Q_min, and are not in the mean. */
    @Test
    void dropsUnmeteredPacketsAlike() {
        Random random = new Random(6);
        int drops = 0;
        for (int i = 0; i < 3000; i++) {
            pause(random, 1.2);
            int waiting = waiting();
            depthCells = cells(waiting);
            byte[] frame = frame(-1);
            boolean tofino = tofinoDrops(frame);
            assertThat(tofino)
                    .as("packet %d, %d wait", i, waiting)
                    .isEqualTo(v1modelDrops(frame))
                    .isEqualTo(waiting > Q_MIN);
            drops += tofino ? 1 : 0;
        }
        assertThat(drops).isPositive();
        assertThat(both.tofino.register(SUMS, QUEUE)).containsOnly(0);
    }

    /** A port without an entry drops nothing. */
    @Test
    void dropsOnlyAtPortsWithThresholds() {
        both.tofino
                .table(WeirIngress.Forwarding.IPV4_ROUTES)
                .add(
                        Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(0x0D000001, 32)),
                        0,
                        WeirIngress.Forwarding.SET_OUTPUT,
                        Map.of("port", 5L));
        depthCells = (1 << 19) - 1;
        byte[] frame =
                Frames.ipv4(1, 0x0D000001, 0, 64, 17, NO_OPTIONS, Frames.udp(1, 2, new byte[40]));
        assertThat(both.throughTofino(INNER, frame)).anyMatch(each -> each.port() == 5);
        assertThat(tofinoDrops(frame(40_000))).isTrue();
    }
}
