// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.parser;

import java.util.BitSet;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/**
 * Part of a row of the parser that adds to a checksum unit, with the destination of the result.
 *
 * <p>A unit verifies, and writes whether the sum is wrong; or it takes what it is given from a
 * checksum that covers more, and writes what is left when the parser has come to its end.
 */
final class ParserChecksum {

    static final int UNITS = 2;

    final int line;
    final int unit;
    final boolean verify;
    final boolean start;
    final boolean end;
    final int endPosition;
    final Slice destination;
    private final int swap;
    private final BitSet bytes = new BitSet();

    ParserChecksum(Node.Entry entry, PhvNames names) {
        line = entry.line();
        unit = Integer.parseInt(entry.key().substring("checksum ".length()).trim());
        if (unit >= UNITS) {
            throw new AssemblyException(line, "Tofino's parser has no checksum unit " + unit);
        }
        String type = entry.value().textOf("type");
        if (!type.equals("VERIFY") && !type.equals("RESIDUAL")) {
            throw new AssemblyException(line, "the model does not know checksums of type " + type);
        }
        verify = type.equals("VERIFY");
        int swaps = 0;
        int position = -1;
        Slice to = null;
        for (Node.Entry item : entry.value().entries()) {
            switch (item.key()) {
                case "type", "start", "end" -> {}
                case "swap" -> swaps = (int) item.value().number();
                case "end_pos" -> position = (int) item.value().number();
                case "dest" -> to = names.get(item.line(), item.value().text(), 0);
                case "mask" -> {
                    for (Node range : item.value().items()) {
                        BitRange span = BitRange.parse(range.line(), range.text());
                        bytes.set(span.lo(), span.hi() + 1);
                    }
                }
                default -> throw Node.unknown(item, "a checksum of the parser");
            }
        }
        swap = swaps;
        endPosition = position;
        destination = to;
        start = entry.value().get("start").number() != 0;
        end = entry.value().get("end").number() != 0;
        if (end && destination == null) {
            throw new AssemblyException(line, "a checksum that ends needs 'dest'");
        }
        if (end && !verify && endPosition < 0) {
            throw new AssemblyException(line, "a residual that ends needs 'end_pos'");
        }
    }

    /** The sum so far, with this row's bytes, in 16 bits of one's complement. */
    int add(int sum, byte[] buffer, int position) {
        int total = start ? 0 : sum;
        for (int i = bytes.nextSetBit(0); i >= 0; i = bytes.nextSetBit(i + 1)) {
            boolean high = i % 2 == 0 ^ (swap >> i / 2 & 1) != 0;
            int value = buffer[position + i] & 0xFF;
            total = Checksums.add(total, high ? value << 8 : value);
        }
        return total;
    }

    /** Result written for a checksum that is verified: 1 if it is wrong. */
    int error(int sum) {
        return sum == 0xFFFF ? 0 : 1;
    }

    /**
     * Residual of a checksum: its sum without the headers. All headers behind the one that was
     * summed up are subtracted too, wanted or not.
     */
    static int residual(int sum, byte[] buffer, int headerEnd, int parsedEnd) {
        int total = sum;
        for (int i = headerEnd; i < parsedEnd; i++) {
            int value = buffer[i] & 0xFF;
            total = Checksums.add(total, (i - headerEnd) % 2 == 0 ? value << 8 : value);
        }
        return ~total & 0xFFFF;
    }
}
