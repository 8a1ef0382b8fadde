// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.link;

import java.util.Arrays;

/**
 * Frames that have arrived and are used again for others of the same length: a network's frames
 * then stay in the processor's cache. It never holds more than were under way at once. Not
 * thread-safe; one for each network.
 */
public final class FramePool {
    /** Longer frames are not kept. */
    private static final int LONGEST_BYTES = 9216;

    private static final int INITIAL_FRAMES = 16;

    private final byte[][][] frames = new byte[LONGEST_BYTES + 1][][];
    private final int[] counts = new int[LONGEST_BYTES + 1];

    /** A frame of its own with a range's bytes. */
    public byte[] copyOf(byte[] bytes, int offset, int length) {
        byte[] frame;
        if (length <= LONGEST_BYTES && counts[length] > 0) {
            frame = frames[length][--counts[length]];
        } else {
            frame = new byte[length];
        }
        System.arraycopy(bytes, offset, frame, 0, length);
        return frame;
    }

    /**
     * Takes back a frame that is no longer used.
     *
     * @param frame of {@link #copyOf}: with others the pool would grow beyond what is ever under
     *     way
     */
    public void giveBack(byte[] frame) {
        int length = frame.length;
        if (length > LONGEST_BYTES) {
            return;
        }
        byte[][] own = frames[length];
        if (own == null) {
            own = new byte[INITIAL_FRAMES][];
            frames[length] = own;
        } else if (counts[length] == own.length) {
            own = Arrays.copyOf(own, 2 * own.length);
            frames[length] = own;
        }
        own[counts[length]++] = frame;
    }

    /** Frames that it holds now. */
    public int size() {
        return Arrays.stream(counts).sum();
    }
}
