// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp;

import org.weir.lab.packet.IpAddress;

/**
 * Key of a connection in its host.
 *
 * @param peer address of the other host
 * @param peerPort port of the other host
 * @param ownPort port of this host
 */
record FlowKey(IpAddress peer, int peerPort, int ownPort) {}
