// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class InternetChecksumTest {
    @Test
    void rangesOfAnyPlaceAndLengthHaveTheSumOfTheir16BitWords() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[200];
            if (i % 3 > 0) {
                random.nextBytes(bytes);
            }
            int offset = random.nextInt(100);
            int length = random.nextInt(100);
            long start = random.nextInt(1 << 20);

            long sum = InternetChecksum.add(start, bytes, offset, length);

            assertThat(InternetChecksum.fold(sum)).isEqualTo(folded(start, bytes, offset, length));
        }
    }

    /** RFC 1071 word by word. */
    private static int folded(long start, byte[] bytes, int offset, int length) {
        long sum = start;
        for (int i = 0; i < length; i++) {
            sum += (bytes[offset + i] & 0xffL) << (i % 2 == 0 ? 8 : 0);
        }
        while (sum > 0xffff) {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return (int) sum;
    }
}
