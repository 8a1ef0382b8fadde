// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.lab.host.transport.tcp.receive.EcnCounters;
import org.weir.lab.packet.AccEcnOption;

/** What a sender makes of AccECN's fields (RFC 9768, section 3.2 and appendix A). */
class MarkFeedbackTest {
    private static final int SEGMENT_BYTES = 1000;
    private static final int CE = 3;
    private static final int ECT_0 = 2;

    private final MarkFeedback feedback = new MarkFeedback(SEGMENT_BYTES);

    private static AckReport report(int ace, AccEcnOption option) {
        return new AckReport(0, 0, 0, new long[0], false, false, ace, option, -1);
    }

    private long marks(int ace, int segments) {
        return feedback.take(report(ace, null), true, segments * 1000L, segments).packets();
    }

    /**
     * Appendix A.2.1: the largest number up to the segments acknowledged that is ACE modulo 8. ACE
     * begins with 5.
     */
    @ParameterizedTest
    @CsvSource({
        "5, 2, 0",
        "6, 2, 1",
        "7, 2, 2",
        "5, 7, 0",
        "5, 8, 8",
        "5, 15, 8",
        "5, 16, 16",
        "6, 8, 1",
        "6, 9, 9",
        "0, 12, 11",
        "4, 14, 7",
        "4, 15, 15"
    })
    void withoutTheOptionAceMayHaveWrapped(int ace, int segments, long packets) {
        assertThat(marks(ace, segments)).isEqualTo(packets);
    }

    /** 20 of 30 segments marked, one acknowledgement: ACE says 4, the bytes say at least 20. */
    @ParameterizedTest
    @CsvSource({"20000, 20", "19001, 20", "12001, 20", "12000, 12", "3999, 4"})
    void theOptionSaysHowOftenAceHasWrapped(int ceBytes, long packets) {
        AccEcnOption option = new AccEcnOption(false, 1 + 10_000, ceBytes, 1);

        MarkFeedback.Marks marks = feedback.take(report(5 + 20 & 7, option), true, 30_000, 30);

        assertThat(marks.packets()).isEqualTo(packets);
        assertThat(marks.bytes()).isEqualTo(ceBytes);
    }

    /** Counters of 24 bits wrap; an acknowledgement that was overtaken has no effect. */
    @Test
    void countersWrapAndOldOnesAreLeftOut() {
        EcnCounters counters = new EcnCounters();
        AckReport before = null;
        for (int i = 1; i <= 40_000; i++) {
            counters.count(i % 2 == 0 ? CE : ECT_0, SEGMENT_BYTES);
            AckReport now = report((int) (counters.cePackets() & 7), counters.option());
            feedback.take(now, i % 3 == 0, SEGMENT_BYTES, 1);
            if (before != null) {
                assertThat(feedback.take(before, false, 0, 0).any()).isFalse();
            }
            before = now;
            assertThat(feedback.packets()).isEqualTo(i / 2);
            assertThat(feedback.bytes()).isEqualTo(i / 2 * 1000L);
        }
        assertThat(counters.ceBytes()).isGreaterThan(AccEcnOption.VALUES);
    }

    /** Without the option and without copies, the number is never below the true one. */
    @Test
    void withoutTheOptionTheNumberIsOnTheSafeSide() {
        SplittableRandom random = new SplittableRandom(1);
        for (int run = 0; run < 200; run++) {
            MarkFeedback one = new MarkFeedback(SEGMENT_BYTES);
            double lost = random.nextDouble() * 0.95;
            double marked = random.nextDouble();
            EcnCounters counters = new EcnCounters();
            int segments = 0;
            for (int i = 0; i < 300; i++) {
                counters.count(random.nextDouble() < marked ? CE : ECT_0, SEGMENT_BYTES);
                segments++;
                if (random.nextDouble() >= lost) {
                    int ace = (int) (counters.cePackets() & 7);
                    one.take(report(ace, null), true, segments * 1000L, segments);
                    long true5 = counters.cePackets() - 5;
                    if (one.isZeroed()) {
                        break;
                    }
                    assertThat(one.packets()).isGreaterThanOrEqualTo(true5);
                    assertThat((one.packets() - true5) % 8).isZero();
                    segments = 0;
                }
            }
        }
    }

    /** Section 3.2.2.4: 0 in the first feedback, when too few segments had arrived for it. */
    @Test
    void aClearedCounterIsNoticed() {
        assertThat(marks(0, 2)).isZero();
        assertThat(feedback.isZeroed()).isTrue();

        MarkFeedback other = new MarkFeedback(SEGMENT_BYTES);
        assertThat(other.take(report(0, null), true, 3000, 3).packets()).isEqualTo(3);
        assertThat(other.isZeroed()).isFalse();
    }

    /** Section 3.2.3.2: counters of ECT begin with 1, so a cleared option is not believed. */
    @Test
    void aClearedOptionIsNotBelieved() {
        AccEcnOption cleared = new AccEcnOption(false, 0, 0, 0);

        assertThat(feedback.take(report(7, cleared), true, 2000, 2).packets()).isEqualTo(2);
        assertThat(feedback.take(report(0, cleared), true, 2000, 2).packets()).isEqualTo(1);
    }
}
