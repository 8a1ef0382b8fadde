// SPDX-License-Identifier: Apache-2.0
package org.weir.reaction;

import org.weir.reaction.packet.Acknowledgement;
import org.weir.reaction.packet.CongestionNotification;
import org.weir.wire.feedback.FeedbackMessage;

/**
 * A reaction whose senders also have a window: the bytes of a message in flight are at most the
 * line rate times {@code windowNs}. A queue that grows then holds back the packets of a message
 * before feedback about it arrives. With the base round trip this is BDP-FC, the flow control of
 * IRN (Mittal et al., SIGCOMM 2018, section 3.2).
 *
 * <p>Example: 10 Gb/s and 11.2 µs allow 14 000 bytes, 14 packets of 1000 bytes.
 *
 * @param reaction sets the rate
 * @param windowNs ns, above 0
 */
public record WindowedReaction(Reaction reaction, double windowNs) implements Reaction {
    private static final double BITS_NS_PER_BYTE_SECOND = 8e9;

    /**
     * A window.
     *
     * @throws IllegalArgumentException if {@code windowNs} is not above 0
     */
    public WindowedReaction {
        if (!(windowNs > 0)) {
            throw new IllegalArgumentException("windowNs must be above 0, is " + windowNs);
        }
    }

    @Override
    public RateControl start(long lineBps) {
        return new Windowed(reaction.start(lineBps), lineBps * windowNs / BITS_NS_PER_BYTE_SECOND);
    }

    @Override
    public boolean isScalable() {
        return reaction.isScalable();
    }

    /** The other reaction's rate, and the window. */
    private static final class Windowed implements RateControl {
        private final RateControl control;
        private final double windowBytes;

        Windowed(RateControl control, double windowBytes) {
            this.control = control;
            this.windowBytes = windowBytes;
        }

        @Override
        public double windowBytes() {
            return Math.min(control.windowBytes(), windowBytes);
        }

        @Override
        public boolean asksForStatus() {
            return true;
        }

        @Override
        public long rateBps() {
            return control.rateBps();
        }

        @Override
        public void onUsedRate(double usedBps) {
            control.onUsedRate(usedBps);
        }

        @Override
        public void onFeedback(FeedbackMessage feedback) {
            control.onFeedback(feedback);
        }

        @Override
        public long cycleNs() {
            return control.cycleNs();
        }

        @Override
        public void onCycle(boolean limited) {
            control.onCycle(limited);
        }

        @Override
        public void onNotification(CongestionNotification notification, long nowNs) {
            control.onNotification(notification, nowNs);
        }

        @Override
        public void onAcknowledgement(Acknowledgement told, long nextNumber) {
            control.onAcknowledgement(told, nextNumber);
        }

        @Override
        public void onSent(int frameBytes) {
            control.onSent(frameBytes);
        }

        @Override
        public int tag() {
            return control.tag();
        }
    }
}
