// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.tofino.model.assembly.AssemblyException;

/**
 * A table of the P4 program as a controller sees it. In the pipe it may be in parts in several
 * stages; the entries are spread over them in their order, so that every part is in use.
 */
public final class ControlTable {

    private final String name;
    private final List<LogicalTable> parts = new ArrayList<>();
    private final List<TableEntry> entries = new ArrayList<>();

    public ControlTable(String name) {
        this.name = name;
    }

    public void addPart(LogicalTable part) {
        parts.add(part);
        if (parts.size() == 1) {
            entries.addAll(part.staticEntries());
        }
    }

    /** Adds an entry of a table whose entries have no order, or longer prefixes before shorter. */
    public TableEntry add(
            Map<String, KeyMatch> match, String action, Map<String, Long> parameters) {
        return add(match, 0, action, parameters);
    }

    /**
     * Adds an entry. A key field that is not named matches everything.
     *
     * @param match by the fields' names in P4Info
     * @param priority larger ones go first
     * @param action its name in P4Info
     * @param parameters by their names
     * @throws IllegalArgumentException if the table has no such field, action or parameter, or a
     *     value does not fit; nothing has changed then
     */
    public TableEntry add(
            Map<String, KeyMatch> match,
            int priority,
            String action,
            Map<String, Long> parameters) {
        Map<String, BigInteger> values = new TreeMap<>();
        parameters.forEach(
                (key, value) -> values.put(key, new BigInteger(Long.toUnsignedString(value))));
        TableEntry entry = new TableEntry(match, priority, action, values);
        entries.add(entry);
        try {
            place();
        } catch (IllegalArgumentException | AssemblyException e) {
            entries.remove(entry);
            place();
            throw e;
        }
        return entry;
    }

    /** Takes an entry out. */
    public void remove(TableEntry entry) {
        if (!entries.remove(entry)) {
            throw new IllegalArgumentException(name + " has no such entry");
        }
        place();
    }

    /** Spreads the entries over the parts. */
    public void place() {
        List<TableEntry> inOrder = new ArrayList<>(entries);
        inOrder.sort(
                Comparator.comparingInt(TableEntry::priority)
                        .thenComparingInt(ControlTable::prefixLength)
                        .reversed());
        int share = (inOrder.size() + parts.size() - 1) / parts.size();
        for (int i = 0; i < parts.size(); i++) {
            int from = Math.min(i * share, inOrder.size());
            int to = Math.min(from + share, inOrder.size());
            parts.get(i).setEntries(inOrder.subList(from, to));
        }
    }

    private static int prefixLength(TableEntry entry) {
        int longest = 0;
        for (KeyMatch match : entry.match().values()) {
            if (match instanceof KeyMatch.Lpm lpm) {
                longest = Math.max(longest, lpm.prefixLength());
            }
        }
        return longest;
    }
}
