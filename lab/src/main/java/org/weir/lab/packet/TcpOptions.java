// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.packet;

import java.nio.ByteBuffer;

/**
 * Options of a TCP header that the lab's TCP uses: RFC 9293 (maximum segment size), RFC 7323
 * (window scale, timestamps), RFC 2018 (selective acknowledgement), RFC 9768 (AccECN).
 *
 * @param mss maximum segment size, bytes; −1 without the option
 * @param windowScale shift of the window, 0 to 14; −1 without the option
 * @param sackPermitted whether the sender takes selective acknowledgements
 * @param hasTimestamps whether the next two are there
 * @param timestamp TSval, the sender's clock
 * @param timestampEcho TSecr, the clock that the sender heard last
 * @param sack left and right edges of selectively acknowledged ranges, alternating; may be empty
 * @param accEcn counters of marks; null without the option
 */
public record TcpOptions(
        int mss,
        int windowScale,
        boolean sackPermitted,
        boolean hasTimestamps,
        int timestamp,
        int timestampEcho,
        int[] sack,
        AccEcnOption accEcn) {
    /** No options. */
    public static final TcpOptions NONE = new TcpOptions(-1, -1, false, false, 0, 0, new int[0]);

    /** Most bytes of options in a header. */
    public static final int MAX_BYTES = 40;

    /** Length of two padding bytes and the timestamps. */
    public static final int TIMESTAMP_BYTES = 12;

    /** Largest shift of the window that RFC 7323 allows. */
    public static final int MAX_WINDOW_SCALE = 14;

    private static final int END = 0;
    private static final int NO_OPERATION = 1;
    private static final int MSS = 2;
    private static final int WINDOW_SCALE = 3;
    private static final int SACK_PERMITTED = 4;
    private static final int SACK = 5;
    private static final int TIMESTAMPS = 8;
    private static final int EDGE_BYTES = 4;
    private static final int RANGE_BYTES = 8;

    /** Options without AccECN. */
    public TcpOptions(
            int mss,
            int windowScale,
            boolean sackPermitted,
            boolean hasTimestamps,
            int timestamp,
            int timestampEcho,
            int[] sack) {
        this(mss, windowScale, sackPermitted, hasTimestamps, timestamp, timestampEcho, sack, null);
    }

    /** The same with AccECN; null for none. */
    public TcpOptions with(AccEcnOption option) {
        return new TcpOptions(
                mss,
                windowScale,
                sackPermitted,
                hasTimestamps,
                timestamp,
                timestampEcho,
                sack,
                option);
    }

    /** The options of a segment that carries timestamps alone. */
    public static TcpOptions timestamps(int value, int echo) {
        return new TcpOptions(-1, -1, false, true, value, echo, new int[0]);
    }

    /** Length on the wire, with padding to whole words. */
    public int bytes() {
        int bytes = hasTimestamps ? TIMESTAMP_BYTES : 0;
        bytes += mss >= 0 ? 4 : 0;
        bytes += windowScale >= 0 ? 4 : 0;
        bytes += sackPermitted ? 4 : 0;
        bytes += accEcn == null ? 0 : accEcn.bytes();
        return bytes + (sack.length > 0 ? 4 + EDGE_BYTES * sack.length : 0);
    }

    /**
     * Ranges that fit into a header beside other options.
     *
     * @param otherBytes length of those
     */
    public static int rangesBeside(int otherBytes) {
        return Math.max(0, (MAX_BYTES - otherBytes - 4) / RANGE_BYTES);
    }

    /** The options on the wire, whole words of 4 bytes; timestamps come first. */
    public byte[] toBytes() {
        ByteBuffer words = ByteBuffer.allocate(bytes());
        if (hasTimestamps) {
            pad(words, 2).put((byte) TIMESTAMPS).put((byte) 10);
            words.putInt(timestamp).putInt(timestampEcho);
        }
        if (mss >= 0) {
            words.put((byte) MSS).put((byte) 4).putShort((short) mss);
        }
        if (windowScale >= 0) {
            pad(words, 1).put((byte) WINDOW_SCALE).put((byte) 3).put((byte) windowScale);
        }
        if (sackPermitted) {
            pad(words, 2).put((byte) SACK_PERMITTED).put((byte) 2);
        }
        if (sack.length > 0) {
            pad(words, 2).put((byte) SACK).put((byte) (2 + EDGE_BYTES * sack.length));
            for (int edge : sack) {
                words.putInt(edge);
            }
        }
        if (accEcn != null) {
            accEcn.write(words);
        }
        return words.array();
    }

    private static ByteBuffer pad(ByteBuffer words, int bytes) {
        for (int i = 0; i < bytes; i++) {
            words.put((byte) NO_OPERATION);
        }
        return words;
    }

    /** Reads options; those after one of a wrong length are left out. */
    static TcpOptions read(ByteBuffer frame, int from, int end) {
        if (from == end) {
            return NONE;
        }
        int mss = -1;
        int windowScale = -1;
        boolean sackPermitted = false;
        boolean hasTimestamps = false;
        int timestamp = 0;
        int echo = 0;
        int[] sack = NONE.sack;
        AccEcnOption accEcn = null;
        int at = from;
        while (at < end && frame.get(at) != END) {
            int kind = frame.get(at) & 0xff;
            if (kind == NO_OPERATION) {
                at++;
                continue;
            }
            int length = at + 1 < end ? frame.get(at + 1) & 0xff : 0;
            if (length < 2 || at + length > end) {
                break;
            }
            if (kind == MSS && length == 4) {
                mss = frame.getShort(at + 2) & 0xffff;
            } else if (kind == WINDOW_SCALE && length == 3) {
                windowScale = Math.min(MAX_WINDOW_SCALE, frame.get(at + 2) & 0xff);
            } else if (kind == SACK_PERMITTED && length == 2) {
                sackPermitted = true;
            } else if (kind == TIMESTAMPS && length == 10) {
                hasTimestamps = true;
                timestamp = frame.getInt(at + 2);
                echo = frame.getInt(at + 6);
            } else if (kind == SACK && length % RANGE_BYTES == 2) {
                sack = new int[(length - 2) / EDGE_BYTES];
                for (int i = 0; i < sack.length; i++) {
                    sack[i] = frame.getInt(at + 2 + EDGE_BYTES * i);
                }
            }
            if (kind == AccEcnOption.KIND_0 || kind == AccEcnOption.KIND_1) {
                accEcn = AccEcnOption.read(frame, at, length);
            }
            at += length;
        }
        return new TcpOptions(
                mss, windowScale, sackPermitted, hasTimestamps, timestamp, echo, sack, accEcn);
    }
}
