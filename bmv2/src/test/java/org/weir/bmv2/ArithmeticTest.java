// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiled expressions against arithmetic of unlimited size, on random and on extreme operands. */
class ArithmeticTest {

    private static final BigInteger ONE = BigInteger.ONE;

    @ParameterizedTest
    @ValueSource(ints = {8, 24, 32, 64, 72, 128, 200})
    void everyOperatorIsExact(int width) throws Exception {
        TestNetwork network = new TestNetwork(TestNetwork.program("arithmetic"));
        Random random = new Random(width);
        BigInteger all = ONE.shiftLeft(width).subtract(ONE);
        BigInteger half = ONE.shiftLeft(width - 1);
        List<BigInteger> extremes =
                List.of(
                        BigInteger.ZERO,
                        ONE,
                        all,
                        half,
                        half.subtract(ONE),
                        ONE.shiftLeft(width / 2));
        for (int round = 0; round < 300; round++) {
            BigInteger a = round < 36 ? extremes.get(round / 6) : new BigInteger(width, random);
            BigInteger b = round < 36 ? extremes.get(round % 6) : new BigInteger(width, random);
            int places = random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(width);
            String frame =
                    "%02x".formatted(width)
                            + hex(a, width)
                            + hex(b, width)
                            + "%02x".formatted(places);
            List<TestNetwork.Sent> out = network.send(2, frame);
            assertThat(out).hasSize(1);
            assertThat(out.get(0).hex())
                    .as("%d bits: %s, %s, %d", width, a.toString(16), b.toString(16), places)
                    .isEqualTo(frame + expected(a, b, places, width));
        }
    }

    private static String expected(BigInteger a, BigInteger b, int places, int width) {
        BigInteger all = ONE.shiftLeft(width).subtract(ONE);
        BigInteger half = ONE.shiftLeft(width - 1);
        BigInteger signedA = signed(a, width);
        BigInteger signedB = signed(b, width);
        List<BigInteger> results = new ArrayList<>();
        results.add(a.add(b));
        results.add(a.subtract(b));
        results.add(a.multiply(b));
        results.add(a.and(b));
        results.add(a.or(b));
        results.add(a.xor(b));
        results.add(a.not());
        results.add(a.negate());
        results.add(a.shiftLeft(places));
        results.add(a.shiftRight(places));
        results.add(signedA.shiftRight(places));
        results.add(a.add(b).min(all));
        results.add(a.subtract(b).max(BigInteger.ZERO));
        results.add(signedA.add(signedB).max(half.negate()).min(half.subtract(ONE)));
        results.add(signedA.subtract(signedB).max(half.negate()).min(half.subtract(ONE)));
        results.add(a.max(b));
        results.add(a.shiftRight(width / 2).or(a.shiftLeft(width / 2)));
        results.add(signed(a.and(BigInteger.valueOf(255)), 8));
        StringBuilder text = new StringBuilder();
        results.forEach(result -> text.append(hex(result.and(all), width)));
        int bits = a.compareTo(b) < 0 ? 1 : 0;
        bits = bits << 1 | (a.compareTo(b) <= 0 ? 1 : 0);
        bits = bits << 1 | (a.equals(b) ? 1 : 0);
        bits = bits << 1 | (signedA.compareTo(signedB) < 0 ? 1 : 0);
        return text.append("%02x".formatted(bits << 4)).toString();
    }

    private static BigInteger signed(BigInteger value, int width) {
        return value.testBit(width - 1) ? value.subtract(ONE.shiftLeft(width)) : value;
    }

    private static String hex(BigInteger value, int width) {
        String digits = value.toString(16);
        return "0".repeat(width / 4 - digits.length()) + digits;
    }
}
