// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.action;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.tofino.model.assembly.AssemblyException;
import org.weir.tofino.model.assembly.BitRange;
import org.weir.tofino.model.assembly.Node;
import org.weir.tofino.model.assembly.Numbers;
import org.weir.tofino.model.assembly.Term;

/**
 * Places of an action's parameters and large constants: in the entry's overhead (immediate) or in
 * fields of an action data table.
 */
public final class ActionData {

    /** Bits of a storage: 0 the immediate, then the action data table's fields. */
    record Place(int storage, BitRange bits) {

        boolean contains(Place other) {
            return storage == other.storage
                    && bits.lo() <= other.bits.lo()
                    && other.bits.hi() <= bits.hi();
        }

        Place part(BitRange part) {
            return new Place(storage, part.within(bits));
        }

        long get(long[] data) {
            return data[storage] >>> bits.lo() & Numbers.mask(bits.width());
        }
    }

    private static final String IMMEDIATE = "immediate";

    private final String action;
    private final Map<String, Place> storages = new HashMap<>();
    private final Map<String, Place> aliases = new HashMap<>();
    private final Map<String, Long> constants = new LinkedHashMap<>();
    private final Map<String, Integer> parameterBits = new LinkedHashMap<>();

    /**
     * @param immediateBits of the entry's overhead
     * @param format the action data table's format for this action, or null
     */
    public ActionData(String action, int immediateBits, Node format) {
        this.action = action;
        if (immediateBits > 0) {
            storages.put(IMMEDIATE, new Place(0, new BitRange(0, immediateBits - 1)));
        }
        if (format != null) {
            for (Node.Entry field : format.entries()) {
                BitRange bits = BitRange.parse(field.line(), field.value().text());
                Place place = new Place(storages.size() + 1, new BitRange(0, bits.width() - 1));
                storages.put(field.key(), place);
            }
        }
    }

    void readParameters(Node order) {
        for (Node.Entry entry : order.entries()) {
            parameterBits.put(entry.key(), (int) entry.value().number());
        }
    }

    /** Takes the names that the action gives to pieces of its data, and constants in them. */
    void readAliases(Node names) {
        List<Node.Entry> open = new ArrayList<>();
        for (Node.Entry entry : names.entries()) {
            String text = entry.value().text();
            if (Numbers.isNumber(text)) {
                constants.put(entry.key(), Numbers.parse(entry.line(), text));
            } else {
                open.add(entry);
            }
        }
        // A name may stand before the one it is part of.
        while (!open.isEmpty()) {
            int before = open.size();
            open.removeIf(
                    entry -> {
                        Place place = find(Term.parse(entry.line(), entry.value().text()));
                        if (place == null) {
                            return false;
                        }
                        if (entry.key().contains("(")) {
                            throw Node.unknown(entry, "action " + action);
                        }
                        aliases.put(entry.key(), place);
                        return true;
                    });
            if (open.size() == before) {
                throw Node.unknown(open.get(0), "action " + action);
            }
        }
    }

    /** The place of a storage, whole or part of it, or null if it is none. */
    Place storage(Term term) {
        return part(term, storages.get(term.name()));
    }

    /** The place that a name of action data stands for, or null. */
    Place find(Term term) {
        Place alias = aliases.get(term.name());
        return alias != null ? part(term, alias) : storage(term);
    }

    private static Place part(Term term, Place whole) {
        if (whole == null || term.arguments().isEmpty()) {
            return whole;
        }
        BitRange part = BitRange.parse(term.line(), term.arguments().get(0));
        if (part.hi() >= whole.bits.width()) {
            throw new AssemblyException(term.line(), term + " is not part of its " + whole.bits);
        }
        return whole.part(part);
    }

    /** The storages with these values of all parameters, and the constants. */
    public long[] encode(Map<String, BigInteger> parameters) {
        long[] data = new long[storages.size() + 2];
        for (Map.Entry<String, Long> constant : constants.entrySet()) {
            Place place = aliases.get(constant.getKey());
            if (place == null) {
                throw new IllegalStateException("no place for " + constant.getKey());
            }
            put(data, place, constant.getValue());
        }
        if (!parameters.keySet().equals(parameterBits.keySet())) {
            throw new IllegalArgumentException(
                    action
                            + " has the parameters "
                            + parameterBits.keySet()
                            + ", not "
                            + parameters.keySet());
        }
        parameters.forEach(
                (name, value) -> {
                    if (value.signum() < 0 || value.bitLength() > parameterBits.get(name)) {
                        throw new IllegalArgumentException(
                                action + ": " + name + " has " + parameterBits.get(name) + " bits");
                    }
                    // One that no instruction uses has no place.
                    aliases.forEach(
                            (alias, place) -> {
                                if (alias.equals(name)) {
                                    put(data, place, value.longValue());
                                } else if (isPiece(alias, name)) {
                                    int lo = Integer.parseInt(lowestBit(alias, name));
                                    put(data, place, value.shiftRight(lo).longValue());
                                }
                            });
                });
        return data;
    }

    /** Whether it is a name like {@code group_id.8-15} for part of a parameter. */
    private static boolean isPiece(String alias, String parameter) {
        return alias.startsWith(parameter + ".")
                && alias.substring(parameter.length() + 1).matches("[0-9]+-[0-9]+");
    }

    private static String lowestBit(String alias, String parameter) {
        return alias.substring(parameter.length() + 1, alias.indexOf('-', parameter.length()));
    }

    private static void put(long[] data, Place place, long value) {
        long mask = Numbers.mask(place.bits.width()) << place.bits.lo();
        data[place.storage] = data[place.storage] & ~mask | value << place.bits.lo() & mask;
    }
}
