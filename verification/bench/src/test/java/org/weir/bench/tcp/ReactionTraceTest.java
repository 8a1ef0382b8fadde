// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.weir.bench.tcp.ReactionCapture.Place;
import org.weir.bmv2.pcap.CaptureFormat;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.bmv2.pcap.CaptureWriter;

/**
 * Recorded captures of Linux 6.18, one step of load each (2 Mb/s, d = 80 ms, d_s = 8 ms). The
 * expected times and numbers are those that tshark 4.4 finds in the files.
 */
class ReactionTraceTest {
    private static final int FLAGS = 14 + 20 + 13;
    private static final int CWR = 0x80;
    private static final int ECE = 0x40;

    private static byte[] file(String name) throws IOException {
        try (InputStream in = ReactionTraceTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    private static ReactionTrace read(byte[] capture) throws IOException {
        try (CaptureReader reader =
                CaptureReader.open(new ByteArrayInputStream(capture), "capture", true)) {
            return ReactionTrace.read(reader);
        }
    }

    private static void hasStep(
            ReactionTrace trace, double signalMs, double reductionMs, double loopMs) {
        assertThat(trace.stepCount()).isEqualTo(1);
        assertThat(trace.steps())
                .singleElement()
                .satisfies(
                        step -> {
                            assertThat(step.signalMs()).isCloseTo(signalMs, within(1e-6));
                            assertThat(step.reductionMs()).isCloseTo(reductionMs, within(1e-6));
                            assertThat(step.loopMs()).isCloseTo(loopMs, within(1e-6));
                        });
    }

    @Test
    void withRpmTheSwitchSetsEceOnAcknowledgementsUnderWay() throws IOException {
        ReactionTrace trace = read(file("reaction-rpm.pcapng"));
        hasStep(trace, 54.059534, 70.521381, 21.764139);
        assertThat(trace.counts()).isEqualTo(new ReactionTrace.Counts(0, 3, 3, 1, 0, 0, 1, 0));
    }

    @Test
    void withCodelFwdTheReceiverSetsEceUntilTheSenderAnswers() throws IOException {
        ReactionTrace trace = read(file("reaction-codel-fwd.pcapng"));
        hasStep(trace, 57.567431, 146.493336, 94.369805);
        assertThat(trace.counts()).isEqualTo(new ReactionTrace.Counts(5, 20, 0, 2, 0, 0, 2, 0));
    }

    @Test
    void atHostsAloneAReactionIsSeenFromTheStepsDeparture() throws IOException {
        // The same frames as at the switch, so the reduction has the time that tshark finds.
        ReactionTrace trace = read(moved("reaction-rpm.pcapng", Place.TO_SWITCH));
        assertThat(trace.stepCount()).isZero();
        assertThat(trace.hostSteps())
                .singleElement()
                .satisfies(
                        step -> {
                            assertThat(step.echoMs()).isBetween(54.059534, 70.521381);
                            assertThat(step.reductionMs()).isCloseTo(70.521381, within(1e-6));
                        });
        // Without the switch's own frames, those at the receiver tell its marks.
        assertThat(read(moved("reaction-codel-fwd.pcapng", Place.FROM_BOTTLENECK)).counts())
                .isEqualTo(new ReactionTrace.Counts(5, 20, 0, 2, 0, 0, 2, 0));
    }

    /** A capture whose frames of a place are moved to {@link Place#STEP_SENDER}. */
    private static byte[] moved(String name, Place place) throws IOException {
        return rewritten(
                name,
                index -> index == place.ordinal() ? Place.STEP_SENDER.ordinal() : index,
                place,
                frame -> frame);
    }

    @Test
    void twoReductionsInAWindowAreForbidden() throws IOException {
        boolean[] reduced = new boolean[2];
        byte[] changed =
                changed(
                        "reaction-rpm.pcapng",
                        Place.SENDER,
                        frame -> {
                            boolean data = toPort(frame) == ReactionTrace.TCP_PORT;
                            if (data && reduced[0] && !reduced[1]) {
                                frame[FLAGS] |= (byte) CWR;
                                reduced[1] = true;
                            }
                            reduced[0] |= data && (frame[FLAGS] & CWR) != 0;
                            return frame;
                        });
        assertThat(read(changed).counts().forbidden()).isEqualTo(1);
    }

    @Test
    void aWindowWithEceWithoutAReductionIsUnanswered() throws IOException {
        byte[] changed =
                changed(
                        "reaction-codel-fwd.pcapng",
                        Place.SENDER,
                        frame -> {
                            if (toPort(frame) == ReactionTrace.TCP_PORT) {
                                frame[FLAGS] &= (byte) ~CWR;
                            }
                            return frame;
                        });
        ReactionTrace.Counts counts = read(changed).counts();
        assertThat(counts.reductions()).isZero();
        assertThat(counts.unanswered()).isPositive();
        assertThat(counts.windows()).isGreaterThanOrEqualTo(counts.unanswered());
    }

    @Test
    void aReductionThatNothingPromptedIsForbidden() throws IOException {
        byte[] changed =
                changed(
                        "reaction-rpm.pcapng",
                        Place.SENDER,
                        frame -> {
                            frame[FLAGS] &= (byte) ~ECE;
                            return frame;
                        });
        assertThat(read(changed).counts())
                .isEqualTo(new ReactionTrace.Counts(0, 0, 0, 1, 0, 1, 0, 0));
    }

    @Test
    void aStepBeforeWhoseMarkTheSenderReducesIsLeftOut() throws IOException {
        boolean[] reduced = new boolean[1];
        byte[] changed =
                changed(
                        "reaction-rpm.pcapng",
                        Place.SENDER,
                        frame -> {
                            // The first data frame of the file, well before the switch's mark.
                            if (toPort(frame) == ReactionTrace.TCP_PORT && !reduced[0]) {
                                frame[FLAGS] |= (byte) CWR;
                                reduced[0] = true;
                            }
                            return frame;
                        });
        // It is before the step too, so it does not concern the step.
        assertThat(read(changed).steps()).hasSize(1);
        byte[] late =
                changed(
                        "reaction-rpm.pcapng",
                        Place.SENDER,
                        frame -> {
                            if (toPort(frame) == ReactionTrace.TCP_PORT) {
                                frame[FLAGS] |= (byte) CWR;
                            }
                            return frame;
                        });
        assertThat(read(late).steps()).isEmpty();
    }

    private static int toPort(byte[] frame) {
        return (frame[36] & 0xff) << 8 | frame[37] & 0xff;
    }

    /** A capture with the TCP frames of a place changed. */
    private static byte[] changed(String name, Place place, UnaryOperator<byte[]> change)
            throws IOException {
        return rewritten(name, IntUnaryOperator.identity(), place, change);
    }

    private static byte[] rewritten(
            String name, IntUnaryOperator index, Place place, UnaryOperator<byte[]> change)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CaptureReader reader =
                        CaptureReader.open(new ByteArrayInputStream(file(name)), name, true);
                CaptureWriter writer = CaptureWriter.to(bytes, CaptureFormat.PCAPNG, "0")) {
            for (int i = 1; i < Place.values().length; i++) {
                writer.addInterface(Integer.toString(i));
            }
            while (reader.next()) {
                byte[] frame = reader.frame();
                if (reader.interfaceIndex() == place.ordinal() && frame[23] == TcpFrame.TCP) {
                    frame = change.apply(frame);
                }
                writer.writeStart(
                        index.applyAsInt(reader.interfaceIndex()),
                        reader.timeNs(),
                        frame,
                        0,
                        frame.length,
                        reader.originalLength());
            }
        }
        return bytes.toByteArray();
    }
}
