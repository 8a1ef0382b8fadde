// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

/**
 * A hash distribution unit: cuts 16 bits out of a hash group for an address or for instructions.
 * Units 0 and 3 take the lowest 16 bits, 1 and 4 the next, 2 and 5 those behind; of a wide one
 * seven more come from the last.
 */
final class HashDistribution {

    private static final int SLICE_BITS = 16;
    private static final int EXPANDED_BITS = 7;

    private final int line;
    private final int unit;
    private final int group;
    private final long mask;
    private final int shift;
    private final int expandFrom;
    private final HashUnits hashes;

    HashDistribution(Node.Entry entry, HashUnits hashes) {
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
        expandFrom = expand == null ? -1 : (int) expand.number();
        if (expandFrom >= 0 && unit % 3 != 0) {
            throw new AssemblyException(line, "the model expands units 0 and 3 only");
        }
    }

    int unit() {
        return unit;
    }

    /** Masked and shifted, as an address. */
    long value(Phv phv) {
        long bits = hashes.value(line, group, SLICE_BITS * (unit % 3), SLICE_BITS, phv);
        if (expandFrom >= 0) {
            long more = hashes.value(line, group, 2 * SLICE_BITS + expandFrom, EXPANDED_BITS, phv);
            bits |= more << SLICE_BITS;
        }
        return (bits & mask) << shift;
    }
}
