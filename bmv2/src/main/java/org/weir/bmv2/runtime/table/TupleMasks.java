// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import org.weir.bmv2.controlplane.table.MatchKind;

/**
 * Masks of the key bits by which entries of a {@link MaskedIndex} are hashed: all bits that an
 * entry fixes, or fewer, so that entries with different masks share them.
 */
final class TupleMasks {

    /** Fields from this width on are those that tell entries apart best, as addresses do. */
    private static final int WIDE_FIELD_BITS = 24;

    /** Number of bits of wide fields that are enough to do without the others. */
    private static final int ENOUGH_BITS = 16;

    private final KeyLayout layout;
    private final int words;

    TupleMasks(KeyLayout layout) {
        this.layout = layout;
        this.words = layout.words();
    }

    /** All bits that an entry fixes: its masks, and the bits that both ends of a range share. */
    long[] of(Entry entry) {
        long[] mask = new long[words];
        for (int word : layout.maskedWords()) {
            mask[word] = entry.key[words + word];
        }
        for (int[] range : layout.rangeWords()) {
            for (int i = range.length - 1; i >= 0; i--) {
                long differing = entry.key[range[i]] ^ entry.key[words + range[i]];
                if (differing != 0) {
                    mask[range[i]] = ~(-1L >>> Long.numberOfLeadingZeros(differing));
                    break;
                }
                mask[range[i]] = -1L;
            }
        }
        return mask;
    }

    /** The mask with prefixes shortened to whole bytes, those of narrow fields to half bytes. */
    long[] medium(long[] mask) {
        long[] medium = new long[words];
        for (KeyLayout.Piece piece : layout.pieces()) {
            long bits = piece.of(mask[piece.word()]);
            int step = isWide(piece) ? 8 : 4;
            medium[piece.word()] |= piece.at(shortened(bits, piece.width(), step, false));
        }
        return medium;
    }

    /** The mask with prefixes of addresses shortened further, and no other fields if those do. */
    long[] coarse(long[] mask) {
        long[] coarse = new long[words];
        int bitsOfWide = 0;
        for (KeyLayout.Piece piece : layout.pieces()) {
            if (isWide(piece)) {
                long bits = shortened(piece.of(mask[piece.word()]), piece.width(), 8, true);
                coarse[piece.word()] |= piece.at(bits);
                bitsOfWide += Long.bitCount(bits);
            }
        }
        return bitsOfWide >= ENOUGH_BITS ? coarse : medium(mask);
    }

    private boolean isWide(KeyLayout.Piece piece) {
        return layout.width(piece.field()) >= WIDE_FIELD_BITS
                && layout.kind(piece.field()) != MatchKind.RANGE;
    }

    /**
     * A prefix shortened to whole steps, a complete one only on demand; other masks as they are.
     */
    private static long shortened(long bits, int width, int step, boolean completeToo) {
        long aligned = bits << (64 - width);
        int length = Long.numberOfLeadingZeros(~aligned);
        if (length != Long.bitCount(bits) || length == width && !completeToo) {
            return bits;
        }
        int kept = (length == width ? length - 1 : length) / step * step;
        return kept == 0 ? 0 : -1L << (64 - kept) >>> (64 - width);
    }
}
