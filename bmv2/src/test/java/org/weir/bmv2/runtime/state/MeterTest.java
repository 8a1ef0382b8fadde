// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.state.MeterConfig;

/** Meters against the text of RFC 2697 and RFC 2698, carried out token by token. */
class MeterTest {

    private static final long SECOND_NS = 1_000_000_000L;

    /**
     * Both buckets are full at first; tokens that the committed one has no room for fill the other.
     */
    @Test
    void oneRateWithAnExcessBurst() {
        Meter meter = new Meter();
        meter.configure(new MeterConfig(10, 3, 10, 3, 2), 0);
        assertThat(colours(meter, 0, 6)).isEqualTo("000112");
        // 0.3 s make three tokens, all for the committed bucket.
        assertThat(colours(meter, 3 * SECOND_NS / 10, 4)).isEqualTo("0002");
        // 0.4 s make four, of which one is too many for it.
        assertThat(colours(meter, 7 * SECOND_NS / 10, 5)).isEqualTo("00012");
        assertThat(colours(meter, 60 * SECOND_NS, 6)).isEqualTo("000112");
    }

    @Test
    void oneRateIsAsTheRfcSays() {
        Random random = new Random(7);
        for (int run = 0; run < 50; run++) {
            int rate = 1 + random.nextInt(1000);
            int committedBurst = random.nextInt(3000);
            int excessBurst = 1 + random.nextInt(3000);
            Meter meter = new Meter();
            meter.configure(
                    new MeterConfig(rate, committedBurst, rate, committedBurst, excessBurst), 0);
            long committed = committedBurst;
            long excess = excessBurst;
            long made = 0;
            long nowNs = 0;
            for (int packet = 0; packet < 200; packet++) {
                nowNs += random.nextInt(2_000_000_000);
                for (long due = total(rate, nowNs); made < due; made++) {
                    if (committed < committedBurst) {
                        committed++;
                    } else if (excess < excessBurst) {
                        excess++;
                    }
                }
                int bytes = 1 + random.nextInt(1500);
                long expected = Meter.RED;
                if (committed >= bytes) {
                    committed -= bytes;
                    expected = Meter.GREEN;
                } else if (excess >= bytes) {
                    excess -= bytes;
                    expected = Meter.YELLOW;
                }
                assertThat(meter.mark(bytes, nowNs)).isEqualTo(expected);
            }
        }
    }

    /** No overflow in a long silence, at 100 Gbit/s and at far higher rates. */
    @Test
    void fastMetersFillAgain() {
        for (long rate : new long[] {12_500_000_000L, Long.MAX_VALUE / 2, Long.MAX_VALUE}) {
            for (long silenceNs : new long[] {999_999_999L, 86_400 * SECOND_NS, 1L << 61}) {
                Meter meter = new Meter();
                meter.configure(new MeterConfig(rate, 5000, rate, 9000), 0);
                assertThat(meter.mark(5000, 0)).isEqualTo(Meter.GREEN);
                assertThat(meter.mark(4000, 0)).isEqualTo(Meter.YELLOW);
                assertThat(meter.mark(1, 0)).isEqualTo(Meter.RED);
                assertThat(meter.mark(5000, silenceNs)).isEqualTo(Meter.GREEN);
                assertThat(meter.mark(4000, silenceNs)).isEqualTo(Meter.YELLOW);
                assertThat(meter.mark(1, silenceNs)).isEqualTo(Meter.RED);
            }
        }
    }

    private static String colours(Meter meter, long nowNs, int packets) {
        StringBuilder colours = new StringBuilder();
        for (int i = 0; i < packets; i++) {
            colours.append(meter.mark(1, nowNs));
        }
        return colours.toString();
    }

    private static long total(long rate, long timeNs) {
        return BigInteger.valueOf(rate)
                .multiply(BigInteger.valueOf(timeNs))
                .divide(BigInteger.valueOf(SECOND_NS))
                .longValueExact();
    }
}
