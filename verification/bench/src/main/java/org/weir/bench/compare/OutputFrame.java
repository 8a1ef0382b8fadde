// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A frame that a switch has sent.
 *
 * @param port by which it went out
 * @param bytes the frame
 */
public record OutputFrame(int port, byte[] bytes) implements Comparable<OutputFrame> {

    @Override
    public boolean equals(Object other) {
        return other instanceof OutputFrame frame
                && port == frame.port
                && Arrays.equals(bytes, frame.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * port + Arrays.hashCode(bytes);
    }

    @Override
    public int compareTo(OutputFrame other) {
        int byPort = Integer.compare(port, other.port);
        return byPort != 0 ? byPort : Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public String toString() {
        return "port " + port + " " + HexFormat.of().formatHex(bytes);
    }
}
