// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction.share;

import org.weir.reaction.PresumedPort;
import org.weir.reaction.RateControl;
import org.weir.reaction.Reaction;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * Reaction point of hosts that run many programs and have inaccurate timers. The rate stays near
 * the flow's <em>part</em> of λ*: part = λ* · own rate / arrival rate of the class. So the classes
 * keep the shares of λ*, although single readings of λ are coarse: at 10 Mb/s a rate window has six
 * packets of a class of 1.6 Mb/s.
 *
 * <ul>
 *   <li>Arrival rate: a moving average of λ over feedback packets, less half a packet per window
 *       (because the switch reports the larger of two windows), and at least the own rate. The
 *       window is that of a {@link PresumedPort}, because the port may be slower than the sender's
 *       line.
 *   <li>First feedback: the rate becomes the part of λ*, but at least {@code leastRatio} times
 *       itself.
 *   <li>Later feedback: the rate loses {@code gain} of its excess over the part, and as much more
 *       for each packet above the threshold. For each such packet it loses at least {@code
 *       overload} of itself, whatever its part is, because the λ* of a port may add up to more than
 *       the port's rate. This is at most {@code overloadLimit}: other flows may have sent a burst,
 *       such as the first window of short TCP connections, and each burst would take much of the
 *       rate of a flow that lasts.
 *   <li>Settling: feedback within the settling time after such a cut only enters the average.
 *   <li>Drain: for one cycle the rate is lower by this flow's part of the packets above the
 *       threshold, so that the queue falls to the threshold within the settling time.
 *   <li>Growth: each cycle moves the rate {@code catchUp} of the way back to the part, and adds
 *       {@code growth} of itself, the same percentage in all classes, so that growth keeps the
 *       shares. It ends where the rate is {@code reserve} times its part above it, so that a class
 *       that seldom meets a queue takes no more of what λ* leaves free than the others. After
 *       {@code quietCycles} without feedback another sender has probably ended: then it does not
 *       end there, and each further cycle grows by one such part more than the one before.
 * </ul>
 *
 * @param startBps rate at the start, bit/s
 * @param leastBps rate below which no cut goes, bit/s; or {@link #LEAST_OF_PORT}
 * @param leastRatio smallest factor by which one feedback multiplies the rate, above 0 to 1
 * @param gain part of the excess over the part of λ* that one feedback removes, 0 to 1
 * @param overload smallest relative reduction for each packet above the threshold
 * @param overloadLimit largest relative reduction by {@code overload}
 * @param smoothing weight of a new λ in the average, above 0 to 1
 * @param growth relative growth of the rate per cycle
 * @param catchUp part of the difference to its part of λ* that a rate below it regains per cycle
 * @param reserve relative excess over its part of λ* up to which a rate grows at first
 * @param quietCycles cycles without feedback with equal growth
 * @param cycleNs length of a cycle, ns, counted anew from each feedback; longer where the presumed
 *     port needs it
 * @param settleUs settling time, in which a cut takes effect and the queue drains, µs, above 0;
 *     longer where the presumed port needs it
 */
public record ShareReaction(
        double startBps,
        double leastBps,
        double leastRatio,
        double gain,
        double overload,
        double overloadLimit,
        double smoothing,
        double growth,
        double catchUp,
        double reserve,
        int quietCycles,
        long cycleNs,
        long settleUs)
        implements Reaction {
    /** The least rate is that of a {@link PresumedPort}. */
    public static final double LEAST_OF_PORT = -1;

    private static final double BITS_PER_BYTE = 8;
    private static final double NS_PER_MS = 1e6;
    private static final double US_PER_MS = 1e3;
    private static final double US_PER_SECOND = 1e6;
    private static final double BPS_PER_KBPS = 1e3;

    /** The same for a flow that starts at another rate, bit/s. */
    public ShareReaction startingAt(double bps) {
        return new ShareReaction(
                bps,
                leastBps,
                leastRatio,
                gain,
                overload,
                overloadLimit,
                smoothing,
                growth,
                catchUp,
                reserve,
                quietCycles,
                cycleNs,
                settleUs);
    }

    @Override
    public RateControl start(long lineBps) {
        return new Control(lineBps);
    }

    private final class Control implements RateControl {
        private final double lineBps;
        private final PresumedPort port;
        private double floorBps;

        /** {@code cycleNs} and {@code settleUs}, or longer ones that suit the port. */
        private long portCycleNs;

        private long portSettleUs;
        private double rateBps;

        /** Less for the rest of this cycle, so that a queue drains, bit/s. */
        private double drainBps;

        /** The flow's part of λ*, bit/s; 0 before the first feedback. */
        private double partBps;

        private double meanArrivalBps;
        private long cutUs;

        /**
         * Time of the last reading of λ in the mean: readings of one window are not independent.
         */
        private long readUs;

        private int quiet;
        private int frameBytes;

        Control(long lineBps) {
            this.lineBps = lineBps;
            port = PresumedPort.of(lineBps);
            takePort();
            rateBps = Math.min(startBps, lineBps);
        }

        private void takePort() {
            floorBps = Math.min(leastBps == LEAST_OF_PORT ? port.leastBps() : leastBps, lineBps);
            portCycleNs =
                    Math.round(
                            port.time(cycleNs, NS_PER_MS * ShareTunable.CYCLE_MS.longestDefault()));
            portSettleUs =
                    Math.round(
                            port.time(
                                    settleUs, US_PER_MS * ShareTunable.SETTLE_MS.longestDefault()));
        }

        @Override
        public long rateBps() {
            return Math.max(1, Math.round(Math.max(floorBps, rateBps - drainBps)));
        }

        @Override
        public void onSent(int bytes) {
            frameBytes = bytes;
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            boolean first = partBps == 0;
            quiet = 0;
            port.onFeedback(feedback);
            takePort();
            double arrivalBps = BPS_PER_KBPS * Math.max(1, feedback.arrivalRateKbps());
            if (first || feedback.timeUs() - readUs >= port.windowUs()) {
                readUs = feedback.timeUs();
                meanArrivalBps += (first ? 1 : smoothing) * (arrivalBps - meanArrivalBps);
            }
            double packetBits = BITS_PER_BYTE * frameBytes;
            double halfPacketBps = packetBits * US_PER_SECOND / port.windowUs() / 2;
            double classBps = Math.max(rateBps, meanArrivalBps - halfPacketBps);
            double part = rateBps / classBps;
            partBps =
                    Math.min(
                            lineBps,
                            Math.max(floorBps, part * BPS_PER_KBPS * feedback.targetRateKbps()));
            if (!first && feedback.timeUs() - cutUs < portSettleUs) {
                return;
            }
            cutUs = feedback.timeUs();
            double excessPackets =
                    feedback.isByRate()
                            ? 0
                            : Math.max(0, feedback.depthPackets() - feedback.thresholdPackets());
            double excessBps = Math.max(0, rateBps - partBps);
            double cutBps = first ? excessBps : Math.min(1, gain * (1 + excessPackets)) * excessBps;
            double beforeBps = rateBps;
            double overBps = Math.min(overload * excessPackets, overloadLimit) * beforeBps;
            rateBps -= Math.min(Math.max(cutBps, overBps), (1 - leastRatio) * beforeBps);
            drainBps =
                    Math.min(
                            part * excessPackets * packetBits * US_PER_SECOND / portSettleUs,
                            (1 - leastRatio) * rateBps);
        }

        @Override
        public long cycleNs() {
            return portCycleNs;
        }

        @Override
        public void onCycle(boolean limited) {
            drainBps = 0;
            if (!limited) {
                return;
            }
            quiet++;
            rateBps += catchUp * Math.max(0, partBps - rateBps);
            double grownBps = rateBps * (1 + growth * (1 + Math.max(0, quiet - quietCycles)));
            boolean isBounded = partBps > 0 && quiet <= quietCycles;
            double mostBps = isBounded ? (1 + reserve) * partBps : lineBps;
            rateBps = Math.min(lineBps, Math.max(rateBps, Math.min(grownBps, mostBps)));
        }
    }
}
