// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.packet;

import org.weir.bmv2.controlplane.Digest;
import org.weir.bmv2.runtime.bits.BitWriter;

/**
 * A program as JVM code; the compiler writes a subclass for each. All its methods run on one
 * thread.
 */
public abstract class CompiledProgram {

    /** Input of hashes and checksums. */
    protected final BitWriter input = new BitWriter();

    /** Makes an empty packet of this program. */
    public abstract PacketState newPacket();

    /** Extracts headers from {@code position} on, and verifies checksums. */
    public abstract void parse(PacketState packet);

    /** Runs the ingress pipeline. */
    public abstract void ingress(PacketState packet);

    /** Runs the egress pipeline. */
    public abstract void egress(PacketState packet);

    /** Brings checksums up to date and puts the valid headers before what was not extracted. */
    public abstract void deparse(PacketState packet);

    /** Copies the fields of a field list; nothing for a list the program does not have. */
    public abstract void copyFieldList(int list, PacketState from, PacketState to);

    /** The digest that a packet asked for. */
    public abstract Digest digest(int id, PacketState packet);
}
