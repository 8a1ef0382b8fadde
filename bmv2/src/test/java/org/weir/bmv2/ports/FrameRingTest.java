// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Against a queue of copies, and between two threads. */
class FrameRingTest {

    private static final int CAPACITY_BYTES = 1024;
    private static final int LONGEST_BYTES = 204;

    @Test
    void holdsWhatAQueueHolds() {
        FrameRing ring = new FrameRing(CAPACITY_BYTES);
        Queue<byte[]> model = new ArrayDeque<>();
        Random random = new Random(1);
        int refused = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] source = new byte[random.nextInt(LONGEST_BYTES - 4) + 5];
            random.nextBytes(source);
            int offset = random.nextInt(5);
            int length = random.nextInt(source.length - offset + 1);
            if (ring.offer(source, offset, length)) {
                model.add(Arrays.copyOfRange(source, offset, offset + length));
            } else {
                refused++;
                // It refuses only what could not fit: lengths and padding, and one wrap.
                int held = model.stream().mapToInt(frame -> frame.length + 16).sum();
                assertThat(held + length + 16 + LONGEST_BYTES + 16).isGreaterThan(CAPACITY_BYTES);
            }
            int wanted = random.nextInt(3);
            int before = model.size();
            int taken =
                    ring.drain(
                            (buffer, at, bytes) ->
                                    assertThat(Arrays.copyOfRange(buffer, at, at + bytes))
                                            .isEqualTo(model.remove()),
                            wanted);
            assertThat(taken).isEqualTo(Math.min(wanted, before));
        }
        assertThat(refused).isPositive();
    }

    @Test
    void keepsOrderBetweenThreads() throws Exception {
        FrameRing ring = new FrameRing(CAPACITY_BYTES);
        int frames = 60_000;
        CompletableFuture<Integer> reader =
                CompletableFuture.supplyAsync(
                        () -> {
                            int[] next = {0};
                            while (next[0] < frames) {
                                int taken =
                                        ring.drain(
                                                (buffer, at, bytes) -> {
                                                    byte[] expected = frame(next[0]++);
                                                    if (!Arrays.equals(
                                                            expected,
                                                            0,
                                                            expected.length,
                                                            buffer,
                                                            at,
                                                            at + bytes)) {
                                                        throw new AssertionError(
                                                                "frame " + next[0]);
                                                    }
                                                },
                                                16);
                                if (taken == 0) {
                                    Thread.yield();
                                }
                            }
                            return next[0];
                        });
        for (int i = 0; i < frames; i++) {
            byte[] frame = frame(i);
            while (!ring.offer(frame, 0, frame.length) && !reader.isDone()) {
                Thread.yield();
            }
        }
        assertThat(reader.get(60, TimeUnit.SECONDS)).isEqualTo(frames);
    }

    private static byte[] frame(int number) {
        byte[] frame = new byte[4 + number % 97];
        Arrays.fill(frame, (byte) (number * 31));
        return frame;
    }

    @Test
    void framesUpToHalfOfItAlwaysFitAnEmptyOne() {
        for (int before = 0; before < CAPACITY_BYTES / 8; before++) {
            FrameRing ring = new FrameRing(CAPACITY_BYTES);
            for (int i = 0; i < before; i++) {
                assertThat(ring.offer(new byte[0], 0, 0)).isTrue();
                ring.drain((buffer, offset, length) -> {}, 1);
            }
            int longest = CAPACITY_BYTES / 2 - 8;
            assertThat(ring.offer(new byte[longest], 0, longest)).isTrue();
        }
        assertThatThrownBy(() -> new FrameRing(1000)).hasMessageContaining("power of two");
    }
}
