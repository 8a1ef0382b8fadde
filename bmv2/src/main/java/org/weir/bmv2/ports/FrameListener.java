// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

/** Receiver of the frames that come in by a port. */
@FunctionalInterface
public interface FrameListener {

    /**
     * A frame that came in.
     *
     * @param buffer holds the frame, and belongs to the port again when this returns
     * @param offset of the first byte of the destination address
     * @param length of the frame in bytes, VLAN tags included
     */
    void frame(byte[] buffer, int offset, int length);

    /** Called after the last of some frames that were read together. */
    default void endOfBatch() {}
}
