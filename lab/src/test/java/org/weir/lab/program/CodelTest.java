// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/** CoDel in P4, packet for packet beside RFC 8289's pseudocode. */
class CodelTest {

    private static final int OUTPUT = 4;
    private static final int QUEUE = OUTPUT * 8;
    private static final int ECT_0 = 2;
    private static final int NOT_ECT = 0;
    private static final int FRAME_BYTES = 125;
    private static final long RATE_BPS = 1_000_000;
    private static final long FRAME_NS = FRAME_BYTES * 8 * 1_000_000_000L / RATE_BPS;
    private static final int HEADER_BYTES = 42;
    private static final int PACKETS = 25_000;

    private ProgramNetwork network;
    private final long[] arrivalNs = new long[PACKETS];

    private void start(int targetUs, int intervalUs) throws Exception {
        network = new ProgramNetwork(5, RATE_BPS, PACKETS);
        network.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(OUTPUT)),
                new MatchKey.Lpm(bytes("0a000005"), 32));
        network.add(
                WeirEgress.Aqm.SCHEMES,
                0,
                ActionCall.of(WeirEgress.Aqm.MARK_BY_CODEL, number(targetUs), number(intervalUs)),
                exact(OUTPUT));
    }

    private void useVirtualQueue() {
        network.add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                        number(4),
                        number(65_535),
                        number(65_535),
                        number(1000),
                        number(10_000)),
                exact(OUTPUT),
                exact(0),
                exact(0));
        network.add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                ActionCall.of(WeirIngress.QueueSettings.useGeneration(32768), number(0), number(4)),
                exact(OUTPUT));
    }

    /** Loads of 0.4 to 1.6 times the rate, each for up to two seconds, with random gaps. */
    private void offer(int ecn, long seed) {
        Random random = new Random(seed);
        byte[] frame =
                Frames.udp(
                        "0a000001",
                        "0a000005",
                        ecn,
                        4000,
                        5000,
                        new byte[FRAME_BYTES - HEADER_BYTES]);
        long now = 1_000_000_000L;
        long loadEnds = 0;
        double meanGapNs = 0;
        for (int i = 0; i < PACKETS; i++) {
            if (now >= loadEnds) {
                meanGapNs = FRAME_NS / (0.4 + 1.2 * random.nextDouble());
                loadEnds = now + (long) (2e9 * random.nextDouble());
            }
            now += 1 + (long) (-meanGapNs * Math.log(1 - random.nextDouble()));
            network.timeline.runUntil(now);
            arrivalNs[i] = now;
            network.device.receive(1, frame.clone());
        }
        network.timeline.runUntil(now + PACKETS * FRAME_NS);
    }

    @ParameterizedTest
    @CsvSource({
        "5000, 100000, false, 1",
        "1000, 20000, false, 2",
        "1000, 20000, true, 3",
        "20000, 33333, true, 4"
    })
    void marksWhatThePseudocodeMarks(int targetUs, int intervalUs, boolean virtual, long seed)
            throws Exception {
        start(targetUs, intervalUs);
        if (virtual) {
            useVirtualQueue();
        }
        offer(ECT_0, seed);
        CodelReference reference = new CodelReference(targetUs, intervalUs);
        assertThat(network.sent).hasSize(PACKETS);
        int arrived = 0;
        long marks = 0;
        long mostEvents = 0;
        for (int i = 0; i < PACKETS; i++) {
            ProgramNetwork.Sent sent = network.sent.get(i);
            long leftNs = sent.timeNs() - FRAME_NS;
            while (arrived < PACKETS && arrivalNs[arrived] <= leftNs) {
                arrived++;
            }
            long leftUs = leftNs / 1000;
            boolean marked =
                    reference.dequeue(leftUs, leftUs - arrivalNs[i] / 1000, arrived - i - 1);
            assertThat((sent.frame()[15] & 3) == 3).as("packet %d", i).isEqualTo(marked);
            marks += marked ? 1 : 0;
            mostEvents = Math.max(mostEvents, reference.count());
        }
        // Long spells and new ones at the old pace both have to occur.
        assertThat(marks).isGreaterThan(100);
        assertThat(mostEvents).isGreaterThan(20);
        assertThat(network.device.counter(WeirEgress.Aqm.MARKS).orElseThrow().read(QUEUE))
                .matches(count -> count.packets() == marks(network));
    }

    private static long marks(ProgramNetwork network) {
        return network.sent.stream().filter(sent -> (sent.frame()[15] & 3) == 3).count();
    }

    @Test
    void dropsWhereTheSenderDoesNotKnowEcnAndCountsIt() throws Exception {
        start(1000, 20_000);
        offer(NOT_ECT, 5);
        long drops =
                network.device.counter(WeirEgress.Aqm.DROPS).orElseThrow().read(QUEUE).packets();
        long departures =
                network.device
                        .counter(WeirEgress.QueueStatistics.DEPARTURES)
                        .orElseThrow()
                        .read(QUEUE)
                        .packets();
        assertThat(drops).isGreaterThan(100);
        assertThat(network.sent).hasSize((int) (PACKETS - drops));
        assertThat(departures).isEqualTo(PACKETS - drops);
        assertThat(marks(network)).isZero();
    }

    @Test
    void leavesPortsWithoutTheSchemeAlone() throws Exception {
        start(1000, 20_000);
        var schemes = network.table(WeirEgress.Aqm.SCHEMES);
        schemes.entries().forEach(entry -> schemes.delete(entry.match(), 0));
        offer(ECT_0, 6);
        assertThat(network.sent).hasSize(PACKETS);
        assertThat(marks(network)).isZero();
    }
}
