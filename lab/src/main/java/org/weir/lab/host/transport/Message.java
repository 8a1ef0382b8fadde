// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

import org.weir.lab.packet.IpAddress;

/**
 * Bytes that an application wants to be somewhere else: a flow with an end.
 *
 * @param id unique in its network, from 0, without great gaps
 * @param destination of the source's IP version
 * @param dscp 0 to 63
 * @param bytes of the application, at least 1
 */
public record Message(int id, IpAddress destination, int dscp, long bytes) {
    /** Checks the length. */
    public Message {
        if (bytes < 1) {
            throw new IllegalArgumentException("bytes must be above 0, not " + bytes);
        }
    }
}
