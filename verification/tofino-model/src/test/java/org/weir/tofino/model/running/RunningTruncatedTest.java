// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.FeedbackFrames;
import org.weir.tofino.model.Frames;

/**
 * Packets from the controller that end within their headers, through a switch that runs Weir's
 * program ({@link RunningSwitch}) and Weir's model of Tofino. Only the controller may send such
 * packets; those of other ports are dropped as malformed.
 */
class RunningTruncatedTest {

    private static final int PACKETS = 3000;
    private static final int PORT = 8;
    private static final int PACKET_OUT_BYTES = 2;

    /** Longest headers: packet_out, Ethernet, two tags, IPv6, TCP. */
    private static final int MOST_HEADER_BYTES = PACKET_OUT_BYTES + 14 + 8 + 40 + 20;

    private static final long LIMIT_MS = 10_000;

    private static byte[] packet(Random random) {
        byte[] flow = Frames.tagged(FeedbackFrames.flow(random), Frames.tags(random));
        byte[] packet = new byte[PACKET_OUT_BYTES + flow.length];
        packet[0] = PORT >>> 1;
        packet[1] = (byte) (PORT << 7);
        System.arraycopy(flow, 0, packet, PACKET_OUT_BYTES, flow.length);
        int bytes = Frames.SHORTEST + random.nextInt(MOST_HEADER_BYTES - Frames.SHORTEST + 1);
        return Arrays.copyOf(packet, Math.min(packet.length, bytes));
    }

    /** Bytes up to the end of the last header that is whole, without packet_out. */
    private static int wholeHeaderBytes(byte[] packet) {
        byte[] frame = Arrays.copyOfRange(packet, PACKET_OUT_BYTES, packet.length);
        int network = Frames.ETHERNET + Frames.tagBytes(frame);
        int versionAndLength = frame[network] & 0xFF;
        int bytes = versionAndLength >> 4 == 6 ? 40 : 20;
        boolean hasOptions = versionAndLength >> 4 == 4 && versionAndLength != 0x45;
        return hasOptions || frame.length < network + bytes ? network : network + bytes;
    }

    @Test
    @Timeout(1200)
    void leaveWithTheirWholeHeaders() throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            BothPrograms both = new BothPrograms();
            Random random = new Random(3);
            int asV1model = 0;
            int asModel = 0;
            int others = 0;
            for (int i = 0; i < PACKETS; i++) {
                byte[] packet = packet(random);
                if (packet.length < Frames.SHORTEST) {
                    continue;
                }
                byte[] whole = RunningComparison.withCheckSequence(packet);
                byte[] model = only(both.throughTofino(BothPrograms.CPU, whole));
                byte[] v1model = only(both.throughV1model(BothPrograms.CPU, whole));
                running.send(BothPrograms.CPU, packet);
                List<BothPrograms.Sent> sent = running.take(1, each -> true, LIMIT_MS);
                byte[] actual = FeedbackFrames.only(sent, PORT);
                // The frame check sequence, the last four bytes, is taken for a part of the
                // headers.
                int certain = wholeHeaderBytes(packet) - RunningComparison.FCS_BYTES;
                assertThat(Arrays.copyOf(actual, certain))
                        .as("packet %d: %s", i, HexFormat.of().formatHex(packet))
                        .isEqualTo(
                                Arrays.copyOfRange(
                                        packet, PACKET_OUT_BYTES, PACKET_OUT_BYTES + certain));
                if (Arrays.equals(actual, v1model)) {
                    asV1model++;
                } else if (Arrays.equals(actual, model)) {
                    asModel++;
                } else {
                    others++;
                }
            }
            System.out.printf(
                    "packets from the controller: %d as v1model's, %d as tofino-model's, %d with"
                            + " another part of the header in which they end%n",
                    asV1model, asModel, others);
            assertThat(asV1model).isPositive();
            assertThat(asModel).isPositive();
        }
    }

    /** The only frame, without its frame check sequence. */
    private static byte[] only(List<BothPrograms.Sent> sent) {
        return FeedbackFrames.only(RunningComparison.withoutCheckSequence(sent), PORT);
    }
}
