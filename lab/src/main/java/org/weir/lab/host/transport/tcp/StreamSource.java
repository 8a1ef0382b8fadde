// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

/** Content of a stream that a connection sends. */
@FunctionalInterface
public interface StreamSource {
    /** A stream of zeros. */
    StreamSource ZEROS = (from, length) -> null;

    /**
     * Bytes of the stream.
     *
     * @param from position of the first
     * @return the bytes; null when all are zero
     */
    byte[] bytes(long from, int length);
}
