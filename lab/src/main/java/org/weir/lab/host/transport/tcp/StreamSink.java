// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import org.weir.lab.host.transport.tcp.receive.StreamReader;

/** Application at the receiving end of a connection. */
interface StreamSink extends StreamReader {
    /** A sink that takes nothing. */
    StreamSink NONE = (bytes, at, length) -> {};

    /**
     * A segment came with bytes that had not come before, in order or not.
     *
     * @param delayNs since its sender handed it to its port, ns; −1 without timestamps
     */
    default void onSegment(long delayNs, long newBytes) {}
}
