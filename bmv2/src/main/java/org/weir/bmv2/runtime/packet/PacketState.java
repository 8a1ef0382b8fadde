// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.packet;

import java.util.Arrays;

/**
 * A packet on its way through the switch: its bytes, and what the architecture keeps of it.
 * Generated code adds the program's headers and metadata as plain fields. Instances are used again
 * and again.
 */
public abstract class PacketState {

    /** Parsing went through. */
    public static final int NO_ERROR = 0;

    private static final int HEADROOM_BYTES = 128;

    /** Fields are read by whole words, which may reach beyond the last byte. */
    private static final int SLACK_BYTES = 16;

    /** The frame's bytes, with room before and after. */
    public byte[] data = new byte[HEADROOM_BYTES + 1600 + SLACK_BYTES];

    /** Pool that the packet is returned to. */
    PacketPool pool;

    /** Index of the frame's first byte. */
    public int start;

    /** Index of the first byte that has not been extracted. */
    public int position;

    /** Index after the frame's last byte. */
    public int end;

    /** Length of the frame in bytes as it entered ingress, which counters and meters count. */
    public int ingressLength;

    /** Length in bytes with the headers that have been added and removed since. */
    public int length;

    /** Port the frame came in by. */
    public int ingressPort;

    /** Queue's port and number. */
    public int egressPort;

    /** Priority queue the packet waits in. */
    public int queue;

    /** Code of the parser error, {@link #NO_ERROR} when there was none. */
    public int parserError;

    /** Whether a checksum that the program verifies was wrong. */
    public boolean checksumError;

    /** Whether the program ended the pipeline. */
    public boolean exited;

    /** Whether an assertion of the program failed; the packet is dropped. */
    public boolean failed;

    /** Whether a clone is to be made. */
    public boolean cloned;

    /** Mirror session of that clone. */
    public int cloneSession;

    /** Field list that the clone keeps. */
    public int cloneFields;

    /** Time at which the packet was put into its queue. */
    public long enqueuedNs;

    /** Number of the digest to send; 0 for none. */
    public int digest;

    /** Field list of the resubmission that is to be made; 0 for none. */
    public int resubmitFields;

    /** Field list of the recirculation that is to be made; 0 for none. */
    public int recirculateFields;

    /** Most bytes to send. */
    public int truncateBytes = Integer.MAX_VALUE;

    /** Reads a field of the standard metadata; 0 where the program does not have it. */
    public abstract long standard(int field);

    /** Writes a field of the standard metadata, as many bits as it has. */
    public abstract void setStandard(int field, long value);

    /** Makes all headers invalid and all fields zero. */
    public abstract void clear();

    /** Makes all metadata zero. */
    public abstract void clearMetadata();

    /** Takes over all headers and metadata of another packet of the same program. */
    public abstract void copyFieldsFrom(PacketState other);

    /** Takes over bytes as the frame. */
    public final void setFrame(byte[] source, int offset, int bytes) {
        ensureCapacity(bytes);
        start = HEADROOM_BYTES;
        position = start;
        end = start + bytes;
        System.arraycopy(source, offset, data, start, bytes);
    }

    /** Takes over the bytes of another packet that it has not extracted. */
    public final void copyPayloadFrom(PacketState other) {
        setFrame(other.data, other.position, other.end - other.position);
    }

    /** Takes the frame of another packet, which gets this one's buffer for it. */
    public final void swapFrameWith(PacketState other) {
        byte[] own = data;
        data = other.data;
        other.data = own;
        start = other.start;
        position = other.start;
        end = other.end;
    }

    /** Forgets what the pipelines asked for. */
    public final void clearRequests() {
        parserError = NO_ERROR;
        checksumError = false;
        exited = false;
        failed = false;
        cloned = false;
        cloneSession = 0;
        cloneFields = 0;
        digest = 0;
        resubmitFields = 0;
        recirculateFields = 0;
        truncateBytes = Integer.MAX_VALUE;
    }

    /** Sends no more bytes than a length, nor than any length asked for before. */
    public final void truncate(long bytes) {
        if (bytes >= 0 && bytes < truncateBytes) {
            truncateBytes = (int) bytes;
        }
    }

    /** Bytes that have not been extracted, as far as they will be sent at most. */
    public final int payloadBytes() {
        return Math.min(end - position, truncateBytes);
    }

    /** Gives the packet back to where it was taken from; it must not be touched any more. */
    public final void release() {
        pool.put(this);
    }

    /** Bytes that have not been extracted. */
    public final int remaining() {
        return end - position;
    }

    /**
     * Makes room for headers before what has not been extracted; returns the index of their first
     * byte.
     */
    public final int prepend(int bytes) {
        if (position < bytes) {
            int shift = bytes - position + HEADROOM_BYTES;
            byte[] wider = new byte[data.length + shift];
            System.arraycopy(data, position, wider, position + shift, end - position);
            data = wider;
            position += shift;
            end += shift;
        }
        start = position - bytes;
        return start;
    }

    /** The frame as an array of its own. */
    public final byte[] frame() {
        return Arrays.copyOfRange(data, start, end);
    }

    private void ensureCapacity(int bytes) {
        int needed = HEADROOM_BYTES + bytes + SLACK_BYTES;
        if (data.length < needed) {
            data = new byte[needed];
        }
    }
}
