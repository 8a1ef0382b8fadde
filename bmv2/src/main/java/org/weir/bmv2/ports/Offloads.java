// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Makes frames as they would be on a wire of what Linux hands between interfaces: completes
 * checksums, cuts aggregates of TCP and UDP into frames, and puts VLAN tags back. The work to do
 * stands before each frame in a {@code struct virtio_net_hdr} (VIRTIO 1.2, section 5.1.6).
 */
final class Offloads {

    /** Size of {@code struct virtio_net_hdr}. */
    static final int HEADER_BYTES = 10;

    /** Longest aggregate that Linux makes, with its headers. */
    static final int MAX_RECEIVED_BYTES = HEADER_BYTES + 65536 + 18;

    private static final int VLAN_TAG_BYTES = 4;
    private static final int ADDRESS_BYTES = 12;

    private static final int NEEDS_CSUM = 1;
    private static final int GSO_NONE = 0;

    private static final int CSUM_START = 6;
    private static final int CSUM_OFFSET = 8;

    private final FrameListener frames;

    /** The frame, after room for a VLAN tag. */
    private final byte[] frame = new byte[VLAN_TAG_BYTES + MAX_RECEIVED_BYTES];

    private final Segmentation segmentation;

    Offloads(FrameListener frames) {
        this.frames = frames;
        this.segmentation = new Segmentation(frames);
    }

    /**
     * Takes a message and hands on the frames in it.
     *
     * @param message holds it, in this machine's byte order
     * @param offset of its {@code virtio_net_hdr}
     * @param length of header and frame in bytes
     * @param vlan TPID and TCI of a tag that is to be put back, 0 for none
     * @return whether it could be read
     */
    boolean take(ByteBuffer message, int offset, int length, int vlan) {
        int bytes = length - HEADER_BYTES;
        if (bytes < 14 || length > MAX_RECEIVED_BYTES) {
            return false;
        }
        int start = VLAN_TAG_BYTES;
        message.get(offset + HEADER_BYTES, frame, start, bytes);
        int flags = message.get(offset);
        int gsoType = message.get(offset + 1) & 0xff;
        if (flags == 0 && gsoType == GSO_NONE) {
            return hand(start, bytes, vlan);
        }
        int checksumStart = message.getShort(offset + CSUM_START) & 0xffff;
        int checksumAt = checksumStart + (message.getShort(offset + CSUM_OFFSET) & 0xffff);
        if (gsoType != GSO_NONE) {
            int segmentBytes = message.getShort(offset + 4) & 0xffff;
            if (vlan != 0) {
                insert(vlan);
                start = 0;
                bytes += VLAN_TAG_BYTES;
                checksumStart += VLAN_TAG_BYTES;
            }
            return (flags & NEEDS_CSUM) != 0
                    && segmentation.cut(frame, start, bytes, checksumStart, segmentBytes, gsoType);
        }
        if ((flags & NEEDS_CSUM) != 0) {
            if (checksumAt + 2 > bytes) {
                return false;
            }
            InternetChecksum.complete(frame, start, bytes, checksumStart, checksumAt);
        }
        return hand(start, bytes, vlan);
    }

    private boolean hand(int start, int bytes, int vlan) {
        if (vlan == 0) {
            frames.frame(frame, start, bytes);
        } else {
            insert(vlan);
            frames.frame(frame, start - VLAN_TAG_BYTES, bytes + VLAN_TAG_BYTES);
        }
        return true;
    }

    /** Puts a tag between the addresses and what follows them. */
    private void insert(int vlan) {
        System.arraycopy(frame, VLAN_TAG_BYTES, frame, 0, ADDRESS_BYTES);
        ByteBuffer.wrap(frame).order(ByteOrder.BIG_ENDIAN).putInt(ADDRESS_BYTES, vlan);
    }
}
