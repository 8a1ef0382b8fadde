// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.hash.HashUnits;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/**
 * Bits of the PHV that a table or gateway is wired to. A field that the text or an entry matches by
 * name is checked against them, as the hardware has nothing but the wires: bits of a key that no
 * constant entry asks for may have none.
 */
final class InputCrossbar {

    private final Map<Integer, Integer> wired = new HashMap<>();
    private final List<Integer> hashGroups = new ArrayList<>();

    /** Takes an {@code input_xbar}. */
    void read(Node section, PhvNames names, int stage) {
        for (Node.Entry group : section.entries()) {
            if (group.key().startsWith("hash group ")) {
                hashGroups.add((int) Numbers.parse(group.line(), group.key().substring(11)));
            } else if (!group.key().startsWith("hash ")) {
                for (Node.Entry input : group.value().entries()) {
                    add(wired, names.get(input.line(), input.value().text(), stage));
                }
            }
        }
    }

    static void add(Map<Integer, Integer> masks, Slice slice) {
        masks.merge(slice.container().id(), slice.mask(), (a, b) -> a | b);
    }

    List<Integer> hashGroups() {
        return hashGroups;
    }

    void checkWired(int line, Slice slice) {
        checkIn(wired, line, slice, "is not on the input_xbar");
    }

    /** Those of these bits of a container that have wires. */
    int wired(int containerId, int mask) {
        return mask & wired.getOrDefault(containerId, 0);
    }

    /** Whether there are wires for these bits of a container. */
    boolean isWired(int containerId, int mask) {
        return wired(containerId, mask) == mask;
    }

    static void checkIn(Map<Integer, Integer> masks, int line, Slice slice, String otherwise) {
        int mask = masks.getOrDefault(slice.container().id(), 0);
        if ((slice.mask() & ~mask) != 0) {
            throw new AssemblyException(line, slice + " " + otherwise);
        }
    }

    /**
     * Checks that an exact table tells keys apart: each bit of the key is compared, or is alone,
     * but for what is drawn, in a bit of each way's address: of the row, or of those that select
     * the RAM.
     *
     * @param compared the table's {@code match}, or null
     * @param ways its ways
     */
    static void checkExact(
            List<KeyField> keys,
            Node compared,
            Node ways,
            PhvNames names,
            int stage,
            HashUnits hashes) {
        Map<Integer, Integer> comparedBits = new HashMap<>();
        if (compared != null) {
            for (Node item : compared.items()) {
                add(comparedBits, names.get(item.line(), item.text(), stage));
            }
        }
        for (Node way : ways.items()) {
            Map<Integer, Integer> told = new HashMap<>(comparedBits);
            int group = (int) way.get("group").number();
            BitRange index = BitRange.parse(way.line(), way.textOf("index"));
            for (int bit = index.lo(); bit <= index.hi(); bit++) {
                hashes.addSingleInput(group, bit, told);
            }
            for (int bit : selectBits(way)) {
                hashes.addSingleInput(group, bit, told);
            }
            for (KeyField key : keys) {
                for (PhvNames.Piece piece : key.pieces()) {
                    checkIn(told, way.line(), piece.slice(), "is not told apart by this way");
                }
            }
        }
    }

    /** Bits of the hash that select a way's RAM; none of a way with one RAM. */
    private static List<Integer> selectBits(Node way) {
        if (way.find("select") == null) {
            return List.of();
        }
        String[] rangeAndMask = way.textOf("select").split("&");
        BitRange range = BitRange.parse(way.line(), rangeAndMask[0].trim());
        long mask =
                rangeAndMask.length > 1 ? Numbers.parse(way.line(), rangeAndMask[1].trim()) : -1;
        return IntStream.range(0, range.width())
                .filter(bit -> (mask >>> bit & 1) == 1)
                .map(bit -> range.lo() + bit)
                .boxed()
                .toList();
    }
}
