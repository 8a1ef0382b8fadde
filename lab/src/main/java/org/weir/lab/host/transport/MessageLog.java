// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

/** Receiver of the events of messages, from the transports of all hosts. */
public interface MessageLog {
    /** Notes nothing. */
    MessageLog NONE = new MessageLog() {};

    /**
     * A packet of a message came that had not come before.
     *
     * @param delayNs since it was handed to its host's port, ns
     * @param bytes of the message in it
     */
    default void received(int messageId, long delayNs, int bytes) {}

    /** The whole message is there. */
    default void delivered(int messageId, long nowNs) {}

    /** A packet was sent once more. */
    default void resent(int messageId) {}
}
