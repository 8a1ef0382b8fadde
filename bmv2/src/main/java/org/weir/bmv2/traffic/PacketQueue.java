// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import org.weir.bmv2.runtime.PacketState;

/** Packets in the order they came, at most as many as fit. */
final class PacketQueue {

    private static final int INITIAL_SLOTS = 16;

    private final int capacityPackets;
    private PacketState[] slots = new PacketState[INITIAL_SLOTS];
    private int head;
    private int size;

    PacketQueue(int capacityPackets) {
        this.capacityPackets = capacityPackets;
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size >= capacityPackets;
    }

    void add(PacketState packet) {
        if (size == slots.length) {
            PacketState[] wider = new PacketState[slots.length * 2];
            for (int i = 0; i < size; i++) {
                wider[i] = slots[(head + i) & (slots.length - 1)];
            }
            slots = wider;
            head = 0;
        }
        slots[(head + size) & (slots.length - 1)] = packet;
        size++;
    }

    PacketState remove() {
        PacketState packet = slots[head];
        slots[head] = null;
        head = (head + 1) & (slots.length - 1);
        size--;
        return packet;
    }
}
