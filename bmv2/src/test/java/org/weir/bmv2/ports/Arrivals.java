// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Frames that a port has received, and its link's states. */
public final class Arrivals implements FrameListener, LinkListener {

    /** Far longer than anything takes; only a failing test waits for so long. */
    private static final int PATIENCE_SECONDS = 20;

    private final BlockingQueue<byte[]> frames = new LinkedBlockingQueue<>();
    private final BlockingQueue<Boolean> links = new LinkedBlockingQueue<>();

    @Override
    public void frame(byte[] buffer, int offset, int length) {
        frames.add(Arrays.copyOfRange(buffer, offset, offset + length));
    }

    @Override
    public void link(boolean up) {
        links.add(up);
    }

    /** The next frame. */
    public byte[] next() throws InterruptedException {
        byte[] frame = frames.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(frame).as("a frame").isNotNull();
        return frame;
    }

    /** Whether no frame waits to be looked at. */
    public boolean isEmpty() {
        return frames.isEmpty();
    }

    /** Waits until a value is what it should become. */
    public static void await(LongSupplier value, long expected) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (value.getAsLong() != expected && System.nanoTime() < deadlineNs) {
            Thread.yield();
        }
        assertThat(value.getAsLong()).isEqualTo(expected);
    }

    /** Waits until the link is in a state. */
    public void awaitLink(boolean up) throws InterruptedException {
        Boolean state;
        do {
            state = links.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(state).as("link becomes " + (up ? "up" : "down")).isNotNull();
        } while (state != up);
    }
}
