// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.SentFrames;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirIngress;

/**
 * Packets through a running switch, compared with the frames that v1model's program sends for them.
 * Telemetry reports are counted, not compared, because their number depends on the switch's clock.
 */
final class RunningComparison {

    /** Packets that are on their way at a time. */
    private static final int BATCH = 64;

    static final int FCS_BYTES = 4;
    private static final long LIMIT_MS = 5_000;

    /** Pause after which no more frames come. */
    private static final long QUIET_MS = 3_000;

    private final RunningSwitch running;
    private final BothPrograms both;
    private final UnaryOperator<List<BothPrograms.Sent>> comparable;
    private final SentFrames sent = new SentFrames();
    private final Outstanding outstanding = new Outstanding();
    private int packets;
    private long reports;
    private int truncated;

    /**
     * A comparison.
     *
     * @param both programs with the same entries as the switch
     * @param comparable the part of the frames that has to be equal
     */
    RunningComparison(
            RunningSwitch running,
            BothPrograms both,
            UnaryOperator<List<BothPrograms.Sent>> comparable) {
        this.running = running;
        this.both = both;
        this.comparable = comparable;
    }

    /** Makes ports of the switch ports to other switches, as those of {@link BothPrograms} are. */
    static void trustPorts(RunningSwitch running) {
        for (int port = 1; port <= BothPrograms.PORTS; port++) {
            running.add(
                    WeirIngress.Edge.PORT_KINDS,
                    0,
                    Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(port)),
                    WeirIngress.Edge.TRUST_PORT,
                    Map.of());
        }
    }

    /** Sends a packet through both. */
    void send(int port, byte[] frame) throws InterruptedException {
        byte[] padded = padded(frame);
        byte[] whole = withCheckSequence(padded);
        List<BothPrograms.Sent> wanted = withoutCheckSequence(both.throughV1model(port, whole));
        if (port == BothPrograms.CPU && endsWithinItsHeaders(whole, wanted)) {
            truncated++;
            return;
        }
        send(port, padded, wanted);
    }

    /**
     * True of a packet from the controller of which the hardware takes all bytes for headers
     * ({@link RunningTruncatedTest}), so that less leaves than from v1model.
     */
    private boolean endsWithinItsHeaders(byte[] whole, List<BothPrograms.Sent> byV1model) {
        List<BothPrograms.Sent> byModel =
                withoutCheckSequence(both.throughTofino(BothPrograms.CPU, whole));
        return byModel.size() == 1
                && byV1model.size() == 1
                && byModel.get(0).frame().length < byV1model.get(0).frame().length;
    }

    /**
     * Sends feedback through both. It is not given a frame check sequence for v1model, whose
     * program cuts off what is behind the message.
     */
    void sendFeedback(int port, byte[] frame) throws InterruptedException {
        send(port, frame, both.throughV1model(port, frame));
    }

    /** Sends a packet through the switch, for which it must send nothing. */
    void sendForNothing(int port, byte[] frame) throws InterruptedException {
        send(port, padded(frame), List.of());
    }

    private void send(int port, byte[] frame, List<BothPrograms.Sent> wanted)
            throws InterruptedException {
        outstanding.expect(
                packets,
                port + ": " + HexFormat.of().formatHex(frame),
                sent.texts(comparable.apply(withoutReports(wanted))));
        running.send(port, frame);
        packets++;
        if (packets % BATCH == 0) {
            take(LIMIT_MS);
            outstanding.endBatch(packets - BATCH);
        }
    }

    /** Waits for the last frames, and fails if there was any difference. */
    void finish(String name) throws InterruptedException {
        take(LIMIT_MS);
        take(0);
        outstanding.endBatch(packets);
        System.out.printf(
                "%s: %d packets, %d frames as v1model's, %d reports; not sent: %d of the controller"
                        + " that end within their headers%n",
                name, packets, outstanding.matched(), reports, truncated);
        assertThat(outstanding.differences()).isEmpty();
        assertThat(sent.seen).contains("copied", "sent");
        assertThat(reports).isPositive();
    }

    /**
     * With zeros behind a frame that is too short for Ethernet: Intel's model adds them as well.
     */
    private static byte[] padded(byte[] frame) {
        return Arrays.copyOf(frame, Math.max(frame.length, Frames.SHORTEST));
    }

    private static List<BothPrograms.Sent> withoutReports(List<BothPrograms.Sent> sent) {
        return sent.stream().filter(each -> !SentFrames.isReport(each)).toList();
    }

    /** Takes frames until all that are outstanding have come, and those that have come besides. */
    private void take(long limitMs) throws InterruptedException {
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
            sent.texts(comparable.apply(withoutReports(taken))).forEach(outstanding::take);
        } while (!taken.isEmpty() && (limitMs == 0 || outstanding.size() > 0));
    }

    /**
     * With four bytes for the frame check sequence: Tofino's parser sees it, so that a packet may
     * end within its headers only behind it. Its contents do not matter: no program reads so far.
     */
    static byte[] withCheckSequence(byte[] frame) {
        return Arrays.copyOf(frame, frame.length + FCS_BYTES);
    }

    static List<BothPrograms.Sent> withoutCheckSequence(List<BothPrograms.Sent> sent) {
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
