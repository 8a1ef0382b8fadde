// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.weir.wire.packet.InternetChecksum;
import org.weir.wire.telemetry.TelemetryReport;

/** Frames that a program has sent, as texts that are equal where programs must be. */
public final class SentFrames {

    private static final int REPORT_BYTES = 42;
    private static final int REPORT_TIME_AT = 32;

    /** Kinds of frames seen so far. */
    public final Set<String> seen = new HashSet<>();

    public static boolean isReport(BothPrograms.Sent sent) {
        return sent.port() == BothPrograms.CPU
                && Frames.u16(sent.frame(), 14) == TelemetryReport.ETHER_TYPE;
    }

    /** Texts of the frames sent, sorted, without the bytes that may differ. */
    public List<String> texts(List<BothPrograms.Sent> sent) {
        List<String> texts = new ArrayList<>();
        for (BothPrograms.Sent each : sent) {
            byte[] frame = each.frame().clone();
            if (isReport(each)) {
                seen.add("reported");
                frame = Arrays.copyOf(frame, REPORT_BYTES);
                Arrays.fill(frame, REPORT_TIME_AT, REPORT_BYTES, (byte) 0);
            } else if (each.port() == BothPrograms.CPU) {
                seen.add("copied");
                clearHops(frame);
            } else {
                seen.add("sent");
            }
            texts.add(each.port() + ": " + HexFormat.of().formatHex(frame));
        }
        texts.sort(null);
        return texts;
    }

    /**
     * Clears the hop limit of a frame behind a packet_in header, with its checksum, which has to be
     * right.
     */
    private static void clearHops(byte[] frame) {
        byte[] packet = Arrays.copyOfRange(frame, 2, frame.length);
        int tags = Frames.tagBytes(packet);
        int etherType = Frames.u16(frame, 14 + tags);
        if (etherType == 0x0800) {
            assertThat(InternetChecksum.ipv4Residue(Frames.untagged(packet))).isZero();
            frame[24 + tags] = 0;
            frame[26 + tags] = 0;
            frame[27 + tags] = 0;
        } else if (etherType == 0x86DD) {
            frame[23 + tags] = 0;
        }
    }
}
