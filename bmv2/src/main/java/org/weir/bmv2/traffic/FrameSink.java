// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

/** Receiver of a port's frames. */
@FunctionalInterface
public interface FrameSink {

    /**
     * Takes a frame whose last bit has just left the port.
     *
     * @param buffer holds the frame, and belongs to the switch again when this returns
     * @param offset of the frame's first byte
     * @param length of the frame in bytes
     */
    void frame(byte[] buffer, int offset, int length);
}
