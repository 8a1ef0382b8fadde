// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

/** Bits of a container. */
record Slice(Container container, BitRange bits) {

    int width() {
        return bits.width();
    }

    boolean isWhole() {
        return width() == container.bits();
    }

    /** These bits within the container, as they lie there. */
    int mask() {
        return (int) (Numbers.mask(width()) << bits.lo());
    }

    Slice part(BitRange part) {
        return new Slice(container, part.within(bits));
    }

    @Override
    public String toString() {
        return container + "(" + bits.lo() + ".." + bits.hi() + ")";
    }
}
