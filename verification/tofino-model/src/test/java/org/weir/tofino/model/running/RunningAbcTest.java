// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.SentFrames;
import org.weir.tofino.model.WeirAssembly;
import org.weir.tofino.model.activity.ActivityDomain;
import org.weir.tofino.model.activity.ActivityWindow;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.p4.WeirIngress.ActivityAqm;
import org.weir.wire.p4.WeirIngress.ActivityEdge;

/**
 * ABC (docs/abc.md) on a switch that runs {@code weir_abc} ({@link RunningSwitch}). At the domain's
 * edge it sends the frames that v1model's program sends, but for the activity of metered packets;
 * these have the bytes of the windows of the switch's clock. Its AQM drops what the reference
 * drops. The property {@code weir.bfrt.packets} has the number of packets of each test.
 */
class RunningAbcTest {

    private static final int PACKETS = Integer.getInteger("weir.bfrt.packets", 5_000);
    private static final int BATCH = 64;
    private static final long LIMIT_MS = 20_000;
    private static final long QUIET_MS = 3_000;

    /** Pauses in the frames of a burst before those that have not come count as lost. */
    private static final int PAUSES = 30;

    /** Half a piece of binary_logarithm.p4, and the rounding of the reference. */
    private static final double ERROR = 46.0 / 1024;

    private static final int NUMBER_BYTES = 4;
    private static final int NO_GAMMA = 10;
    private static final long ALWAYS_ABOVE = 0xFFFF_FFFFL;
    private static final int QUEUE = ActivityDomain.OUT * 8;
    private static final List<String> AQM_STATE =
            List.of("WeirEgress.activity_aqm.places", "WeirEgress.activity_aqm.sums");
    private static final List<String> METER =
            List.of(
                    "WeirIngress.activity_edge.meter.even_window",
                    "WeirIngress.activity_edge.meter.odd_window");

    private static final int[] BURST_PORTS = {ActivityDomain.INNER, 137, 265, 393};

    private static RunningSwitch open() throws Exception {
        RunningSwitch running = RunningSwitch.open();
        if (!running.hasTable(ActivityEdge.PORTS)) {
            running.close();
            assumeTrue(false, "the switch of -Dweir.bfrt runs a program without ABC");
        }
        RunningComparison.trustPorts(running);
        return running;
    }

    private static void addRoute(RunningSwitch running, int port) {
        running.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(ActivityDomain.TO_INNER, 32)),
                WeirIngress.Forwarding.SET_OUTPUT,
                Map.of("port", (long) port));
    }

    private static void keepActivity(RunningSwitch running, int port) {
        running.add(
                ActivityEdge.PORTS,
                0,
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port)),
                ActivityEdge.KEEP_ACTIVITY,
                Map.of());
    }

    private static void setAqm(RunningSwitch running, long min, long base, long gammaLog2) {
        running.add(
                ActivityAqm.PORTS,
                0,
                Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(ActivityDomain.OUT)),
                ActivityAqm.DROP_BY_ACTIVITY,
                Map.of(
                        Parameters.Q_MIN_PACKETS,
                        min,
                        Parameters.Q_BASE_PACKETS,
                        base,
                        Parameters.GAMMA_LOG2_PACKETS,
                        gammaLog2));
    }

    /** All frames that the switch sends for a batch, without telemetry reports. */
    private static List<BothPrograms.Sent> take(RunningSwitch running, int count)
            throws InterruptedException {
        List<BothPrograms.Sent> sent = take(running, count, LIMIT_MS);
        assertThat(sent).hasSizeGreaterThanOrEqualTo(count);
        return sent;
    }

    private static List<BothPrograms.Sent> take(RunningSwitch running, int count, long limitMs)
            throws InterruptedException {
        return running.take(count, RunningAbcTest::isNoReport, limitMs).stream()
                .filter(RunningAbcTest::isNoReport)
                .toList();
    }

    @Test
    @Timeout(3600)
    void keepsRemovesAndOverwritesValuesAsV1modelDoes() throws Exception {
        try (RunningSwitch running = open()) {
            BothPrograms both = new BothPrograms(WeirAssembly.activityText());
            both.more = running;
            ActivityDomain.addTo(both);
            running.flush();
            Map<String, Long> before = counters(running);
            Random random = new Random(1);
            Outstanding outstanding = new Outstanding();
            int inside = 0;
            for (int i = 0; i < PACKETS; i++) {
                int port = 1 + random.nextInt(ActivityDomain.PORTS);
                byte[] frame = ActivityDomain.anyFrame(random);
                boolean metered = port != ActivityDomain.INNER;
                List<BothPrograms.Sent> wanted =
                        RunningComparison.withoutCheckSequence(
                                both
                                        .throughV1model(
                                                port, RunningComparison.withCheckSequence(frame))
                                        .stream()
                                        .filter(RunningAbcTest::isNoReport)
                                        .toList());
                outstanding.expect(
                        i,
                        port + ": " + HexFormat.of().formatHex(frame),
                        ActivityDomain.texts(wanted, true));
                inside += wanted.stream().anyMatch(each -> isInner(each) && metered) ? 1 : 0;
                running.send(port, frame);
                if (i % BATCH == BATCH - 1) {
                    take(running, outstanding.size()).forEach(each -> takeOne(outstanding, each));
                    outstanding.endBatch(i + 1 - BATCH);
                }
            }
            take(running, Integer.MAX_VALUE, QUIET_MS).forEach(each -> takeOne(outstanding, each));
            outstanding.endBatch(PACKETS);
            Map<String, Long> counted = counters(running);
            counted.replaceAll((name, value) -> value - before.get(name));
            System.out.printf(
                    "ABC's edge: %d packets, %d frames as v1model's, %d metered, counters %s%n",
                    PACKETS, outstanding.matched(), inside, counted);
            assertThat(outstanding.differences()).isEmpty();
            assertThat(inside).isPositive();
            Map<String, Long> wanted = new TreeMap<>();
            counted.keySet().forEach(name -> wanted.put(name, v1model(both, name)));
            assertThat(counted).isEqualTo(wanted);
        }
    }

    private static boolean isNoReport(BothPrograms.Sent sent) {
        return !SentFrames.isReport(sent);
    }

    private static boolean isInner(BothPrograms.Sent sent) {
        return sent.port() == ActivityDomain.INNER;
    }

    private static void takeOne(Outstanding outstanding, BothPrograms.Sent sent) {
        ActivityDomain.texts(List.of(sent), true).forEach(outstanding::take);
    }

    private static Map<String, Long> counters(RunningSwitch running) {
        Map<String, Long> counters = new TreeMap<>();
        for (String counter : List.of(ActivityEdge.OVERWRITTEN, ActivityEdge.UNMETERED)) {
            for (int port = 1; port <= ActivityDomain.PORTS; port++) {
                counters.put(counter + " " + port, running.packets(counter, port));
            }
        }
        return counters;
    }

    private static long v1model(BothPrograms both, String name) {
        String[] parts = name.split(" ");
        return both.v1modelPackets(parts[0], Integer.parseInt(parts[1]));
    }

    /** Bytes of a user in the present and in the last window. */
    private record Windows(long present, long last) {

        /** The states that a packet may lead to: it is in the same window, the next or a later. */
        List<Windows> after(int bytes) {
            return List.of(
                    new Windows(present + bytes, last),
                    new Windows(bytes, present),
                    new Windows(bytes, 0));
        }

        double activity() {
            double bps = 8 * Math.max(present, last) / (ActivityDomain.WINDOW_NS / 1e9);
            return Math.log(bps / ActivityDomain.REFERENCE_BPS) / Math.log(2);
        }
    }

    /**
     * Number of the present window and bytes, as the registers of the first aggregate have them.
     */
    private static long[] present(RunningSwitch running) {
        long[] even = running.register(METER.get(0), 0);
        long[] odd = running.register(METER.get(1), 0);
        long[] now = even[0] > odd[0] ? even : odd;
        long[] before = even[0] > odd[0] ? odd : even;
        return new long[] {now[0], now[1], now[0] == before[0] + 1 ? before[1] : 0};
    }

    /**
     * The switch's clock is not known here, but each value is one of those that windows allow.
     * After each batch, the registers say which.
     */
    @Test
    @Timeout(3600)
    void metersTheBytesOfItsWindows() throws Exception {
        try (RunningSwitch running = open()) {
            BothPrograms both = new BothPrograms(WeirAssembly.activityText());
            both.more = running;
            ActivityDomain.addTo(both);
            running.flush();
            running.reset(METER);
            Random random = new Random(2);
            Set<Windows> possible = new LinkedHashSet<>(List.of(new Windows(0, 0)));
            Set<Long> numbers = new LinkedHashSet<>();
            for (int i = 0; i < PACKETS; i += BATCH) {
                int[] bytes = new int[BATCH];
                for (int k = 0; k < BATCH; k++) {
                    bytes[k] = 64 + random.nextInt(1450);
                    byte[] frame =
                            ActivityDomain.frame(
                                    ActivityDomain.USER, ActivityDomain.TO_INNER, bytes[k]);
                    running.send(ActivityDomain.EDGE, frame);
                }
                List<BothPrograms.Sent> sent = take(running, BATCH);
                for (int k = 0; k < BATCH; k++) {
                    int length = bytes[k];
                    double told = ActivityDomain.activity(List.of(sent.get(k)));
                    Set<Windows> next = new LinkedHashSet<>();
                    possible.stream()
                            .flatMap(each -> each.after(length).stream())
                            .filter(each -> Math.abs(each.activity() - told) < ERROR)
                            .forEach(next::add);
                    assertThat(next)
                            .as("packet %d tells %.4f, before it %s", i + k, told, possible)
                            .isNotEmpty();
                    possible = next;
                }
                long[] present = present(running);
                numbers.add(present[0]);
                Windows known = new Windows(present[1], present[2]);
                assertThat(possible).contains(known);
                possible = Set.of(known);
            }
            System.out.printf(
                    "ABC's meter: %d packets, bytes of the registers after each batch of %d, in %d"
                            + " windows%n",
                    PACKETS, BATCH, numbers.size());
            assertThat(numbers).hasSizeGreaterThan(1);
        }
    }

    /**
     * The AQM in a queue of depth 0, which counts as above the least depth: a packet is dropped if
     * its activity is above the mean of the last complete window.
     */
    @Test
    @Timeout(3600)
    void dropsWhatIsMoreActiveThanTheMean() throws Exception {
        try (RunningSwitch running = open()) {
            keepActivity(running, ActivityDomain.INNER);
            addRoute(running, ActivityDomain.OUT);
            setAqm(running, ALWAYS_ABOVE, 0, NO_GAMMA);
            running.flush();
            running.reset(AQM_STATE);
            long before = running.packets(ActivityAqm.DROPS, QUEUE);
            Random random = new Random(3);
            ActivityWindow window = new ActivityWindow();
            long drops = 0;
            for (int i = 0; i < PACKETS; i += BATCH) {
                List<String> wanted = new ArrayList<>();
                for (int k = 0; k < BATCH; k++) {
                    int activity = 40_000 + random.nextInt(1000);
                    byte[] plain = numbered(i + k);
                    window.add(activity);
                    if (0 > window.threshold(activity, 0, 1024)) {
                        drops++;
                    } else {
                        wanted.add(
                                ActivityDomain.OUT
                                        + ": "
                                        + HexFormat.of().formatHex(routed(plain)));
                    }
                    running.send(
                            ActivityDomain.INNER, ActivityDomain.withActivity(plain, activity));
                }
                assertThat(ActivityDomain.texts(take(running, wanted.size()), false))
                        .as("packets %d to %d", i, i + BATCH - 1)
                        .isEqualTo(wanted);
            }
            assertThat(take(running, 1, QUIET_MS)).isEmpty();
            System.out.printf(
                    "ABC's AQM at depth 0: %d of %d packets dropped by activity%n", drops, PACKETS);
            assertThat(drops).isBetween(PACKETS / 4L, PACKETS * 3L / 4);
            assertThat(running.packets(ActivityAqm.DROPS, QUEUE) - before).isEqualTo(drops);
        }
    }

    private static byte[] numbered(int number) {
        byte[] payload = new byte[26];
        for (int i = 0; i < NUMBER_BYTES; i++) {
            payload[i] = (byte) (number >> 8 * i);
        }
        return Frames.ipv4(
                ActivityDomain.USER,
                ActivityDomain.TO_INNER,
                0,
                64,
                17,
                new byte[0],
                Frames.udp(4000, 5000, payload));
    }

    /** A frame with the hop limit one lower. */
    private static byte[] routed(byte[] frame) {
        byte[] routed = frame.clone();
        routed[22]--;
        int sum = Frames.u16(routed, 24) + 0x100;
        sum = (sum & 0xFFFF) + (sum >> 16);
        routed[24] = (byte) (sum >> 8);
        routed[25] = (byte) sum;
        return routed;
    }

    /**
     * Bursts by ports of four pipes, so that the queue is deeper than 0 ({@link RunningQueueTest}).
     * All packets have the mean activity, so those that leave more than the base are dropped.
     */
    @Test
    @Timeout(3600)
    void dropsFromDeepQueues() throws Exception {
        try (RunningSwitch running = open()) {
            assumeTrue(
                    Arrays.stream(BURST_PORTS).allMatch(running::has),
                    "no ports of four pipes: weir.bfrt.interfaces");
            Arrays.stream(BURST_PORTS).forEach(port -> keepActivity(running, port));
            addRoute(running, ActivityDomain.OUT);
            setAqm(running, 0, 1, 4);
            running.flush();
            running.reset(AQM_STATE);
            long before = running.packets(ActivityAqm.DROPS, QUEUE);
            int burst = 400;
            Map<String, Integer> left = new HashMap<>();
            for (int i = 0; i < burst; i++) {
                byte[] frame = ActivityDomain.withActivity(numbered(i), 40_000);
                running.send(BURST_PORTS[i % BURST_PORTS.length], frame);
            }
            long drops = 0;
            // A busy machine pauses; the counter says if packets are still on their way.
            for (int i = 0; i < PAUSES && left.size() + drops < burst; i++) {
                for (BothPrograms.Sent each : take(running, Integer.MAX_VALUE, QUIET_MS)) {
                    left.merge(HexFormat.of().formatHex(each.frame()), 1, Integer::sum);
                }
                drops = running.packets(ActivityAqm.DROPS, QUEUE) - before;
            }
            System.out.printf("ABC's AQM: %d of a burst of %d packets dropped%n", drops, burst);
            assertThat(left.values()).containsOnly(1);
            assertThat(drops).isPositive().isEqualTo(burst - left.size());
            // The last packets leave at most the base, 17 cells on Tofino 2, 39 on Tofino 1.
            assertThat(left.size()).isGreaterThanOrEqualTo(17);
        }
    }
}
