// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.AssemblyReader;
import org.weir.tofino.model.assembly.BitPattern;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.hash.HashUnits;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.PhvNames;
import org.weir.tofino.model.phv.Slice;

/**
 * A gateway: a few rows that match on bits of the PHV. A row either lets the table that it belongs
 * to run, or names the next table and puts a payload in the place of the table's result.
 */
final class Gateway {

    /**
     * @param next the next table if the gateway's table does not run
     * @param sets of a row that matches on ranges: the values of each four bits from bit 32 on
     */
    private record Row(int line, BitPattern pattern, int[] sets, boolean runTable, String next) {}

    private record Input(int offset, Slice slice) {}

    /**
     * Bits from here on come from a hash, and match as sets of values if the gateway says range.
     */
    private static final int HASH_OFFSET = 32;

    /** First bit of the hash group that a gateway takes. */
    private static final int FIRST_HASH_BIT = 40;

    private static final int UNIT_BITS = 4;

    private final List<Input> inputs = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final Map<String, BitRange> payloadFields = new HashMap<>();
    private final boolean range;
    private final int shift;
    private Row miss;
    private long payload;

    Gateway(Node.Entry section, PhvNames names, int stage, HashUnits hashes) {
        Node rangeBits = section.value().find("range");
        range = rangeBits != null;
        InputCrossbar crossbar = new InputCrossbar();
        if (range && rangeBits.number() != UNIT_BITS) {
            throw rangeBits.error("the model knows ranges of " + UNIT_BITS + " bits");
        }
        for (Node.Entry entry : section.value().entries()) {
            switch (entry.key()) {
                    // Where it lies, and what it was in P4.
                case "name",
                        "row",
                        "bus",
                        "unit",
                        "payload_row",
                        "payload_unit",
                        "payload_bus" -> {}
                case "range", "condition" -> {}
                    // The address that no entry has, so that nothing is counted.
                case "match_address" -> {
                    if (entry.value().number() != 0x7FFFF) {
                        throw Node.unknown(entry, "a gateway");
                    }
                }
                case "input_xbar" -> {
                    hashes.read(entry.value());
                    crossbar.read(entry.value(), names, stage);
                }
                case "payload" -> payload = entry.value().number();
                case "format" -> {
                    for (Node.Entry field : entry.value().entries()) {
                        payloadFields.put(
                                field.key(), BitRange.parse(field.line(), field.value().text()));
                    }
                }
                case "match" -> {
                    for (Node.Entry input : entry.value().entries()) {
                        inputs.add(
                                new Input(
                                        (int) Numbers.parse(input.line(), input.key()),
                                        names.get(input.line(), input.value().text(), stage)));
                    }
                }
                case "miss" -> miss = row(entry, new BitPattern(0, 0), null);
                default -> rows.add(row(entry));
            }
        }
        for (Input input : inputs) {
            checkWires(section.line(), input, crossbar, hashes);
        }
        shift =
                inputs.stream()
                        .mapToInt(Input::offset)
                        .filter(offset -> !range || offset < HASH_OFFSET)
                        .min()
                        .orElse(0);
        if (miss == null) {
            throw new AssemblyException(section.line(), "a gateway without 'miss'");
        }
    }

    private static void checkWires(
            int line, Input input, InputCrossbar crossbar, HashUnits hashes) {
        if (input.offset < HASH_OFFSET) {
            crossbar.checkWired(line, input.slice);
            return;
        }
        for (int i = 0; i < input.slice.width(); i++) {
            Map<Integer, Integer> bit = new HashMap<>();
            for (int group : crossbar.hashGroups()) {
                hashes.addSingleInput(group, FIRST_HASH_BIT + input.offset - HASH_OFFSET + i, bit);
            }
            Slice part = input.slice.part(new BitRange(i, i));
            InputCrossbar.checkIn(bit, line, part, "does not come by the hash to the gateway");
        }
    }

    private Row row(Node.Entry entry) {
        if (!entry.key().startsWith("[")) {
            if (!BitPattern.isPattern(entry.key())) {
                throw Node.unknown(entry, "a gateway");
            }
            return row(entry, BitPattern.parse(entry.line(), entry.key()), null);
        }
        List<Node> items = AssemblyReader.inline(entry.line(), entry.key()).items();
        // The set of the lowest four bits stands last, before the pattern.
        int[] sets = new int[items.size() - 1];
        for (int i = 0; i < sets.length; i++) {
            sets[i] = (int) items.get(sets.length - 1 - i).number();
        }
        String pattern = items.get(items.size() - 1).text();
        return row(entry, BitPattern.parse(entry.line(), pattern), sets);
    }

    private static Row row(Node.Entry entry, BitPattern pattern, int[] sets) {
        if (entry.value().isText()) {
            return new Row(entry.line(), pattern, sets, false, entry.value().text());
        }
        boolean runTable = false;
        String next = null;
        for (Node.Entry item : entry.value().entries()) {
            switch (item.key()) {
                case "run_table" -> runTable = item.value().text().equals("true");
                case "next" -> next = item.value().text();
                default -> throw Node.unknown(item, "a row of a gateway");
            }
        }
        if (runTable == (next != null)) {
            throw new AssemblyException(entry.line(), "a row runs its table or names the next");
        }
        return new Row(entry.line(), pattern, sets, runTable, next);
    }

    /** The next table for a packet, or null if the gateway's own table runs. */
    String next(Phv phv) {
        long bits = 0;
        for (Input input : inputs) {
            bits |= phv.get(input.slice) << input.offset;
        }
        for (Row row : rows) {
            if (matches(row, bits)) {
                return row.next;
            }
        }
        return miss.next;
    }

    private boolean matches(Row row, long bits) {
        long plain = range ? bits & Numbers.mask(HASH_OFFSET) : bits;
        // A row's pattern is ignored at bits that are no input.
        long covered = 0;
        for (Input input : inputs) {
            if (!range || input.offset < HASH_OFFSET) {
                covered |= Numbers.mask(input.slice.width()) << input.offset;
            }
        }
        long different = (plain >>> shift ^ row.pattern.value()) & row.pattern.mask();
        if ((different & covered >>> shift) != 0) {
            return false;
        }
        for (int i = 0; row.sets != null && i < row.sets.length; i++) {
            int value = (int) (bits >>> HASH_OFFSET + UNIT_BITS * i) & (1 << UNIT_BITS) - 1;
            if ((row.sets[i] >>> value & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    /** A field of the payload; one that it does not have is 0. */
    long payload(String field) {
        BitRange bits = payloadFields.get(field);
        return bits == null ? 0 : payload >>> bits.lo() & Numbers.mask(bits.width());
    }
}
