// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

/**
 * The entries of a table as its kind of key is looked up best. Adding and removing one entry costs
 * about the same however many there are.
 */
public abstract class TableIndex {

    TableIndex() {}

    /** The entry that wins for a key packed as {@link KeyLayout} says; null when none matches. */
    public abstract Entry find(long[] key);

    /** The entry with the same key, mask, ranges and priority; null when there is none. */
    abstract Entry same(Entry wanted);

    /** Adds an entry of which there is no {@linkplain #same same} one. */
    abstract void add(Entry entry);

    /** Takes out an entry that is there. */
    abstract void remove(Entry entry);

    /** An empty index for a layout's kind of look-up. */
    static TableIndex of(KeyLayout layout) {
        return switch (layout.lookup()) {
            case EXACT -> new ExactIndex(layout.words());
            case PREFIX -> new PrefixIndex(layout.words(), layout.firstBit());
            case MASKED -> new MaskedIndex(layout);
        };
    }
}
