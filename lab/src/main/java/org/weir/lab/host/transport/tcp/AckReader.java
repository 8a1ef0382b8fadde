// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.Arrays;
import org.weir.lab.host.transport.tcp.segment.SequenceNumbers;
import org.weir.lab.host.transport.tcp.send.AckReport;
import org.weir.lab.packet.TcpFlags;
import org.weir.lab.packet.TcpOptions;
import org.weir.lab.packet.TcpSegment;

/** Reader of acknowledgements: sequence numbers become positions of the sender's stream. */
final class AckReader {
    private static final long US = 1000;

    private AckReader() {}

    /**
     * Reads an acknowledgement.
     *
     * @param firstNumber the sender's first number, that of its SYN
     * @param near a position near those that are acknowledged
     */
    static AckReport read(
            TcpSegment segment, int firstNumber, long near, Agreement agreement, long nowNs) {
        long position = position(segment.acknowledgement(), firstNumber, near);
        long[] sack =
                Arrays.stream(segment.options().sack())
                        .mapToLong(edge -> position(edge, firstNumber, near))
                        .toArray();
        boolean duplicate = reportsDuplicate(sack, position);
        if (duplicate) {
            sack = Arrays.copyOfRange(sack, 2, sack.length);
        }
        boolean accurate = agreement.ecn() == EcnFeedback.ACCURATE;
        long window = (long) segment.window() << agreement.sendShift();
        return new AckReport(
                nowNs,
                position,
                position + window,
                sack,
                duplicate,
                agreement.ecn() == EcnFeedback.CLASSIC && segment.has(TcpFlags.ECE),
                accurate ? EcnFeedback.ace(segment) : -1,
                accurate ? segment.options().accEcn() : null,
                echoNs(segment.options(), nowNs));
    }

    private static long position(int number, int firstNumber, long near) {
        return SequenceNumbers.position(number - firstNumber - 1, near);
    }

    /** RFC 2883: the first range is acknowledged already, or inside the second one. */
    private static boolean reportsDuplicate(long[] sack, long position) {
        boolean inside = sack.length >= 4 && sack[0] >= sack[2] && sack[1] <= sack[3];
        return inside || sack.length >= 2 && sack[1] <= position;
    }

    private static long echoNs(TcpOptions options, long nowNs) {
        if (!options.hasTimestamps() || options.timestampEcho() == 0) {
            return -1;
        }
        return US * SequenceNumbers.position(options.timestampEcho(), nowNs / US);
    }
}
