// SPDX-License-Identifier: Apache-2.0
/**
 * Packets and headers that hosts send and read: Ethernet, ARP, IP, neighbour discovery, UDP,
 * priority flow control.
 */
package org.weir.lab.packet;
