// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

/** A {@link Transport} in one host. All methods are called on the engine's thread. */
public interface Endpoint {
    /** Begins to send a message. */
    void send(Message message);

    /**
     * Takes a frame that has arrived at this host. The frame must not be changed.
     *
     * @return true if the frame belongs to this transport; the host handles all others
     */
    boolean receive(byte[] frame);

    /**
     * Called when the host's port holds no frame any more, so that the next frame would leave at
     * once.
     */
    void onPortFree();
}
