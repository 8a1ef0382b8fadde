// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

/** Switch at its place in a network, as the links see it. To be used on the engine's thread. */
public interface PlacedSwitch {
    /** Takes a frame whose last bit has arrived at a port. */
    void receive(int port, byte[] frame);

    /** Sets a port's link up or down; it is up while the node at its other end has power. */
    void setPortUp(int port, boolean up);
}
