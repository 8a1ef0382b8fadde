// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The round trip after a mark, in which a window does not grow. */
class HeldAfterMarkTest {
    private static final int SEGMENT_BYTES = 1000;
    private static final long RTT_NS = 10_000_000;

    private final CongestionControl control = start(new HeldAfterMark(CongestionAlgorithm.CUBIC));

    private static CongestionControl start(CongestionControlProvider algorithm) {
        return algorithm.start(new InitialWindow(SEGMENT_BYTES, 10, false, false, 0, 0));
    }

    /** An acknowledgement of a segment without ECE. */
    private void acknowledge(long upTo, long next) {
        acknowledgeAt(control, 0, upTo, next);
    }

    @Test
    void holdsTheWindowUntilWhatWasSentBeforeIsAcknowledged() {
        control.onCongestion(CongestionSignal.ECN_ECHO, 10 * SEGMENT_BYTES, 0);
        double reduced = control.windowBytes();
        acknowledge(1000, 10_000);
        acknowledge(9000, 15_000);
        acknowledge(10_000, 16_000);

        assertThat(control.windowBytes()).isEqualTo(reduced);
        acknowledge(11_000, 17_000);
        assertThat(control.windowBytes()).isGreaterThan(reduced);
    }

    private static void acknowledgeAt(CongestionControl control, long nowNs, long upTo, long next) {
        control.onAcknowledged(
                new Acknowledged(
                        nowNs, SEGMENT_BYTES, 0, RTT_NS, RTT_NS, upTo, next, true, Delivery.NONE));
    }

    @Test
    void changesNothingAfterLosses() {
        control.onCongestion(CongestionSignal.LOSS, 10 * SEGMENT_BYTES, 0);
        double reduced = control.windowBytes();
        acknowledge(1000, 10_000);

        assertThat(control.windowBytes()).isGreaterThan(reduced);
    }

    /** State CWR ends with a recovery or a timeout, of which the second may come in the first. */
    @Test
    void aLossOrTimeoutEndsTheHold() {
        for (int cause = 0; cause < 3; cause++) {
            CongestionControl one = start(new HeldAfterMark(CongestionAlgorithm.RENO));
            one.onCongestion(CongestionSignal.ECN_ECHO, 10 * SEGMENT_BYTES, 0);
            acknowledgeAt(one, 0, 1000, 10_000);
            if (cause == 2) {
                one.onTimeoutInRecovery();
                one.setWindowBytes(SEGMENT_BYTES);
            } else {
                CongestionSignal signal =
                        cause == 0 ? CongestionSignal.LOSS : CongestionSignal.TIMEOUT;
                one.onCongestion(signal, 10 * SEGMENT_BYTES, 0);
            }
            double reduced = one.windowBytes();
            for (int i = 2; i < 9; i++) {
                acknowledgeAt(one, 0, i * 1000L, 10_000);
            }
            assertThat(one.windowBytes()).as("cause %d", cause).isGreaterThan(reduced);
        }
    }

    @Test
    void isTheOtherAlgorithmOtherwise() {
        HeldAfterMark prague = new HeldAfterMark(CongestionAlgorithm.PRAGUE);

        assertThat(prague.word()).isEqualTo("prague-held");
        assertThat(prague.ecnCodepoint()).isEqualTo(CongestionControlProvider.ECT_1);
        assertThat(prague.isPaced()).isTrue();
        assertThat(new HeldAfterMark(CongestionAlgorithm.BBR).usesEcn()).isFalse();
    }
}
