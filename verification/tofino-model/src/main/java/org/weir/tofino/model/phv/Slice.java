// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.phv;

import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Numbers;

/** Bits of a container. */
public record Slice(Container container, BitRange bits) {

    public int width() {
        return bits.width();
    }

    public boolean isWhole() {
        return width() == container.bits();
    }

    /** These bits within the container, as they lie there. */
    public int mask() {
        return (int) (Numbers.mask(width()) << bits.lo());
    }

    public Slice part(BitRange part) {
        return new Slice(container, part.within(bits));
    }

    @Override
    public String toString() {
        return container + "(" + bits.lo() + ".." + bits.hi() + ")";
    }
}
