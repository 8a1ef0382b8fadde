// SPDX-License-Identifier: Apache-2.0
/**
 * TCP as a transport of the lab: each message has a connection of its own, with handshake, data and
 * FIN, in frames that switches see as TCP.
 */
package org.weir.lab.host.transport.tcp;
