// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * Forwarding by a switch that runs Weir's program ({@link RunningSwitch}): it sends the frames that
 * v1model's program sends for the same packets and entries, and counts the same packets. The
 * exceptions are those of {@link WeirForwardingTest}. The property {@code weir.bfrt.packets} has
 * the number of packets, {@code weir.bfrt.seed} the seed of their contents; {@code
 * weir.bfrt.counters=false} leaves the counters out, since a busy machine needs minutes to read
 * them.
 */
class RunningForwardingTest {

    private static final int PACKETS = Integer.getInteger("weir.bfrt.packets", 20_000);
    private static final boolean COUNTERS =
            Boolean.parseBoolean(System.getProperty("weir.bfrt.counters", "true"));
    private static final long SEED = Long.getLong("weir.bfrt.seed", 1);

    /** Packets that are on their way at a time. */
    private static final int BATCH = 64;

    private static final int FCS_BYTES = 4;
    private static final long LIMIT_MS = 5_000;

    /** Pause after which no more frames come. */
    private static final long QUIET_MS = 3_000;

    private static final List<String> QUEUE_COUNTERS =
            List.of(WeirIngress.VirtualQueue.ARRIVALS, WeirEgress.QueueStatistics.DEPARTURES);

    private static final List<String> PORT_COUNTERS =
            List.of(
                    WeirIngress.MALFORMED,
                    WeirIngress.Forwarding.UNROUTED,
                    WeirIngress.Forwarding.EXPIRED);

    @Test
    @Timeout(7200)
    void sendsWhatV1modelSends() throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            BothPrograms both = new BothPrograms();
            both.more = running;
            for (int port = 1; port <= BothPrograms.PORTS; port++) {
                running.add(
                        WeirIngress.Edge.PORT_KINDS,
                        0,
                        Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port)),
                        WeirIngress.Edge.TRUST_PORT,
                        Map.of());
            }
            ForwardingRules.addTo(both);
            running.flush();
            ForwardingFrames frames = ForwardingFrames.untagged(SEED);
            SentFrames sent = new SentFrames();
            Outstanding outstanding = new Outstanding();
            long reports = 0;
            Map<String, Long> before = COUNTERS ? counters(running) : Map.of();
            for (int done = 0; done < PACKETS; done += BATCH) {
                for (int i = 0; i < BATCH; i++) {
                    ForwardingFrames.Received in = frames.next();
                    byte[] frame = padded(in.frame());
                    List<String> wanted =
                            sent.texts(
                                    withoutCheckSequence(
                                            withoutReports(
                                                    both.throughV1model(
                                                            in.port(), withCheckSequence(frame)))));
                    outstanding.expect(
                            done + i, in.port() + ": " + HexFormat.of().formatHex(frame), wanted);
                    running.send(in.port(), frame);
                }
                reports += take(running, outstanding, sent, LIMIT_MS);
                outstanding.endBatch(done);
            }
            reports += take(running, outstanding, sent, 0);
            outstanding.endBatch(PACKETS);
            System.out.printf(
                    "%d packets, seed %d: %d frames as v1model's, %d reports%n",
                    PACKETS, SEED, outstanding.matched(), reports);
            assertThat(outstanding.differences()).isEmpty();
            assertThat(sent.seen).contains("copied", "sent");
            assertThat(reports).isPositive();
            if (!COUNTERS) {
                return;
            }
            Map<String, Long> after = counters(running);
            Map<String, Long> wanted = new TreeMap<>();
            Map<String, Long> counted = new TreeMap<>();
            forEachCounter(
                    (counter, index) -> {
                        String name = counter + " " + index;
                        wanted.put(name, both.v1modelPackets(counter, index));
                        counted.put(name, after.get(name) - before.get(name));
                    });
            assertThat(counted).isEqualTo(wanted);
        }
    }

    private static Map<String, Long> counters(RunningSwitch running) {
        Map<String, Long> counters = new TreeMap<>();
        forEachCounter(
                (counter, index) ->
                        counters.put(counter + " " + index, running.packets(counter, index)));
        return counters;
    }

    private static void forEachCounter(ObjIntConsumer<String> each) {
        for (int port = 1; port <= BothPrograms.PORTS; port++) {
            for (String counter : PORT_COUNTERS) {
                each.accept(counter, port);
            }
            for (int queue = port * 8; queue < port * 8 + 8; queue++) {
                for (String counter : QUEUE_COUNTERS) {
                    each.accept(counter, queue);
                }
            }
        }
    }

    /**
     * With zeros behind a frame that is too short for Ethernet: Intel's model adds them as well.
     */
    private static byte[] padded(byte[] frame) {
        return Arrays.copyOf(frame, Math.max(frame.length, Frames.SHORTEST));
    }

    /** Without telemetry reports: when they are sent depends on the switch's clock. */
    private static List<BothPrograms.Sent> withoutReports(List<BothPrograms.Sent> sent) {
        return sent.stream().filter(each -> !SentFrames.isReport(each)).toList();
    }

    /**
     * Takes frames until all that are outstanding have come, and those that have come besides.
     *
     * @return telemetry reports among them
     */
    private static long take(
            RunningSwitch running, Outstanding outstanding, SentFrames sent, long limitMs)
            throws InterruptedException {
        long reports = 0;
        List<BothPrograms.Sent> taken;
        do {
            // One more than none, so that the last call waits for frames that nobody expects.
            int count = Math.max(1, outstanding.size());
            taken =
                    running.take(
                            outstanding.size() == 0 && limitMs > 0 ? 0 : count,
                            each -> !SentFrames.isReport(each),
                            limitMs > 0 ? limitMs : QUIET_MS);
            reports += taken.stream().filter(SentFrames::isReport).count();
            sent.texts(withoutReports(taken)).forEach(outstanding::take);
        } while (!taken.isEmpty() && (limitMs == 0 || outstanding.size() > 0));
        return reports;
    }

    /**
     * With four bytes for the frame check sequence: Tofino's parser sees it, so that a packet may
     * end within its headers only behind it. Its contents do not matter: no program reads so far.
     */
    private static byte[] withCheckSequence(byte[] frame) {
        return Arrays.copyOf(frame, frame.length + FCS_BYTES);
    }

    private static List<BothPrograms.Sent> withoutCheckSequence(List<BothPrograms.Sent> sent) {
        return sent.stream()
                .map(
                        each ->
                                new BothPrograms.Sent(
                                        each.port(),
                                        Arrays.copyOf(
                                                each.frame(), each.frame().length - FCS_BYTES)))
                .toList();
    }
}
