// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.codel;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.CodelReferences;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.QueuePassage;
import org.weir.tofino.model.TofinoModel;
import org.weir.tofino.model.WeirAssembly;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * The lab's CoDel with Tofino's arithmetic, {@code pipelines/schemes/codel_tofino.p4}, beside the
 * program for Tofino as assembled: the same packets are marked.
 */
class LabCodelTest {

    private static final int PACKETS = 12_500;
    private static final int FRAME_BYTES = 1000;
    private static final long RATE_BPS = 10_000_000;
    private static final long FRAME_US = 800;
    private static final int CELLS = 13;
    private static final int OUTPUT = 4;
    private static final int DESTINATION = 0x0A000005;
    private static final int ECT_0 = 2;
    private static final long EARLY_US = 10_000_000;

    private static final byte[] FRAME =
            Frames.ipv4(
                    0x0A000001,
                    DESTINATION,
                    ECT_0,
                    64,
                    17,
                    new byte[0],
                    Frames.udp(4000, 5000, new byte[FRAME_BYTES - 42]));

    /** Whole microseconds, since v1model's clock has no others. */
    private final long[] arrivalUs = new long[PACKETS];

    /** Loads of 0.3 to 1.5 times the rate, each for up to so long, with random gaps. */
    private void offer(long startUs, long longestLoadMs, long seed) {
        Random random = new Random(seed);
        long nowUs = startUs;
        long loadEndsUs = 0;
        double meanGapUs = 0;
        for (int i = 0; i < PACKETS; i++) {
            if (nowUs >= loadEndsUs) {
                meanGapUs = FRAME_US / (0.3 + 1.2 * random.nextDouble());
                loadEndsUs = nowUs + (long) (1e3 * longestLoadMs * random.nextDouble());
            }
            nowUs += 1 + (long) (-meanGapUs * Math.log(1 - random.nextDouble()));
            arrivalUs[i] = nowUs;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "5000, 100000, 5000, 1",
        "5000, 100000, 500, 2",
        "1000, 20000, 5000, 3",
        "20000, 33333, 500, 4"
    })
    void marksThePacketsThatTofinoMarks(
            long targetUs, long intervalUs, long longestLoadMs, long seed) throws Exception {
        offer(EARLY_US, longestLoadMs, seed);
        long beginNs = System.nanoTime();
        List<Boolean> lab = throughLab(targetUs, intervalUs);
        long labNs = System.nanoTime() - beginNs;
        TofinoModel model = tofino(targetUs, intervalUs);
        long freeUs = 0;
        int marks = 0;
        int arrived = 0;
        beginNs = System.nanoTime();
        for (int i = 0; i < PACKETS; i++) {
            long leavesUs = Math.max(arrivalUs[i], freeUs);
            freeUs = leavesUs + FRAME_US;
            while (arrived < PACKETS && arrivalUs[arrived] < leavesUs) {
                arrived++;
            }
            int behind = Math.max(0, arrived - i - 1);
            QueuePassage passage =
                    new QueuePassage(0, arrivalUs[i] * 1000, behind * CELLS, leavesUs * 1000);
            QueuePassage idle = new QueuePassage(0, leavesUs * 1000, 0, leavesUs * 1000);
            model.setQueueModel((port, queue, bytes, timeNs) -> port == OUTPUT ? passage : idle);
            boolean marked =
                    model.receive(1, FRAME, arrivalUs[i] * 1000).stream()
                            .anyMatch(each -> each.port() == OUTPUT && isMarked(each.frame()));
            assertThat(lab.get(i)).as("packet %d", i).isEqualTo(marked);
            marks += marked ? 1 : 0;
        }
        System.out.printf(
                "CoDel: %.1f us a packet by the lab's program, %.1f us by tofino-model%n",
                labNs / 1e3 / PACKETS, (System.nanoTime() - beginNs) / 1e3 / PACKETS);
        assertThat(marks).isGreaterThan(100);
    }

    /** The lab's clock of 32 bits begins again within the load, the reference's does not. */
    @ParameterizedTest
    @CsvSource({"5000, 100000, 5000, 4", "5000, 100000, 500, 9"})
    void marksThePacketsThatTheReferenceMarksWhenTheClockWraps(
            long targetUs, long intervalUs, long longestLoadMs, long seed) throws Exception {
        offer((1L << 32) - PACKETS / 2 * FRAME_US, longestLoadMs, seed);
        List<Boolean> lab = throughLab(targetUs, intervalUs);
        CodelReferences.Tofino reference = new CodelReferences.Tofino(targetUs, intervalUs);
        List<Boolean> expected = new ArrayList<>();
        long freeUs = 0;
        int arrived = 0;
        for (int i = 0; i < PACKETS; i++) {
            long leavesUs = Math.max(arrivalUs[i], freeUs);
            freeUs = leavesUs + FRAME_US;
            while (arrived < PACKETS && arrivalUs[arrived] < leavesUs) {
                arrived++;
            }
            int behind = Math.max(0, arrived - i - 1);
            expected.add(reference.marks(leavesUs * 1000, arrivalUs[i] * 1000, behind * CELLS));
        }
        assertThat(lab).isEqualTo(expected).contains(true);
    }

    private static TofinoModel tofino(long targetUs, long intervalUs) throws Exception {
        TofinoModel model = BothPrograms.tofino();
        model.table(WeirIngress.Forwarding.IPV4_ROUTES)
                .add(
                        Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(DESTINATION, 32)),
                        WeirIngress.Forwarding.SET_OUTPUT,
                        Map.of("port", (long) OUTPUT));
        model.table(WeirEgress.Aqm.SCHEMES)
                .add(
                        Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(OUTPUT)),
                        WeirEgress.Aqm.MARK_BY_CODEL,
                        Map.of(Parameters.TARGET_US, targetUs, Parameters.INTERVAL_US, intervalUs));
        return model;
    }

    /** For each packet, if the lab's program marks it. */
    private List<Boolean> throughLab(long targetUs, long intervalUs) throws Exception {
        VirtualTimeline timeline = new VirtualTimeline();
        Switch device = new Switch(new SwitchConfig("lab"), timeline);
        List<Boolean> marked = new ArrayList<>();
        for (int port : new int[] {1, OUTPUT}) {
            device.attachPort(
                    port,
                    new PortConfig("port" + port, RATE_BPS, PACKETS),
                    (buffer, offset, length) ->
                            marked.add(
                                    isMarked(Arrays.copyOfRange(buffer, offset, offset + length))));
        }
        device.loadProgram(WeirAssembly.labProgram("codel_tofino"));
        insert(
                device,
                "SchemeIngress.ipv4_routes",
                new MatchKey.Lpm(bytes(DESTINATION), 32),
                "SchemeIngress.set_output",
                OUTPUT);
        insert(
                device,
                "SchemeEgress.congestion_point.settings",
                new MatchKey.Exact(bytes(OUTPUT)),
                "SchemeEgress.congestion_point.mark_forward",
                targetUs,
                intervalUs,
                CELLS);
        for (long us : arrivalUs) {
            timeline.runUntil(us * 1000);
            device.receive(1, FRAME.clone());
        }
        timeline.runUntil((arrivalUs[PACKETS - 1] + PACKETS * FRAME_US) * 1000);
        assertThat(marked).hasSize(PACKETS);
        return marked;
    }

    private static void insert(
            Switch device, String table, MatchKey key, String action, long... parameters) {
        byte[][] values =
                Arrays.stream(parameters).mapToObj(LabCodelTest::bytes).toArray(byte[][]::new);
        device.table(table)
                .orElseThrow()
                .insert(new TableEntry(List.of(key), 0, ActionCall.of(action, values)));
    }

    private static byte[] bytes(long value) {
        return BigInteger.valueOf(value).toByteArray();
    }

    private static boolean isMarked(byte[] frame) {
        return (frame[15] & 3) == 3;
    }
}
