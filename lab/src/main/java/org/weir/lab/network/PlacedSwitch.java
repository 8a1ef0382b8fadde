// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

/** What stands at a switch's place in a network, as the links see it. On the engine's thread. */
public interface PlacedSwitch {
    /** Takes a frame whose last bit has arrived at a port. */
    void receive(int port, byte[] frame);

    /** Tells whether a port's link is up and what is at its other end has power. */
    void setPortUp(int port, boolean up);
}
