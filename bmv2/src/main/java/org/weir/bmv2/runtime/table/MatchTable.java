// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.weir.bmv2.program.Table;

/** A table as the data path sees it: its entries, and what matches none of them. */
public final class MatchTable {

    private final Table model;
    private final KeyLayout layout;
    private final TableIndex index;
    private Entry oldest;
    private Entry newest;
    private int size;
    private long nextSequence;

    /** The key to look up, packed as {@link KeyLayout} says. */
    public final long[] key;

    /** Number of the action that ran last; −1 when a group had no member to choose. */
    public int lastAction;

    /** Entry for packets that match no other. */
    public Entry defaultEntry = Entry.miss();

    /** An empty table. */
    public MatchTable(Table model) {
        this.model = model;
        this.layout = KeyLayout.of(model);
        this.key = new long[layout.words()];
        this.index = layout.words() == 0 ? null : TableIndex.of(layout);
    }

    /** The table's declaration. */
    public Table model() {
        return model;
    }

    /** Layout of its key. */
    public KeyLayout layout() {
        return layout;
    }

    /** Its entries as they are looked up; null for a table without a key. */
    public TableIndex index() {
        return index;
    }

    /** Number of entries. */
    public int size() {
        return size;
    }

    /** Entries in the order they were added. */
    Iterable<Entry> entries() {
        return () ->
                new Iterator<>() {
                    private Entry next = oldest;

                    @Override
                    public boolean hasNext() {
                        return next != null;
                    }

                    @Override
                    public Entry next() {
                        if (next == null) {
                            throw new NoSuchElementException();
                        }
                        Entry entry = next;
                        next = entry.newer;
                        return entry;
                    }
                };
    }

    /** The entry with the same key, mask, ranges and priority; null when there is none. */
    Entry same(Entry wanted) {
        return index.same(wanted);
    }

    void add(Entry entry) {
        entry.sequence = nextSequence++;
        index.add(entry);
        entry.older = newest;
        if (newest == null) {
            oldest = entry;
        } else {
            newest.newer = entry;
        }
        newest = entry;
        size++;
    }

    void remove(Entry entry) {
        index.remove(entry);
        if (entry.older == null) {
            oldest = entry.newer;
        } else {
            entry.older.newer = entry.newer;
        }
        if (entry.newer == null) {
            newest = entry.older;
        } else {
            entry.newer.older = entry.older;
        }
        size--;
    }
}
