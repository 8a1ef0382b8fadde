// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import java.util.ArrayList;
import java.util.List;

/** Packets of one program that can be used again. */
public final class PacketPool {

    private final CompiledProgram program;
    private final List<PacketState> free = new ArrayList<>();
    private int made;

    /** An empty pool. */
    public PacketPool(CompiledProgram program) {
        this.program = program;
    }

    /** A packet without headers and requests; its bytes are yet to be set. */
    public PacketState take() {
        PacketState packet;
        if (free.isEmpty()) {
            packet = program.newPacket();
            packet.pool = this;
            made++;
        } else {
            packet = free.remove(free.size() - 1);
        }
        packet.clear();
        packet.clearRequests();
        return packet;
    }

    /** Gives a packet back. */
    void put(PacketState packet) {
        free.add(packet);
    }

    /** Packets that have been taken and not been given back. */
    public int inUse() {
        return made - free.size();
    }
}
