// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/**
 * A field of a table's key, in one stage.
 *
 * @param name as a controller knows it
 * @param type exact, ternary, lpm or range
 * @param width bits
 * @param pieces places of the field
 */
record KeyField(int line, String name, String type, int width, List<PhvNames.Piece> pieces) {

    private static final Set<String> TYPES = Set.of("exact", "ternary", "lpm", "range");

    static KeyField read(Node.Entry entry, PhvNames names, int stage) {
        String name = entry.key();
        String type = entry.value().textOf("type");
        int width = (int) entry.value().get("size").number();
        int first = 0;
        for (Node.Entry item : entry.value().entries()) {
            switch (item.key()) {
                case "type", "size", "full_size" -> {}
                case "start_bit" -> first = (int) item.value().number();
                case "key_name" -> name = item.value().text();
                default -> throw Node.unknown(item, "p4_param_order");
            }
        }
        if (!TYPES.contains(type)) {
            throw new AssemblyException(
                    entry.line(), "the model does not know keys of type " + type);
        }
        return new KeyField(
                entry.line(),
                name,
                type,
                width,
                names.pieces(entry.line(), entry.key(), first, width, stage));
    }

    /** The field's value in a packet, of up to 64 bits. */
    long value(Phv phv) {
        long value = 0;
        for (PhvNames.Piece piece : pieces) {
            value |= phv.get(piece.slice()) << piece.fieldLo();
        }
        return value;
    }

    /** Adds what an entry asks of this field. */
    void compile(KeyMatch match, CompiledKey.Builder key) {
        if (match == null) {
            if (type.equals("exact")) {
                throw new IllegalArgumentException(name + ": an exact key needs a value");
            }
            return;
        }
        BigInteger all = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
        if (match instanceof KeyMatch.Exact exact) {
            bits(fitting(exact.value(), all), all, key);
        } else if (match instanceof KeyMatch.Ternary ternary && !type.equals("exact")) {
            bits(fitting(ternary.value(), all), fitting(ternary.mask(), all), key);
        } else if (match instanceof KeyMatch.Lpm lpm && type.equals("lpm")) {
            if (lpm.prefixLength() < 0 || lpm.prefixLength() > width) {
                throw new IllegalArgumentException(name + ": prefix longer than " + width);
            }
            BigInteger mask = all.andNot(all.shiftRight(lpm.prefixLength()));
            bits(fitting(lpm.value(), all), mask, key);
        } else if (match instanceof KeyMatch.Range range && type.equals("range")) {
            key.range(
                    this,
                    fitting(range.first(), all).longValueExact(),
                    fitting(range.last(), all).longValueExact());
        } else {
            throw new IllegalArgumentException(name + " is " + type + ", not " + match);
        }
    }

    private BigInteger fitting(BigInteger value, BigInteger all) {
        if (value.signum() < 0 || value.compareTo(all) > 0) {
            throw new IllegalArgumentException(
                    name + ": " + value + " has over " + width + " bits");
        }
        return value;
    }

    private void bits(BigInteger value, BigInteger mask, CompiledKey.Builder key) {
        for (PhvNames.Piece piece : pieces) {
            Slice slice = piece.slice();
            key.bits(
                    slice,
                    value.shiftRight(piece.fieldLo()).longValue(),
                    mask.shiftRight(piece.fieldLo()).longValue());
        }
    }
}
