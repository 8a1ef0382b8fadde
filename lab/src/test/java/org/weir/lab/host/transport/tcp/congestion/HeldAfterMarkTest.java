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
        acknowledge(control, upTo, next);
    }

    private static void acknowledge(CongestionControl control, long upTo, long next) {
        control.onAcknowledged(
                new Acknowledged(
                        0, SEGMENT_BYTES, 0, RTT_NS, RTT_NS, upTo, next, true, Delivery.NONE));
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

    @Test
    void linuxsCubicIsHeldToo() {
        CongestionControl linux = start(CongestionAlgorithm.CUBIC_LINUX);
        linux.onCongestion(CongestionSignal.ECN_ECHO, 10 * SEGMENT_BYTES, 0);
        double reduced = linux.windowBytes();
        for (int i = 1; i <= 10; i++) {
            acknowledge(linux, i * 1000L, 10_000);
        }
        assertThat(linux.windowBytes()).isEqualTo(reduced);
        for (int i = 11; i <= 40; i++) {
            acknowledge(linux, i * 1000L, 10_000L + i * 1000L);
        }
        assertThat(linux.windowBytes()).isGreaterThan(reduced);
    }

    @Test
    void changesNothingAfterLosses() {
        control.onCongestion(CongestionSignal.LOSS, 10 * SEGMENT_BYTES, 0);
        double reduced = control.windowBytes();
        acknowledge(1000, 10_000);

        assertThat(control.windowBytes()).isGreaterThan(reduced);
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
