// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.table.MatchKind;
import org.weir.bmv2.program.Table;
import org.weir.bmv2.runtime.bits.Wide;

/**
 * Layout of a table's key in words of 64 bits, so that a look-up takes as few words as can be.
 * Fields matched by range have words of their own, since they are compared and not masked; a field
 * matched by its longest prefix comes last, its highest bits first.
 */
public final class KeyLayout {

    /** Method of looking up the entries of a table. */
    public enum Lookup {
        /** All fields are matched exactly. */
        EXACT,

        /** One field is matched by its longest prefix, all others exactly. */
        PREFIX,

        /** Fields are matched under masks or by ranges. */
        MASKED
    }

    /**
     * A piece of a field.
     *
     * @param field index of the field in the key
     * @param fieldShift bits of the field below the piece
     * @param width bits of the piece, 1 to 64
     * @param word index of the word it is in
     * @param wordShift bits of the word below the piece
     */
    public record Piece(int field, int fieldShift, int width, int word, int wordShift) {

        /** The piece's bits of the word that it is in. */
        long of(long fromWord) {
            return fromWord >>> wordShift & mask(width);
        }

        private Piece inWord(int other) {
            return new Piece(field, fieldShift, width, other, wordShift);
        }

        /** The piece's bits where they are in its word. */
        long at(long bits) {
            return bits << wordShift;
        }
    }

    private final List<List<Piece>> pieces = new ArrayList<>();
    private final List<Table.Key> fields;
    private final Lookup lookup;
    private final int words;
    private int firstBit;

    private KeyLayout(Table table) {
        fields = table.key();
        lookup = lookup(fields);
        List<Integer> used = new ArrayList<>();
        words = lookup == Lookup.PREFIX ? packPrefix(used) : pack(used);
    }

    private static Lookup lookup(List<Table.Key> fields) {
        int prefixes = 0;
        for (Table.Key field : fields) {
            if (field.kind() == MatchKind.LPM) {
                prefixes++;
            } else if (field.kind() != MatchKind.EXACT) {
                return Lookup.MASKED;
            }
        }
        return prefixes == 0 ? Lookup.EXACT : prefixes == 1 ? Lookup.PREFIX : Lookup.MASKED;
    }

    private int pack(List<Integer> used) {
        for (int i = 0; i < fields.size(); i++) {
            pieces.add(pack(i, fields.get(i).kind() == MatchKind.RANGE, used));
        }
        return used.size();
    }

    private List<Piece> pack(int field, boolean alone, List<Integer> used) {
        List<Piece> own = new ArrayList<>();
        int width = width(field);
        for (int shift = 0; shift < width; shift += 64) {
            int bits = Math.min(64, width - shift);
            int word = alone ? -1 : firstWithRoom(used, bits);
            if (word < 0) {
                word = used.size();
                used.add(0);
            }
            own.add(new Piece(field, shift, bits, word, used.get(word)));
            used.set(word, alone ? 64 : used.get(word) + bits);
        }
        return own;
    }

    private int packPrefix(List<Integer> used) {
        int prefix = 0;
        while (fields.get(prefix).kind() != MatchKind.LPM) {
            prefix++;
        }
        int wordsOfPrefix = (width(prefix) + 63) / 64;
        int bitsOfFirst = width(prefix) - 64 * (wordsOfPrefix - 1);
        // The word that the prefix begins in comes last, but is the first to be filled up.
        used.add(bitsOfFirst);
        List<List<Piece>> packed = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            packed.add(i == prefix ? List.of() : pack(i, false, used));
        }
        int first = used.size() - 1;
        for (List<Piece> own : packed) {
            pieces.add(
                    own.stream()
                            .map(
                                    piece ->
                                            piece.inWord(
                                                    piece.word() == 0 ? first : piece.word() - 1))
                            .toList());
        }
        List<Piece> own = new ArrayList<>();
        for (int i = 0; i < wordsOfPrefix; i++) {
            int bits = i == wordsOfPrefix - 1 ? bitsOfFirst : 64;
            own.add(new Piece(prefix, 64 * i, bits, first + wordsOfPrefix - 1 - i, 0));
        }
        pieces.set(prefix, own);
        firstBit = first == 0 ? 64 - used.get(0) : 0;
        return first + wordsOfPrefix;
    }

    /** The layout of a table's key. */
    public static KeyLayout of(Table table) {
        return new KeyLayout(table);
    }

    /** Method of looking up the table's entries. */
    public Lookup lookup() {
        return lookup;
    }

    /** Bits at the start of the first word that are zero in all keys. */
    int firstBit() {
        return firstBit;
    }

    /** Number of fields. */
    int fields() {
        return fields.size();
    }

    /** Width of a field in bits. */
    int width(int field) {
        return fields.get(field).field().type().bitWidth();
    }

    /** Kind of match of a field. */
    MatchKind kind(int field) {
        return fields.get(field).kind();
    }

    /** Words of fields that are matched under masks. */
    int[] maskedWords() {
        return pieces().stream()
                .filter(piece -> kind(piece.field()) != MatchKind.RANGE)
                .mapToInt(Piece::word)
                .distinct()
                .sorted()
                .toArray();
    }

    /** Words of each field that is matched by range, the lowest first. */
    int[][] rangeWords() {
        return pieces.stream()
                .filter(own -> kind(own.get(0).field()) == MatchKind.RANGE)
                .map(own -> own.stream().mapToInt(Piece::word).toArray())
                .toArray(int[][]::new);
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

    /** Puts a field's bits where they belong, counted from a word on. */
    void put(int field, BigInteger value, long[] into, int from) {
        for (Piece piece : pieces.get(field)) {
            long bits = value.shiftRight(piece.fieldShift()).longValue() & mask(piece.width());
            into[from + piece.word()] |= piece.at(bits);
        }
    }

    /** A field's bits from where they were {@linkplain #put put}. */
    BigInteger get(int field, long[] source, int from) {
        BigInteger value = BigInteger.ZERO;
        for (Piece piece : pieces.get(field)) {
            long bits = piece.of(source[from + piece.word()]);
            value = value.or(Wide.of(bits, 0).shiftLeft(piece.fieldShift()));
        }
        return value;
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
