// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.state;

import java.util.Arrays;
import org.weir.bmv2.runtime.packet.PacketState;

/** Counters of the program that are not bound to a table. */
public final class CounterBank {

    private final String name;

    /** Packets counted, by index. */
    public final long[] packets;

    /** Bytes counted, by index. */
    public final long[] bytes;

    /** Counters that are all zero. */
    public CounterBank(String name, int size) {
        this.name = name;
        this.packets = new long[size];
        this.bytes = new long[size];
    }

    /** Full name. */
    public String name() {
        return name;
    }

    /** Number of counters. */
    public int size() {
        return packets.length;
    }

    /** Counts a packet; returns whether there is such a counter. */
    public boolean count(long index, PacketState packet) {
        if (index < 0 || index >= packets.length) {
            return false;
        }
        packets[(int) index]++;
        bytes[(int) index] += packet.ingressLength;
        return true;
    }

    /** Makes all counters zero. */
    public void reset() {
        Arrays.fill(packets, 0);
        Arrays.fill(bytes, 0);
    }
}
