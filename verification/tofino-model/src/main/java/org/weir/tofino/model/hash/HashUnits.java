// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.hash;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.phv.Phv;
import org.weir.tofino.model.phv.PhvNames;

/**
 * The hash groups of a stage, of 52 bits each: the sum of the group's hash tables and a seed.
 * Tables of a stage share them, so that each table's text says part of it, or all of it again.
 */
public final class HashUnits {

    private static final int BITS = 52;

    /** An expression for bits of a hash table, from the lowest. */
    private record Definition(int line, BitRange bits, String text, HashExpression expression) {}

    private static final class Group {
        final int line;
        final List<Integer> tables = new ArrayList<>();
        long seed;
        HashColumn[] columns;

        Group(int line) {
            this.line = line;
        }
    }

    private final PhvNames names;
    private final int stage;
    private final Map<Integer, Map<BitRange, Definition>> tables = new TreeMap<>();
    private final Map<Integer, Group> groups = new HashMap<>();

    public HashUnits(PhvNames names, int stage) {
        this.names = names;
        this.stage = stage;
    }

    /** Takes what an {@code input_xbar} says of hashes. */
    public void read(Node inputXbar) {
        for (Node.Entry entry : inputXbar.entries()) {
            if (entry.key().startsWith("hash group ")) {
                readGroup(entry);
            } else if (entry.key().startsWith("hash ")) {
                readTable(entry);
            } else if (!entry.key().matches("(exact|ternary|byte) group [0-9]+")) {
                throw Node.unknown(entry, "input_xbar");
            }
        }
    }

    private void readTable(Node.Entry entry) {
        int id = (int) Numbers.parse(entry.line(), entry.key().substring(5));
        Map<BitRange, Definition> table = tables.computeIfAbsent(id, key -> new HashMap<>());
        for (Node.Entry bits : entry.value().entries()) {
            BitRange range = BitRange.parse(bits.line(), bits.key());
            String text = bits.value().text();
            if (range.hi() >= BITS) {
                throw new AssemblyException(bits.line(), "a hash has " + BITS + " bits");
            }
            Definition old = table.get(range);
            if (old != null && !old.text.equals(text)) {
                throw new AssemblyException(
                        bits.line(),
                        "hash bits " + bits.key() + " are other ones in line " + old.line);
            }
            table.computeIfAbsent(
                    range,
                    key ->
                            new Definition(
                                    bits.line(),
                                    range,
                                    text,
                                    HashExpression.parse(bits.line(), text, names, stage)));
        }
    }

    private void readGroup(Node.Entry entry) {
        int id = (int) Numbers.parse(entry.line(), entry.key().substring(11));
        Group group = groups.computeIfAbsent(id, key -> new Group(entry.line()));
        for (Node.Entry item : entry.value().entries()) {
            switch (item.key()) {
                case "table" -> {
                    for (Node table : item.value().items()) {
                        int number = (int) table.number();
                        if (!group.tables.contains(number)) {
                            group.tables.add(number);
                        }
                    }
                }
                case "seed" -> group.seed |= item.value().number();
                default -> throw Node.unknown(item, entry.key());
            }
        }
    }

    /** Bits {@code lo} to {@code lo + count - 1} of a group, of at most 32. */
    public int value(int line, int groupId, int lo, int count, Phv phv) {
        Group group = groups.get(groupId);
        if (group == null) {
            throw new AssemblyException(line, "no hash group " + groupId + " in stage " + stage);
        }
        if (group.columns == null) {
            group.columns = columns(group);
        }
        int value = 0;
        for (int i = 0; i < count; i++) {
            HashColumn column = group.columns[lo + i];
            if (column == null) {
                throw new AssemblyException(
                        line, "bit " + (lo + i) + " of hash group " + groupId + " is drawn");
            }
            value |= (column.value(phv) ^ (int) (group.seed >>> lo + i & 1)) << i;
        }
        return value;
    }

    /**
     * Adds the bit of the PHV that a bit of a group consists of, what is drawn aside, if it is only
     * one.
     */
    public void addSingleInput(int groupId, int bit, Map<Integer, Integer> masks) {
        Group group = groups.get(groupId);
        if (group == null) {
            return;
        }
        List<HashColumn> columns = new ArrayList<>();
        for (int id : group.tables) {
            for (Definition definition : tables.getOrDefault(id, Map.of()).values()) {
                int part = bit - definition.bits.lo();
                if (part >= 0 && part < definition.bits.width()) {
                    columns.add(definition.expression.column(part));
                }
            }
        }
        HashColumn.Input input = HashColumn.sum(columns).single();
        if (input != null) {
            masks.merge(input.containerId(), input.mask(), (a, b) -> a | b);
        }
    }

    private HashColumn[] columns(Group group) {
        List<List<HashColumn>> byBit = new ArrayList<>();
        boolean[] drawn = new boolean[BITS];
        for (int bit = 0; bit < BITS; bit++) {
            byBit.add(new ArrayList<>());
        }
        for (int id : group.tables) {
            if (!tables.containsKey(id)) {
                throw new AssemblyException(group.line, "no hash table " + id);
            }
            boolean[] defined = new boolean[BITS];
            for (Definition definition : tables.get(id).values()) {
                for (int i = 0; i < definition.bits.width(); i++) {
                    int bit = definition.bits.lo() + i;
                    if (defined[bit]) {
                        throw new AssemblyException(
                                definition.line, "hash bit " + bit + " is defined twice");
                    }
                    defined[bit] = true;
                    drawn[bit] |= definition.expression.isDrawn();
                    byBit.get(bit).add(definition.expression.column(i));
                }
            }
        }
        HashColumn[] columns = new HashColumn[BITS];
        for (int bit = 0; bit < BITS; bit++) {
            columns[bit] = drawn[bit] ? null : HashColumn.sum(byBit.get(bit));
        }
        return columns;
    }
}
