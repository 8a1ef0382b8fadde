// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.state;

import org.weir.bmv2.runtime.packet.PacketState;

/** Meters of the program that are not bound to a table. */
public final class MeterBank {

    private final String name;
    private final boolean measuresBytes;
    private final Meter[] meters;

    /** Meters without rates. */
    public MeterBank(String name, int size, boolean measuresBytes) {
        this.name = name;
        this.measuresBytes = measuresBytes;
        this.meters = new Meter[size];
        for (int i = 0; i < size; i++) {
            meters[i] = new Meter();
        }
    }

    /** Full name. */
    public String name() {
        return name;
    }

    /** Number of meters. */
    public int size() {
        return meters.length;
    }

    /** Whether they measure bytes; packets otherwise. */
    public boolean measuresBytes() {
        return measuresBytes;
    }

    /** One meter. */
    public Meter meter(int index) {
        return meters[index];
    }

    /** Whether an index, read as an unsigned number, is one of a meter. */
    public boolean has(long index) {
        return index >= 0 && index < meters.length;
    }

    /** The colour of a packet. */
    public long mark(long index, PacketState packet, long nowNs) {
        return meters[(int) index].mark(measuresBytes ? packet.ingressLength : 1, nowNs);
    }
}
