// SPDX-License-Identifier: Apache-2.0
package org.weir.wire.p4;

/** Names of the fields of packet-ins and packet-outs. */
public final class PacketMetadata {

    /** Port a packet-in came in by. */
    public static final String INGRESS_PORT = "ingress_port";

    /** Port a packet-out leaves by. */
    public static final String EGRESS_PORT = "egress_port";

    /** Padding of the packet headers to whole bytes; always 0. */
    public static final String PAD = "pad";

    private PacketMetadata() {}
}
