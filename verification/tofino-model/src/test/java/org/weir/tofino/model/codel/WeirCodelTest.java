// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.codel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.CodelReferences;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.QueuePassage;
import org.weir.tofino.model.TofinoModel;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * CoDel as assembled, packet for packet against what docs/aqm.md says of it, and how far that is
 * from RFC 8289; the test prints it.
 */
class WeirCodelTest {

    private static final int PACKETS = 25_000;
    private static final int FRAME_BYTES = 1000;
    private static final long FRAME_NS = 800_000;
    private static final int CELLS = 13;
    private static final int OUTPUT = 4;
    private static final int QUEUE = OUTPUT * 8;
    private static final int ECT_0 = 2;
    private static final long EARLY_NS = 10_000_000_000L;

    private final long[] arrivalNs = new long[PACKETS];
    private final long[] departureNs = new long[PACKETS];
    private final int[] behind = new int[PACKETS];

    /** Loads of 0.3 to 1.5 times the rate, each for up to so long, with random gaps. */
    private void offer(long startNs, long longestLoadMs, long seed) {
        Random random = new Random(seed);
        long now = startNs;
        long loadEnds = 0;
        double meanGapNs = 0;
        long free = 0;
        for (int i = 0; i < PACKETS; i++) {
            if (now >= loadEnds) {
                meanGapNs = FRAME_NS / (0.3 + 1.2 * random.nextDouble());
                loadEnds = now + (long) (1e6 * longestLoadMs * random.nextDouble());
            }
            now += 1 + (long) (-meanGapNs * Math.log(1 - random.nextDouble()));
            arrivalNs[i] = now;
            departureNs[i] = Math.max(now, free);
            free = departureNs[i] + FRAME_NS;
        }
        int arrived = 0;
        for (int i = 0; i < PACKETS; i++) {
            while (arrived < PACKETS && arrivalNs[arrived] <= departureNs[i]) {
                arrived++;
            }
            behind[i] = arrived - i - 1;
        }
    }

    private static TofinoModel model(long targetUs, long intervalUs) throws Exception {
        TofinoModel model = BothPrograms.tofino();
        model.table(WeirIngress.Forwarding.IPV4_ROUTES)
                .add(
                        Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(0x0A000000, 8)),
                        WeirIngress.Forwarding.SET_OUTPUT,
                        Map.of("port", (long) OUTPUT));
        model.table(WeirEgress.Aqm.SCHEMES)
                .add(
                        Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(OUTPUT)),
                        WeirEgress.Aqm.MARK_BY_CODEL,
                        Map.of(Parameters.TARGET_US, targetUs, Parameters.INTERVAL_US, intervalUs));
        return model;
    }

    private static byte[] frame(int ecn) {
        return Frames.ipv4(
                0x0A000001,
                0x0A000005,
                ecn,
                64,
                17,
                new byte[0],
                Frames.udp(4000, 5000, new byte[FRAME_BYTES - 42]));
    }

    @ParameterizedTest
    @CsvSource({
        "5000, 100000, 5000, 1",
        "5000, 100000, 500, 2",
        "1000, 20000, 5000, 3",
        "20000, 33333, 500, 4"
    })
    void marksThePacketsThatTheReferenceMarks(
            long targetUs, long intervalUs, long longestLoadMs, long seed) throws Exception {
        offer(EARLY_NS, longestLoadMs, seed);
        check(targetUs, intervalUs, longestLoadMs);
    }

    /**
     * The program's clock of 32 bits begins again within the load, or becomes negative as a signed
     * number; the reference's does neither.
     */
    @ParameterizedTest
    @CsvSource({
        "32, 5000, 100000, 5000, 1",
        "32, 1000, 20000, 5000, 3",
        "32, 20000, 33333, 500, 4",
        "31, 5000, 100000, 5000, 1",
        "31, 1000, 20000, 5000, 3"
    })
    void marksThePacketsThatTheReferenceMarksWhenTheClockWraps(
            int clockBits, long targetUs, long intervalUs, long longestLoadMs, long seed)
            throws Exception {
        long wrapUs = 1L << clockBits;
        long startNs = wrapUs * 1000 - PACKETS / 2 * FRAME_NS;
        offer(startNs, longestLoadMs, seed);
        assertThat(wrapUs)
                .isBetween(
                        CodelReferences.Tofino.microseconds(departureNs[PACKETS / 10]),
                        CodelReferences.Tofino.microseconds(departureNs[PACKETS * 9 / 10]));
        check(targetUs, intervalUs, longestLoadMs);
    }

    private void check(long targetUs, long intervalUs, long longestLoadMs) throws Exception {
        TofinoModel model = model(targetUs, intervalUs);
        CodelReferences.Tofino tofino = new CodelReferences.Tofino(targetUs, intervalUs);
        CodelReferences.Rfc8289 rfc = new CodelReferences.Rfc8289(targetUs, intervalUs);
        byte[] frame = frame(ECT_0);
        long marks = 0;
        long rfcMarks = 0;
        for (int i = 0; i < PACKETS; i++) {
            QueuePassage passage =
                    new QueuePassage(0, arrivalNs[i], behind[i] * CELLS, departureNs[i]);
            model.setQueueModel(
                    (port, queue, bytes, timeNs) -> port == OUTPUT ? passage : idle(passage));
            List<TofinoModel.Sent> sent = model.receive(1, frame, arrivalNs[i]);
            boolean expected = tofino.marks(departureNs[i], arrivalNs[i], behind[i] * CELLS);
            assertThat(marked(sent)).as("packet %d", i).isEqualTo(expected);
            marks += expected ? 1 : 0;
            long delayUs = (departureNs[i] - arrivalNs[i]) / 1000;
            rfcMarks += rfc.marks(departureNs[i] / 1000, delayUs, behind[i]) ? 1 : 0;
        }
        System.out.printf(
                "CoDel, target %d us, interval %d us, loads of up to %d ms: of %d packets Tofino"
                        + " marks %d, RFC 8289 %d%n",
                targetUs, intervalUs, longestLoadMs, PACKETS, marks, rfcMarks);
        assertThat(marks).isGreaterThan(100);
        assertThat(model.packets(WeirEgress.Aqm.MARKS, QUEUE)).isEqualTo(marks);
        assertThat(model.packets(WeirEgress.QueueStatistics.DEPARTURES, QUEUE)).isEqualTo(PACKETS);
    }

    /** The interval's eighths of an octave and the math unit's of the count, together. */
    @ParameterizedTest
    @CsvSource({"1000, 200000, 0.93, 1.20", "200000, 1000000, 0.86, 1.38"})
    void timeToTheNextEventIsRightWithinBounds(
            long fromUs, long toUs, double lowest, double highest) {
        double least = 1;
        double most = 1;
        for (long intervalUs = fromUs; intervalUs <= toUs; intervalUs += 97) {
            long unit = CodelReferences.Tofino.unit(intervalUs);
            long count = 0;
            for (int events = 1; events <= 500; events++) {
                count = Math.min(count + unit, 0xFFFF_FFFFL);
                double exact = intervalUs / Math.sqrt(events);
                double ratio = CodelReferences.Tofino.stepUs(count) / exact;
                least = Math.min(least, ratio);
                most = Math.max(most, ratio);
            }
        }
        System.out.printf(
                "CoDel, intervals of %d to %d us, 500 events: time to the next from %.3f to %.3f of"
                        + " RFC 8289's%n",
                fromUs, toUs, least, most);
        assertThat(least).isGreaterThan(lowest);
        assertThat(most).isLessThan(highest);
    }

    private static QueuePassage idle(QueuePassage passage) {
        return new QueuePassage(0, passage.dequeueTimeNs(), 0, passage.dequeueTimeNs());
    }

    private static boolean marked(List<TofinoModel.Sent> sent) {
        List<TofinoModel.Sent> out = sent.stream().filter(each -> each.port() == OUTPUT).toList();
        assertThat(out).hasSize(1);
        return (out.get(0).frame()[15] & 3) == 3;
    }

    @Test
    void dropsWhereTheSenderDoesNotKnowEcnAndCountsIt() throws Exception {
        offer(EARLY_NS, 500, 5);
        TofinoModel model = model(1000, 20_000);
        CodelReferences.Tofino tofino = new CodelReferences.Tofino(1000, 20_000);
        byte[] frame = frame(0);
        int drops = 0;
        for (int i = 0; i < 5000; i++) {
            QueuePassage passage =
                    new QueuePassage(0, arrivalNs[i], behind[i] * CELLS, departureNs[i]);
            model.setQueueModel(
                    (port, queue, bytes, timeNs) -> port == OUTPUT ? passage : idle(passage));
            boolean expected = tofino.marks(departureNs[i], arrivalNs[i], behind[i] * CELLS);
            long out =
                    model.receive(1, frame, arrivalNs[i]).stream()
                            .filter(each -> each.port() == OUTPUT)
                            .count();
            assertThat(out).as("packet %d", i).isEqualTo(expected ? 0 : 1);
            drops += expected ? 1 : 0;
        }
        assertThat(drops).isGreaterThan(20);
        assertThat(model.packets(WeirEgress.Aqm.DROPS, QUEUE)).isEqualTo(drops);
        assertThat(model.packets(WeirEgress.QueueStatistics.DEPARTURES, QUEUE))
                .isEqualTo(5000 - drops);
    }
}
