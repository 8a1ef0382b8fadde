// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import org.weir.lab.packet.IpAddress;

/** Program of a switch whose routes can be set. */
public interface RoutedProgram {
    /** Sends packets to an address out of a port. */
    void route(IpAddress destination, int port);
}
