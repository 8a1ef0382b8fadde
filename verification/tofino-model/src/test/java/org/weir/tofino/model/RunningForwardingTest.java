// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
            ForwardingRules.addTo(both);
            running.flush();
            ForwardingFrames frames = new ForwardingFrames(SEED);
            SentFrames sent = new SentFrames();
            List<String> different = new ArrayList<>();
            long reports = 0;
            Map<String, Long> before = COUNTERS ? counters(running) : Map.of();
            for (int done = 0; done < PACKETS; done += BATCH) {
                List<BothPrograms.Sent> expected = new ArrayList<>();
                List<String> packets = new ArrayList<>();
                for (int i = 0; i < BATCH; i++) {
                    ForwardingFrames.Received in = frames.next();
                    byte[] frame = padded(in.frame());
                    List<BothPrograms.Sent> ofOne =
                            withoutReports(both.throughV1model(in.port(), frame));
                    expected.addAll(ofOne);
                    packets.add(
                            in.port()
                                    + ": "
                                    + HexFormat.of().formatHex(frame)
                                    + " -> "
                                    + sent.texts(ofOne));
                    running.send(in.port(), frame);
                }
                List<String> wanted = sent.texts(expected);
                List<BothPrograms.Sent> taken =
                        running.take(expected.size(), each -> !SentFrames.isReport(each), LIMIT_MS);
                reports += taken.stream().filter(SentFrames::isReport).count();
                List<String> got = sent.texts(withoutReports(taken));
                compare(done, wanted, got, packets, different);
            }
            List<BothPrograms.Sent> last =
                    withoutReports(running.take(1, each -> !SentFrames.isReport(each), 2000));
            compare(PACKETS, List.of(), sent.texts(last), List.of(), different);
            assertThat(different).isEmpty();
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

    private static void compare(
            int done,
            List<String> wanted,
            List<String> got,
            List<String> packets,
            List<String> different) {
        List<String> missing = new ArrayList<>(wanted);
        got.forEach(missing::remove);
        List<String> surplus = new ArrayList<>(got);
        wanted.forEach(surplus::remove);
        if (missing.isEmpty() && surplus.isEmpty()) {
            return;
        }
        List<String> of =
                packets.stream().filter(each -> missing.stream().anyMatch(each::contains)).toList();
        different.add(
                "packets from "
                        + done
                        + ":\n missing "
                        + missing
                        + "\n surplus "
                        + surplus
                        + "\n packets "
                        + of);
        assertThat(different).as("different batches").hasSizeLessThan(20);
    }
}
