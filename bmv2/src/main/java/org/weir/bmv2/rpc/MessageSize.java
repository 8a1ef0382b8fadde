// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.rpc;

/** Bound of the messages of a stream that has more to send. */
public final class MessageSize {

    /**
     * Bytes at which a message ends, so that it is well within gRPC's default limit of 4 MiB for a
     * message.
     */
    public static final int FULL_BYTES = 1 << 20;

    private MessageSize() {}
}
