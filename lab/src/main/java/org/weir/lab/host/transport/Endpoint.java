// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport;

/** A {@link Transport} in one host. All methods are called on the engine's thread. */
public interface Endpoint {
    /** Begins to send a message. */
    void send(Message message);

    /**
     * Takes a frame that has come to this host. It is not to be changed.
     *
     * @return whether it was one of this transport's; others go on to the host
     */
    boolean receive(byte[] frame);

    /** The last frame that the host's port held has left: the next one would not wait. */
    void onPortFree();
}
