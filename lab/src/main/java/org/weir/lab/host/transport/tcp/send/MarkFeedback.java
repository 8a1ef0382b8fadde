// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import org.weir.lab.packet.AccEcnOption;

/**
 * Marks that acknowledgements report: by ECE, or by AccECN's counters (RFC 9768). ACE counts
 * packets modulo 8, so lost acknowledgements may hide eight of them. With the option, whose
 * counters are longer, the number is the smallest that can carry the bytes marked, which is never
 * above the true one. Without it, it is the largest that the acknowledged segments permit (appendix
 * A.2.1).
 */
final class MarkFeedback {
    private static final int ACE_VALUES = 8;
    private static final int FIRST_ACE = 5;
    private static final int FIRST_EXTRA_BYTES = 1;

    /** Marks after which ACE is 0 for the first time. */
    private static final int MARKS_TO_ZERO = ACE_VALUES - FIRST_ACE;

    private final int segmentBytes;
    private long packets;
    private long bytes;
    private int ect0Bytes = FIRST_EXTRA_BYTES;
    private int ceBytes;
    private int ect1Bytes = FIRST_EXTRA_BYTES;
    private long newSegments;
    private boolean heard;
    private boolean optionRefused;
    private boolean zeroed;

    /**
     * Marks that are new.
     *
     * @param packets with CE; with ECE at least one
     * @param bytes of their payload
     */
    record Marks(long packets, long bytes) {
        static final Marks NONE = new Marks(0, 0);

        boolean any() {
            return packets > 0;
        }
    }

    /**
     * @param segmentBytes largest payload of a segment
     */
    MarkFeedback(int segmentBytes) {
        this.segmentBytes = segmentBytes;
    }

    /**
     * Takes an acknowledgement that is not behind the last one.
     *
     * @param progress whether it acknowledges more than the last one, so that it is newer
     * @param deliveredBytes newly acknowledged bytes
     * @param deliveredSegments newly acknowledged segments
     */
    Marks take(AckReport report, boolean progress, long deliveredBytes, int deliveredSegments) {
        if (report.ace() < 0) {
            return report.ece() ? new Marks(1, deliveredBytes) : Marks.NONE;
        }
        newSegments += deliveredSegments;
        if (!heard && report.ace() == 0 && newSegments < MARKS_TO_ZERO) {
            zeroed = true;
        }
        AccEcnOption option = report.accEcn();
        if (!heard && option != null && (option.ect0Bytes() == 0 || option.ect1Bytes() == 0)) {
            optionRefused = true;
        }
        heard = true;
        if (zeroed) {
            return Marks.NONE;
        }
        boolean useful = !optionRefused && option != null && option.ceBytes() >= 0;
        return useful ? byOption(report, progress) : byAce(report, progress, deliveredBytes);
    }

    private Marks byOption(AckReport report, boolean progress) {
        AccEcnOption option = report.accEcn();
        int ce = difference(option.ceBytes(), ceBytes);
        int ect0 = difference(option.ect0Bytes(), ect0Bytes);
        int ect1 = difference(option.ect1Bytes(), ect1Bytes);
        boolean older = isNegative(ce) || isNegative(ect0) || isNegative(ect1);
        if (!progress && (older || ce + ect0 + ect1 == 0)) {
            return Marks.NONE;
        }
        ceBytes = option.ceBytes();
        ect0Bytes = option.ect0Bytes() < 0 ? ect0Bytes : option.ect0Bytes();
        ect1Bytes = option.ect1Bytes() < 0 ? ect1Bytes : option.ect1Bytes();
        long number = aceDifference(report);
        long least = (ce + segmentBytes - 1L) / segmentBytes;
        if (least > number) {
            number += (least - number + ACE_VALUES - 1) / ACE_VALUES * ACE_VALUES;
        }
        return add(number, ce);
    }

    private Marks byAce(AckReport report, boolean progress, long deliveredBytes) {
        if (!progress) {
            return Marks.NONE;
        }
        long least = aceDifference(report);
        long number =
                least > newSegments
                        ? least
                        : newSegments - Math.floorMod(newSegments - least, ACE_VALUES);
        return add(number, Math.min(deliveredBytes, number * segmentBytes));
    }

    private Marks add(long number, long markedBytes) {
        newSegments = 0;
        packets += number;
        bytes += markedBytes;
        return number == 0 && markedBytes == 0 ? Marks.NONE : new Marks(number, markedBytes);
    }

    private int aceDifference(AckReport report) {
        return (int) Math.floorMod(report.ace() - FIRST_ACE - packets, (long) ACE_VALUES);
    }

    /** Growth of a counter modulo 2²⁴; 0 of one that is left out. */
    private static int difference(int counter, int before) {
        return counter < 0 ? 0 : counter - before & AccEcnOption.VALUES - 1;
    }

    private static boolean isNegative(int difference) {
        return difference >= AccEcnOption.VALUES / 2;
    }

    /** Packets that came with CE, by AccECN. */
    long packets() {
        return packets;
    }

    /** Payload of packets that came with CE, by AccECN, bytes. */
    long bytes() {
        return bytes;
    }

    /**
     * Whether something on the way clears ACE: it was 0 before so many packets had arrived that it
     * could be (RFC 9768, section 3.2.2.4).
     */
    boolean isZeroed() {
        return zeroed;
    }
}
