// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.control.MatchKind;
import org.weir.bmv2.program.Table;

/**
 * A table as the data path sees it. Entries are grouped by their masks; groups are tried in the
 * order of the best priority in each (of the prefix length, in tables of prefixes), until none left
 * can win.
 */
public final class MatchTable {

    private final Table model;
    private final KeyLayout layout;
    private final int[] rangeWords;
    private final Map<MaskKey, TupleHash> byMask = new HashMap<>();
    private final Map<Long, Entry> bySequence = new LinkedHashMap<>();
    private TupleHash[] tuples = new TupleHash[0];
    private long nextSequence;

    /** The key to look up, packed as {@link KeyLayout} says. */
    public final long[] key;

    /** Number of the action that ran last; −1 when a group had no member to choose. */
    public int lastAction;

    /** What a packet that matches no entry gets. */
    public Entry defaultEntry = new Entry(false, null, null, null, 0, 0);

    /** An empty table. */
    public MatchTable(Table model) {
        this.model = model;
        this.layout = KeyLayout.of(model);
        this.key = new long[layout.words()];
        List<Integer> words = new ArrayList<>();
        for (int i = 0; i < model.key().size(); i++) {
            if (model.key().get(i).kind() == MatchKind.RANGE) {
                layout.pieces(i).forEach(piece -> words.add(piece.word()));
                words.add(-1);
            }
        }
        this.rangeWords = words.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The table's declaration. */
    public Table model() {
        return model;
    }

    /** How its key is packed. */
    public KeyLayout layout() {
        return layout;
    }

    /** The entry that wins for {@link #key}, or the default. */
    public Entry find() {
        Entry best = null;
        for (TupleHash tuple : tuples) {
            if (best != null && best.priority > tuple.maxPriority()) {
                break;
            }
            Entry found = tuple.find(key);
            if (found != null && (best == null || TupleHash.wins(found, best))) {
                best = found;
            }
        }
        return best == null ? defaultEntry : best;
    }

    /** Number of entries. */
    public int size() {
        return bySequence.size();
    }

    /** Entries in the order they were added. */
    Collection<Entry> entries() {
        return bySequence.values();
    }

    /** The entry with the same mask, key, ranges and priority; null when there is none. */
    Entry same(long[] mask, Entry wanted) {
        TupleHash tuple = byMask.get(new MaskKey(mask));
        return tuple == null ? null : tuple.same(wanted);
    }

    void add(long[] mask, Entry entry) {
        entry.sequence = nextSequence++;
        TupleHash tuple =
                byMask.computeIfAbsent(new MaskKey(mask), key -> new TupleHash(mask, rangeWords));
        int before = tuple.maxPriority();
        tuple.add(entry);
        bySequence.put(entry.sequence, entry);
        if (tuple.size() == 1 || tuple.maxPriority() != before) {
            sortTuples();
        }
    }

    void remove(long[] mask, Entry entry) {
        MaskKey maskKey = new MaskKey(mask);
        TupleHash tuple = byMask.get(maskKey);
        int before = tuple.maxPriority();
        tuple.remove(entry);
        bySequence.remove(entry.sequence);
        if (tuple.size() == 0) {
            byMask.remove(maskKey);
        }
        if (tuple.maxPriority() != before) {
            sortTuples();
        }
    }

    private void sortTuples() {
        tuples = byMask.values().toArray(new TupleHash[0]);
        Arrays.sort(tuples, Comparator.comparingInt(TupleHash::maxPriority).reversed());
    }

    private record MaskKey(long[] mask) {
        @Override
        public boolean equals(Object other) {
            return other instanceof MaskKey key && Arrays.equals(mask, key.mask);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(mask);
        }
    }
}
