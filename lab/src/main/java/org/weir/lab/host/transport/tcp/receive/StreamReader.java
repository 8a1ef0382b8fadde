// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.receive;

/** Application that reads a stream: it takes each byte as soon as all before it are there. */
public interface StreamReader {
    /** Reads nothing. */
    StreamReader NONE = (bytes, at, length) -> {};

    /**
     * Takes the next bytes of the stream.
     *
     * @param bytes an array that holds them; it belongs to the network
     * @param at offset of the first
     */
    void onData(byte[] bytes, int at, int length);

    /** The stream has ended. */
    default void onEnd() {}
}
