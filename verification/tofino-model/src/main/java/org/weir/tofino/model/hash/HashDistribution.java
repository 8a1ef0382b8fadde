// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.hash;

import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.phv.Phv;

/**
 * A hash distribution unit: cuts 16 bits out of a hash group for an address or for instructions.
 * Units 0 and 3 take the lowest 16 bits, 1 and 4 the next, 2 and 5 those behind. Of the first two
 * kinds a wide one has seven more: the lowest of the last 16, or the seven behind those.
 */
public final class HashDistribution {

    private static final int SLICE_BITS = 16;
    private static final int EXPANDED_BITS = 7;

    private final int line;
    private final int unit;
    private final int group;
    private final long mask;
    private final int shift;
    private final boolean wide;
    private final HashUnits hashes;

    public HashDistribution(Node.Entry entry, HashUnits hashes) {
        line = entry.line();
        unit = (int) Numbers.parse(line, entry.key());
        this.hashes = hashes;
        for (Node.Entry item : entry.value().entries()) {
            if (!item.key().matches("hash|mask|shift|expand")) {
                throw Node.unknown(item, "hash_dist");
            }
        }
        group = (int) entry.value().get("hash").number();
        mask = entry.value().get("mask").number();
        shift = (int) entry.value().get("shift").number();
        Node expand = entry.value().find("expand");
        wide = expand != null;
        // A larger number would shift what the last unit takes.
        if (wide && (unit % 3 == 2 || expand.number() != EXPANDED_BITS * (unit % 3))) {
            throw new AssemblyException(line, "the model does not know this 'expand'");
        }
    }

    public int unit() {
        return unit;
    }

    /** Masked and shifted, as an address. */
    public long value(Phv phv) {
        long bits = hashes.value(line, group, SLICE_BITS * (unit % 3), SLICE_BITS, phv);
        if (wide) {
            int from = 2 * SLICE_BITS + EXPANDED_BITS * (unit % 3);
            bits |= (long) hashes.value(line, group, from, EXPANDED_BITS, phv) << SLICE_BITS;
        }
        return (bits & mask) << shift;
    }
}
