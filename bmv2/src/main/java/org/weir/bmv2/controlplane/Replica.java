// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

/**
 * One copy of a packet.
 *
 * @param port where the copy goes
 * @param instance what the copy has as {@code egress_rid}, 0 to 65535
 */
public record Replica(int port, int instance) {}
