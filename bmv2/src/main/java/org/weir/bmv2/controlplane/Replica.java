// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

/**
 * One copy of a packet.
 *
 * @param port port that sends the copy
 * @param instance value of {@code egress_rid} in the copy, 0 to 65535
 */
public record Replica(int port, int instance) {}
