// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Messages that one call sends or receives: {@code struct mmsghdr}s of 64-bit Linux, each with one
 * {@code iovec}, and the memory that they point to. Data are read and written through byte buffers,
 * which the JVM does without a native call.
 */
final class MessageBatch {

    private static final int MMSGHDR_BYTES = 64;
    private static final int IOVEC_BYTES = 16;

    private static final int MSG_IOV = 16;
    private static final int MSG_IOVLEN = 24;
    private static final int MSG_CONTROL = 32;
    private static final int MSG_CONTROLLEN = 40;
    private static final int MSG_LEN = 56;

    private final int frameBytes;
    private final int strideBytes;
    private final int controlBytes;
    private final Memory headers;
    private final Memory vectors;
    private final Memory frames;
    private final Memory controls;
    private final ByteBuffer headerBuffer;
    private final ByteBuffer vectorBuffer;
    private final ByteBuffer frameBuffer;
    private final ByteBuffer controlBuffer;

    /**
     * A batch.
     *
     * @param messages largest number of messages
     * @param frameBytes longest frame
     * @param controlBytes of ancillary data for each, a multiple of 8; 0 for none
     */
    MessageBatch(int messages, int frameBytes, int controlBytes) {
        this.frameBytes = frameBytes;
        this.controlBytes = controlBytes;
        // Frames whose addresses differ by a power of two would share a few lines of the cache.
        strideBytes = (frameBytes + 63) / 64 * 64 + 64;
        headers = new Memory((long) messages * MMSGHDR_BYTES);
        vectors = new Memory((long) messages * IOVEC_BYTES);
        frames = new Memory((long) messages * strideBytes);
        controls = new Memory(Math.max(8, (long) messages * controlBytes));
        headerBuffer = buffer(headers);
        vectorBuffer = buffer(vectors);
        frameBuffer = buffer(frames);
        controlBuffer = buffer(controls);
        headers.clear();
        for (int i = 0; i < messages; i++) {
            long vector = Pointer.nativeValue(vectors) + (long) i * IOVEC_BYTES;
            headerBuffer.putLong(i * MMSGHDR_BYTES + MSG_IOV, vector);
            headerBuffer.putLong(i * MMSGHDR_BYTES + MSG_IOVLEN, 1);
            if (controlBytes > 0) {
                headerBuffer.putLong(
                        i * MMSGHDR_BYTES + MSG_CONTROL,
                        Pointer.nativeValue(controls) + (long) i * controlBytes);
            }
            vectorBuffer.putLong(
                    i * IOVEC_BYTES, Pointer.nativeValue(frames) + (long) i * strideBytes);
            vectorBuffer.putLong(i * IOVEC_BYTES + 8, frameBytes);
            reset(i);
        }
    }

    private static ByteBuffer buffer(Memory memory) {
        return memory.getByteBuffer(0, memory.size()).order(ByteOrder.nativeOrder());
    }

    /** Longest frame. */
    int frameBytes() {
        return frameBytes;
    }

    /** Address of a message's header, for the call. */
    long address(int message) {
        return Pointer.nativeValue(headers) + (long) message * MMSGHDR_BYTES;
    }

    /** Offset of a message's frame in {@link #frames}. */
    int offset(int message) {
        return message * strideBytes;
    }

    /** All messages' frames. */
    ByteBuffer frames() {
        return frameBuffer;
    }

    /** Offset of a message's ancillary data in {@link #controls}. */
    int controlOffset(int message) {
        return message * controlBytes;
    }

    /** All messages' ancillary data. */
    ByteBuffer controls() {
        return controlBuffer;
    }

    /** Bytes of ancillary data received with a message. */
    int controlLength(int message) {
        return (int) headerBuffer.getLong(message * MMSGHDR_BYTES + MSG_CONTROLLEN);
    }

    /** Bytes received or sent of a message. */
    int length(int message) {
        return headerBuffer.getInt(message * MMSGHDR_BYTES + MSG_LEN);
    }

    /** Says how many bytes of {@link #frames} are to be sent as a message. */
    void setLength(int message, int length) {
        vectorBuffer.putLong(message * IOVEC_BYTES + 8, length);
    }

    /** Bytes of a message that are to be sent. */
    int bytesToSend(int message) {
        return (int) vectorBuffer.getLong(message * IOVEC_BYTES + 8);
    }

    /** Makes a message ready to receive again. */
    void reset(int message) {
        headerBuffer.putLong(message * MMSGHDR_BYTES + MSG_CONTROLLEN, controlBytes);
    }
}
