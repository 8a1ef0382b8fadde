// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.phv;

import java.util.BitSet;
import org.weir.tofino.model.assembly.Numbers;

/**
 * Packet header vector that a packet carries through the pipe: the containers' values, and whether
 * each was written.
 */
public final class Phv {

    private final int[] values = new int[Container.COUNT];
    private final BitSet valid = new BitSet(Container.COUNT);

    public Phv() {}

    public Phv(Phv other) {
        copy(other);
    }

    void copy(Phv other) {
        System.arraycopy(other.values, 0, values, 0, values.length);
        valid.clear();
        valid.or(other.valid);
    }

    public boolean isValid(Container container) {
        return valid.get(container.id());
    }

    public long get(Container container) {
        return values[container.id()] & 0xFFFF_FFFFL;
    }

    public long get(Slice slice) {
        return get(slice.container()) >>> slice.bits().lo() & Numbers.mask(slice.width());
    }

    public int raw(int id) {
        return values[id];
    }

    public void set(Slice slice, long value) {
        int id = slice.container().id();
        int mask = slice.mask();
        values[id] = values[id] & ~mask | (int) (value << slice.bits().lo()) & mask;
        valid.set(id);
    }

    public void set(Container container, long value) {
        values[container.id()] = (int) (value & Numbers.mask(container.bits()));
        valid.set(container.id());
    }
}
