// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.control.MatchKind;
import org.weir.bmv2.program.Table;

/**
 * How the fields of a table's key are packed into words of 64 bits, so that a look-up hashes as few
 * words as can be. Fields matched by range have words of their own, since they are compared and not
 * masked.
 */
public final class KeyLayout {

    /**
     * A piece of a field.
     *
     * @param field index of the field in the key
     * @param fieldShift bits of the field below the piece
     * @param width bits of the piece, 1 to 64
     * @param word index of the word it is in
     * @param wordShift bits of the word below the piece
     */
    public record Piece(int field, int fieldShift, int width, int word, int wordShift) {}

    private final List<List<Piece>> pieces = new ArrayList<>();
    private final int words;

    private KeyLayout(Table table) {
        List<Integer> used = new ArrayList<>();
        for (int i = 0; i < table.key().size(); i++) {
            Table.Key key = table.key().get(i);
            int width = key.field().type().bitWidth();
            List<Piece> own = new ArrayList<>();
            for (int shift = 0; shift < width; shift += 64) {
                int bits = Math.min(64, width - shift);
                boolean alone = key.kind() == MatchKind.RANGE;
                int word = alone ? -1 : firstWithRoom(used, bits);
                if (word < 0) {
                    word = used.size();
                    used.add(0);
                }
                own.add(new Piece(i, shift, bits, word, used.get(word)));
                used.set(word, alone ? 64 : used.get(word) + bits);
            }
            pieces.add(own);
        }
        words = used.size();
    }

    /** The layout of a table's key. */
    public static KeyLayout of(Table table) {
        return new KeyLayout(table);
    }

    /** Number of words. */
    public int words() {
        return words;
    }

    /** The pieces of a field, the lowest bits first. */
    public List<Piece> pieces(int field) {
        return pieces.get(field);
    }

    /** All pieces. */
    public List<Piece> pieces() {
        return pieces.stream().flatMap(List::stream).toList();
    }

    /** Puts a field's bits where they belong. */
    public void put(int field, BigInteger value, long[] into) {
        for (Piece piece : pieces.get(field)) {
            long bits = value.shiftRight(piece.fieldShift()).longValue() & mask(piece.width());
            into[piece.word()] |= bits << piece.wordShift();
        }
    }

    private static long mask(int width) {
        return width == 64 ? -1L : (1L << width) - 1;
    }

    private static int firstWithRoom(List<Integer> used, int bits) {
        for (int i = 0; i < used.size(); i++) {
            if (used.get(i) + bits <= 64) {
                return i;
            }
        }
        return -1;
    }
}
