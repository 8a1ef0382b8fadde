// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.packet;

import java.util.ArrayList;
import java.util.List;

/**
 * Packets of one program that can be used again. It holds as many as were in use at once lately:
 * now and then it lets go those that were not needed since it did so last. Otherwise it would keep
 * for ever what the rarest burst has needed, 5 kB a packet.
 */
public final class PacketPool {

    /** Packets that are taken between two reviews of what is needed. */
    static final int REVIEW_PACKETS = 1 << 16;

    private final CompiledProgram program;
    private final List<PacketState> free = new ArrayList<>();
    private int made;
    private int mostInUse;
    private int takenSinceReview;

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
        mostInUse = Math.max(mostInUse, inUse());
        if (++takenSinceReview == REVIEW_PACKETS) {
            review();
        }
        return packet;
    }

    private void review() {
        int needless = made - mostInUse;
        // One by one: a view of the list would be an object.
        for (int i = 0; i < needless; i++) {
            free.remove(free.size() - 1);
        }
        made -= needless;
        mostInUse = inUse();
        takenSinceReview = 0;
    }

    /** Gives a packet back. */
    void put(PacketState packet) {
        free.add(packet);
    }

    /** Packets that it holds for later. */
    int held() {
        return free.size();
    }

    /** Packets that have been taken and not been given back. */
    public int inUse() {
        return made - free.size();
    }
}
