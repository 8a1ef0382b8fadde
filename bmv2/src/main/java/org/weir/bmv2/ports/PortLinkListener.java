// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

/** Receiver of changes of the links of a switch's ports. */
@FunctionalInterface
public interface PortLinkListener {

    /**
     * A link has gone down or come up, and the switch knows.
     *
     * @param port number of the port
     * @param name of its interface
     * @param up whether frames pass now
     */
    void link(int port, String name, boolean up);
}
