// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.reaction.FixedRate;
import org.weir.reaction.RateControl;
import org.weir.wire.feedback.FeedbackMessage;

/** A flow at a line of 10 Gb/s. */
class MeasuredStartTest {
    private static final long LINE_BPS = 10_000_000_000L;

    private static final FeedbackMessage FEEDBACK =
            new FeedbackMessage(1, 17, 8000, 4000, 20, 10, 1000, 4, 1);

    private final List<Double> starts = new ArrayList<>();
    private final RateControl flow =
            new MeasuredStart(
                            startBps -> {
                                starts.add(startBps);
                                return lineBps -> new FixedRate(Math.round(startBps));
                            })
                    .start(LINE_BPS);

    @Test
    void sendsAtItsLinesRateUntilItsFirstFeedback() {
        assertThat(flow.rateBps()).isEqualTo(LINE_BPS);
        assertThat(flow.cycleNs()).as("no cycle").isZero();
        flow.onUsedRate(3e9);
        assertThat(flow.rateBps()).isEqualTo(LINE_BPS);

        flow.onFeedback(FEEDBACK);
        assertThat(flow.rateBps()).isEqualTo(3_000_000_000L);
        flow.onUsedRate(1e9);
        flow.onFeedback(FEEDBACK);
        assertThat(starts).containsExactly(3e9);
    }

    @Test
    void beginsAtTheLinesRateWithoutASecondPacket() {
        flow.onUsedRate(Double.POSITIVE_INFINITY);
        flow.onFeedback(FEEDBACK);
        assertThat(starts).containsExactly((double) LINE_BPS);
    }
}
