// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.hash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.AssemblyReader;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.assembly.Term;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/**
 * A linear function of the PHV as the assembly writes it: a field, a constant 0, a CRC, what is cut
 * out of one or repeated, or several added. {@code random(...)}, which the assembler draws, stands
 * for nothing here: it is only found where equal keys are all that counts.
 */
final class HashExpression {

    /** Gives the bits of the PHV on which a bit of the result depends. */
    private interface Column {
        void addTo(int bit, Map<Integer, Integer> masksById);
    }

    private final Column column;
    private final int width;
    private final boolean drawn;

    private HashExpression(Column column, int width, boolean drawn) {
        this.column = column;
        this.width = width;
        this.drawn = drawn;
    }

    /** Whether part of it is drawn by the assembler. */
    boolean isDrawn() {
        return drawn;
    }

    HashColumn column(int bit) {
        Map<Integer, Integer> masks = new HashMap<>();
        column.addTo(bit, masks);
        List<HashColumn.Input> inputs = new ArrayList<>();
        masks.forEach((id, mask) -> inputs.add(new HashColumn.Input(id, mask)));
        return new HashColumn(inputs);
    }

    static HashExpression parse(int line, String text, PhvNames names, int stage) {
        List<String> terms = Term.split(line, text, '^');
        if (terms.size() > 1) {
            List<HashExpression> all = new ArrayList<>();
            terms.forEach(term -> all.add(parse(line, term, names, stage)));
            return sum(all);
        }
        if (Numbers.isNumber(text)) {
            if (Numbers.parse(line, text) != 0) {
                throw new AssemblyException(line, "the model knows no constant but 0 in a hash");
            }
            return new HashExpression((bit, masks) -> {}, 64, false);
        }
        Term term = Term.parse(line, text);
        return switch (term.name()) {
            case "random" -> new HashExpression((bit, masks) -> {}, 64, true);
            case "slice" -> slice(term, names, stage);
            case "stripe" -> stripe(term, names, stage);
            case "crc" -> crc(term, false, names, stage);
            case "crc_rev" -> crc(term, true, names, stage);
            default -> {
                Slice field = names.find(line, text, stage);
                if (field == null) {
                    throw new AssemblyException(line, "the model does not know the hash " + text);
                }
                yield of(field);
            }
        };
    }

    private static HashExpression of(Slice field) {
        return new HashExpression(
                (bit, masks) -> {
                    if (bit < field.width()) {
                        add(masks, field, bit);
                    }
                },
                field.width(),
                false);
    }

    private static void add(Map<Integer, Integer> masks, Slice field, int bit) {
        masks.merge(field.container().id(), 1 << field.bits().lo() + bit, (a, b) -> a ^ b);
    }

    private static HashExpression sum(List<HashExpression> terms) {
        return new HashExpression(
                (bit, masks) -> terms.forEach(term -> term.column.addTo(bit, masks)),
                terms.stream().mapToInt(term -> term.width).max().orElse(0),
                terms.stream().anyMatch(term -> term.drawn));
    }

    private static HashExpression slice(Term term, PhvNames names, int stage) {
        HashExpression of = parse(term.line(), term.arguments().get(0), names, stage);
        BitRange range = BitRange.parse(term.line(), term.arguments().get(1));
        return new HashExpression(
                (bit, masks) -> of.column.addTo(bit + range.lo(), masks), range.width(), of.drawn);
    }

    private static HashExpression stripe(Term term, PhvNames names, int stage) {
        if (term.arguments().size() != 1) {
            throw new AssemblyException(term.line(), "the model stripes one expression only");
        }
        HashExpression of = parse(term.line(), term.arguments().get(0), names, stage);
        return new HashExpression(
                (bit, masks) -> of.column.addTo(bit % of.width, masks), 64, of.drawn);
    }

    /**
     * {@code crc(polynomial, init, final, bits, {position: field}, {position: constant})}: the
     * share of these fields in the CRC of a message of so many bits, whose highest bit comes first.
     * The polynomial is Koopman's notation; the seed contains the parts of init, final and
     * constants. Of a reversed CRC each byte goes in with its lowest bit first and the result is
     * reversed.
     */
    private static HashExpression crc(Term term, boolean reversed, PhvNames names, int stage) {
        int line = term.line();
        List<String> arguments = term.arguments();
        if (arguments.size() < 5 || arguments.size() > 6) {
            throw new AssemblyException(line, "the model does not know this form of " + term);
        }
        long koopman = Numbers.parse(line, arguments.get(0));
        int width = 64 - Long.numberOfLeadingZeros(koopman);
        if (width > 63) {
            throw new AssemblyException(line, "the model knows no CRC of 64 bits");
        }
        long polynomial = (koopman << 1 | 1) & Numbers.mask(width);
        Map<Integer, Slice> fields = new HashMap<>();
        for (Node.Entry field : AssemblyReader.inline(line, arguments.get(4)).entries()) {
            fields.put(
                    (int) Numbers.parse(line, field.key()),
                    names.get(line, field.value().text(), stage));
        }
        Column column =
                (bit, masks) ->
                        fields.forEach(
                                (position, field) -> {
                                    int resultBit = reversed ? width - 1 - bit : bit;
                                    for (int i = 0; i < field.width(); i++) {
                                        int at = position + i;
                                        long of = power(reversed ? at ^ 7 : at, width, polynomial);
                                        if ((of >>> resultBit & 1) != 0) {
                                            add(masks, field, i);
                                        }
                                    }
                                });
        return new HashExpression(column, width, false);
    }

    /** x to the power of {@code position + width}, modulo the polynomial. */
    private static long power(int position, int width, long polynomial) {
        long value = polynomial;
        for (int i = 0; i < position; i++) {
            boolean carry = (value >>> width - 1 & 1) != 0;
            value = value << 1 & Numbers.mask(width);
            if (carry) {
                value ^= polynomial;
            }
        }
        return value;
    }
}
