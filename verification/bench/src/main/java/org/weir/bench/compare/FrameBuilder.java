// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.weir.wire.packet.InternetChecksum;

/** Puts a frame together, field by field. */
final class FrameBuilder {

    private byte[] bytes = new byte[256];
    private int bits;

    /** Appends a field of up to 64 bits. */
    FrameBuilder put(long value, int width) {
        reserve(width);
        for (int i = width - 1; i >= 0; i--) {
            if ((value >>> i & 1) != 0) {
                bytes[bits >> 3] |= (byte) (0x80 >> (bits & 7));
            }
            bits++;
        }
        return this;
    }

    /** Appends a field of any width. */
    FrameBuilder put(BigInteger value, int width) {
        reserve(width);
        for (int i = width - 1; i >= 0; i--) {
            if (value.testBit(i)) {
                bytes[bits >> 3] |= (byte) (0x80 >> (bits & 7));
            }
            bits++;
        }
        return this;
    }

    /** Appends random bytes. */
    FrameBuilder random(int count, Random random) {
        byte[] appended = new byte[count];
        random.nextBytes(appended);
        reserve(count * 8);
        if ((bits & 7) != 0) {
            throw new IllegalStateException("not at the start of a byte");
        }
        System.arraycopy(appended, 0, bytes, bits >> 3, count);
        bits += count * 8;
        return this;
    }

    private void reserve(int width) {
        if ((bits + width + 7) / 8 > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, (bits + width + 7) / 8));
        }
    }

    /** Bytes so far. */
    int length() {
        return bits >> 3;
    }

    /** Sets 16 bits that have been appended. */
    void set16(int at, int value) {
        bytes[at] = (byte) (value >> 8);
        bytes[at + 1] = (byte) value;
    }

    /** The Internet checksum of bytes that have been appended. */
    int checksum(int from, int to) {
        return InternetChecksum.of(bytes, from, to - from);
    }

    byte[] build() {
        return Arrays.copyOf(bytes, (bits + 7) / 8);
    }

    /**
     * Damages a frame: one in four is cut short, one in six has some bits turned, and a few are
     * nothing but random.
     */
    static byte[] damage(byte[] frame, Random random) {
        byte[] damaged = frame;
        if (random.nextInt(6) == 0) {
            damaged = frame.clone();
            for (int turned = 1 + random.nextInt(4); turned > 0; turned--) {
                int bit = random.nextInt(damaged.length * 8);
                damaged[bit >> 3] ^= (byte) (0x80 >> (bit & 7));
            }
        }
        if (random.nextInt(4) == 0) {
            damaged = Arrays.copyOf(damaged, 1 + random.nextInt(damaged.length));
        }
        if (random.nextInt(40) == 0) {
            damaged = new byte[1 + random.nextInt(random.nextInt(8) == 0 ? 9000 : 128)];
            random.nextBytes(damaged);
        }
        return damaged;
    }
}
