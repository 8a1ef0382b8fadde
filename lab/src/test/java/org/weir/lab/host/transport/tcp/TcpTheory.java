// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.congestion.CongestionControl;
import org.weir.lab.host.transport.tcp.congestion.Dctcp;
import org.weir.lab.host.transport.tcp.congestion.Prague;
import org.weir.lab.host.transport.tcp.send.Sender;

/** A sender without end over a line without a queue: only a rule says what is lost or marked. */
final class TcpTheory {
    private static final int SEGMENT_BYTES = 1448;

    private Sender sender;
    private double alphas;

    /** Whether more segments than that are in flight, of which the next is one. */
    BooleanSupplier above(int segments) {
        return () -> sender.inFlightBytes() > (long) segments * SEGMENT_BYTES;
    }

    /**
     * Means of a run.
     *
     * @param rateSegments segments delivered per round trip
     * @param alpha mean of DCTCP's or Prague's α; 0 of others
     * @param timeouts expiries of the retransmission timer
     * @param lostPart of all segments
     */
    record Means(double rateSegments, double alpha, long timeouts, double lostPart) {}

    private static double alpha(CongestionControl control) {
        if (control instanceof Prague prague) {
            return prague.alpha();
        }
        return control instanceof Dctcp dctcp ? dctcp.alpha() : 0;
    }

    /** Whether the next new segment meets it: every so many. */
    static BooleanSupplier every(double part) {
        double[] sum = {0};
        return () -> {
            sum[0] += part;
            if (sum[0] >= 1) {
                sum[0] -= 1;
                return true;
            }
            return false;
        };
    }

    /** Whether the next segment meets it: each with the same probability. */
    static BooleanSupplier random(double part, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return () -> random.nextDouble() < part;
    }

    /**
     * Runs a sender.
     *
     * @param isMark whether what the rule meets is marked, instead of lost
     * @param count segments to send
     */
    Means run(
            CongestionAlgorithm algorithm,
            BooleanSupplier rule,
            boolean isMark,
            long rttNs,
            long count) {
        return run(TcpConfig.of(algorithm).with(isMark, false, false), rule, rttNs, count);
    }

    /** The same with settings; what the rule meets is marked if these have ECN. */
    Means run(TcpConfig settings, BooleanSupplier rule, long rttNs, long count) {
        TcpConfig config = settings.withSegmentsPerAck(1);
        boolean isMark = config.ecn();
        TcpPair[] pair = new TcpPair[1];
        long[] seen = {0, 0};
        long warmUp = count / 3;
        long[] from = new long[3];
        TcpPair.Way forth =
                (frame, arrive) -> {
                    boolean data = frame.length > 200;
                    if (data) {
                        seen[0]++;
                        alphas += alpha(sender.control());
                        if (seen[0] == warmUp) {
                            from[0] = pair[0].engine.nowNs();
                            from[1] = sender.unacknowledged();
                            alphas = 0;
                        }
                    }
                    if (data && rule.getAsBoolean()) {
                        seen[1]++;
                        if (!isMark) {
                            return;
                        }
                        if ((frame[15] & 3) == 1 || (frame[15] & 3) == 2) {
                            TcpSchedules.Weather.mark(frame);
                        }
                    }
                    pair[0].engine.scheduleAfter(rttNs / 2, () -> arrive.accept(frame));
                };
        TcpPair.Way back =
                (frame, arrive) ->
                        pair[0].engine.scheduleAfter(rttNs / 2, () -> arrive.accept(frame));
        TcpTransport transport = new TcpTransport(config, Map.of(), (message, one) -> sender = one);
        pair[0] = new TcpPair(transport, forth, back, MessageLog.NONE);
        pair[0].send(0, Long.MAX_VALUE / 4);
        while (seen[0] < count) {
            pair[0].engine.runUntil(pair[0].engine.nowNs() + rttNs);
        }
        double rounds = (double) (pair[0].engine.nowNs() - from[0]) / rttNs;
        double delivered = (double) (sender.unacknowledged() - from[1]) / SEGMENT_BYTES;
        return new Means(
                delivered / rounds,
                alphas / (seen[0] - warmUp),
                pair[0].client.counts().timeouts(),
                (double) seen[1] / seen[0]);
    }
}
