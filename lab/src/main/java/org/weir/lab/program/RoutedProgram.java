// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import org.weir.lab.packet.IpAddress;

/** A program of a switch that can be told where addresses are. */
public interface RoutedProgram {
    /** Sends packets to an address out of a port. */
    void route(IpAddress destination, int port);
}
