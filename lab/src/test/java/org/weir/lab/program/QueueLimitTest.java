// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirIngress;

/**
 * A class holds no more packets than its limit permits, however long they wait, and goes on after
 * the traffic manager has lost all of them ({@code virtual_queue.p4}, {@code lanes.p4}).
 */
class QueueLimitTest {

    private static final int OUTPUT = 4;
    private static final int FRAME_BYTES = 1500;
    private static final int PAYLOAD_BYTES = FRAME_BYTES - 42;
    private static final int A = 0;
    private static final int C = 1;
    private static final int[] DSCP = {46, 26};
    // Of the line: 15/16 and 1/16.
    private static final int[] SHARES = {15, 1};
    private static final int SHARE_PACKETS = 16;
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final long NS_PER_MS = 1_000_000;
    private static final long START_NS = NS_PER_SECOND;
    private static final long SHORTEST_PROBE_NS = 65_536_000;

    private ProgramNetwork network;
    private long rateBps;

    private void start(long lineRateBps, int rateWindowUs) throws Exception {
        rateBps = lineRateBps;
        network = new ProgramNetwork(5, lineRateBps, 1024);
        network.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(OUTPUT)),
                new MatchKey.Lpm(bytes("0a000005"), 32));
        for (int classId : new int[] {A, C}) {
            network.classify(
                    WeirIngress.Classifier.IPV4_CLASSES,
                    classId,
                    Map.of(
                            MatchFields.DSCP,
                            new MatchKey.Ternary(number(DSCP[classId]), number(63))));
            network.add(
                    WeirIngress.QueueSettings.SETTINGS,
                    0,
                    ActionCall.of(
                            WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                            number(SHARES[classId] * SHARE_PACKETS),
                            number(60_000),
                            number(limit(classId)),
                            number(rateBps / 16 * SHARES[classId] / 1000),
                            number(10_000)),
                    exact(OUTPUT),
                    exact(classId),
                    exact(0));
        }
        network.add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.useGeneration(rateWindowUs),
                        number(0),
                        number(16 * SHARE_PACKETS)),
                exact(OUTPUT));
        network.timeline.runUntil(START_NS);
    }

    private static int limit(int classId) {
        return SHARES[classId] * SHARE_PACKETS;
    }

    /** The longest time in which no packet of C leaves: A takes the line until it has its share. */
    private long starvedNs() {
        return 500 * frameNs();
    }

    /** Time without a departure until the k-th packet may enter beyond the limit. */
    private static double probeNs(int rateWindowUs, double k) {
        return Math.max(SHORTEST_PROBE_NS, 4000.0 * rateWindowUs) * k * (k + 1) / 2;
    }

    private long frameNs() {
        return FRAME_BYTES * 8 * NS_PER_SECOND / rateBps;
    }

    /** Sends frames of a class at the rate of the line. */
    private void flood(int classId, long fromNs, long untilNs) {
        byte[] frame =
                Frames.udp(
                        "0a000001",
                        "0a000005",
                        DSCP[classId] << 2,
                        4000 + classId,
                        5000,
                        new byte[PAYLOAD_BYTES]);
        for (long atNs = fromNs; atNs < untilNs; atNs += frameNs()) {
            network.timeline.schedule(atNs, () -> network.device.receive(1 + classId, frame));
        }
    }

    private long counted(String counter, int classId) {
        return network.device.counter(counter).orElseThrow().read(OUTPUT * 8 + classId).packets();
    }

    private long sent(int classId) {
        return network.sent.stream()
                .filter(one -> (one.frame()[15] & 0xff) >> 2 == DSCP[classId])
                .count();
    }

    private long held(int classId) {
        return counted(WeirIngress.VirtualQueue.ARRIVALS, classId)
                - counted(WeirIngress.VirtualQueue.DROPS, classId)
                - sent(classId);
    }

    /** Sixteen rate windows are 13 frames of the line, a fifth of a frame, and 9 frames. */
    @ParameterizedTest
    @CsvSource({"10000000, 1024", "1000000, 16", "200000, 32768"})
    void packetsThatWaitLongAreNotTakenForLost(long rate, int rateWindowUs) throws Exception {
        start(rate, rateWindowUs);
        long untilNs = START_NS + 2000 * frameNs();
        flood(A, START_NS, untilNs);
        flood(C, START_NS, untilNs);
        long probes = 0;
        while (probeNs(rateWindowUs, probes + 1) <= starvedNs()) {
            probes++;
        }
        for (long atNs = START_NS; atNs < untilNs; atNs += frameNs()) {
            network.timeline.runUntil(atNs);
            for (int classId : new int[] {A, C}) {
                // One packet is on the line.
                assertThat(held(classId)).isBetween(0L, limit(classId) + probes + 1);
            }
        }
        assertThat(sent(C)).as("at least its share").isGreaterThan(2000 / 16);
    }

    /** A port that goes down loses all that waits. */
    @ParameterizedTest
    @CsvSource({"10000000, 32768", "1000000000, 2048", "1000000000, 16"})
    void classGoesOnWhenTheLineIsBack(long rate, int rateWindowUs) throws Exception {
        start(rate, rateWindowUs);
        long downNs = START_NS + 500 * frameNs();
        long upNs = downNs + 2 * NS_PER_SECOND;
        int lost = 0;
        while (probeNs(rateWindowUs, lost + 1) <= upNs - downNs) {
            lost++;
        }
        long firstNs = downNs + (long) probeNs(rateWindowUs, lost + 1);
        long untilNs = firstNs + 1000 * frameNs();
        flood(C, START_NS, untilNs);
        network.timeline.runUntil(downNs);
        network.device.setPortUp(OUTPUT, false);
        network.timeline.runUntil(upNs);
        network.sent.clear();
        network.device.setPortUp(OUTPUT, true);
        network.timeline.runUntil(firstNs + 4 * frameNs());
        assertThat(network.sent).as("the first").isNotEmpty();
        network.timeline.runUntil(firstNs + 504 * frameNs());
        assertThat(network.sent).as("the line is full again").hasSizeGreaterThan(495);
    }

    @Test
    void otherClassesDoNotWaitForAClassThatLostItsPackets() throws Exception {
        start(10_000_000, 32768);
        long upNs = START_NS + 100 * NS_PER_MS;
        network.device.setPortUp(OUTPUT, false);
        flood(C, START_NS, upNs);
        network.timeline.runUntil(upNs);
        network.device.setPortUp(OUTPUT, true);
        flood(A, upNs, upNs + 100 * frameNs());
        network.timeline.runUntil(upNs + 101 * frameNs());
        assertThat(sent(A)).isGreaterThan(98);
    }
}
