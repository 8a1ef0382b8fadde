// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.util.BitSet;

/** What a packet carries through the pipe: the containers' values, and whether each was written. */
final class Phv {

    private final int[] values = new int[Container.COUNT];
    private final BitSet valid = new BitSet(Container.COUNT);

    Phv() {}

    Phv(Phv other) {
        copy(other);
    }

    void copy(Phv other) {
        System.arraycopy(other.values, 0, values, 0, values.length);
        valid.clear();
        valid.or(other.valid);
    }

    boolean isValid(Container container) {
        return valid.get(container.id());
    }

    long get(Container container) {
        return values[container.id()] & 0xFFFF_FFFFL;
    }

    long get(Slice slice) {
        return get(slice.container()) >>> slice.bits().lo() & Numbers.mask(slice.width());
    }

    int raw(int id) {
        return values[id];
    }

    void set(Slice slice, long value) {
        int id = slice.container().id();
        int mask = slice.mask();
        values[id] = values[id] & ~mask | (int) (value << slice.bits().lo()) & mask;
        valid.set(id);
    }

    void set(Container container, long value) {
        values[container.id()] = (int) (value & Numbers.mask(container.bits()));
        valid.set(container.id());
    }
}
