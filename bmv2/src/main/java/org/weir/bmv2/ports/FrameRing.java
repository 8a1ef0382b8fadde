// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Frames on their way from one thread to another, one behind the other in one array: neither side
 * takes a lock or makes an object. When it is full it takes no more, so that the one who is too
 * fast waits and not the one who is too slow.
 */
final class FrameRing {

    /** A frame is preceded by its length, and both start at a multiple of this. */
    private static final int ALIGNMENT = 8;

    /** Mark in the place of a length: the next frame is at the start of the array. */
    private static final int WRAPPED = -1;

    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final byte[] bytes;
    private final int mask;

    /** Bytes ever written and ever read, filling included. */
    private final AtomicLong written = new AtomicLong();

    private final AtomicLong read = new AtomicLong();

    /** Latest value of {@link #read} that the writer has seen; the writer's own. */
    private long readSeen;

    /**
     * An empty ring.
     *
     * @param capacityBytes a power of two, more than twice the longest frame
     */
    FrameRing(int capacityBytes) {
        if (Integer.bitCount(capacityBytes) != 1) {
            throw new IllegalArgumentException("capacityBytes must be a power of two");
        }
        bytes = new byte[capacityBytes];
        mask = capacityBytes - 1;
    }

    /** Longest frame that always fits in when the ring is empty. */
    int maxFrameBytes() {
        return bytes.length / 2 - ALIGNMENT;
    }

    /** Writes a frame; returns whether there was room. To be called by one thread. */
    boolean offer(byte[] buffer, int offset, int length) {
        int needed = ALIGNMENT + (length + ALIGNMENT - 1 & -ALIGNMENT);
        long position = written.getPlain();
        int at = (int) position & mask;
        int filling = bytes.length - at < needed ? bytes.length - at : 0;
        if (position + filling + needed - readSeen > bytes.length) {
            readSeen = read.getAcquire();
            if (position + filling + needed - readSeen > bytes.length) {
                return false;
            }
        }
        if (filling > 0) {
            INT.set(bytes, at, WRAPPED);
            at = 0;
        }
        INT.set(bytes, at, length);
        System.arraycopy(buffer, offset, bytes, at + ALIGNMENT, length);
        written.setRelease(position + filling + needed);
        return true;
    }

    /**
     * Hands on the frames at the front, oldest first. To be called by one thread.
     *
     * @param maxFrames largest number of frames
     * @return number of frames
     */
    int drain(FrameListener listener, int maxFrames) {
        // Volatile, so that a thread about to sleep sees all that was written before it said so.
        long end = written.get();
        long position = read.getPlain();
        int frames = 0;
        while (position != end && frames < maxFrames) {
            int at = (int) position & mask;
            int length = (int) INT.get(bytes, at);
            if (length == WRAPPED) {
                position += bytes.length - at;
                continue;
            }
            position += ALIGNMENT + (length + ALIGNMENT - 1 & -ALIGNMENT);
            frames++;
            try {
                listener.frame(bytes, at + ALIGNMENT, length);
            } finally {
                read.setRelease(position);
            }
        }
        return frames;
    }
}
