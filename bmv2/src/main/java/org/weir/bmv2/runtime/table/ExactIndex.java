// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

/** Entries that match one key each. */
public final class ExactIndex extends TableIndex {

    private final int words;
    private final EntryBuckets buckets = new EntryBuckets();

    /** No entries yet. */
    ExactIndex(int words) {
        this.words = words;
    }

    @Override
    public Entry find(long[] key) {
        if (words == 1) {
            return find(key[0]);
        }
        if (words == 2) {
            return find(key[0], key[1]);
        }
        int hash = hash(key);
        Entry entry = buckets.first(hash);
        while (entry != null && (entry.hash != hash || !isEqual(entry.key, key))) {
            entry = entry.next;
        }
        return entry;
    }

    /** The entry for a key of one word; null when there is none. */
    public Entry find(long key0) {
        Entry entry = buckets.first(EntryBuckets.hash(key0));
        while (entry != null && entry.key0 != key0) {
            entry = entry.next;
        }
        return entry;
    }

    /** The entry for a key of two words; null when there is none. */
    public Entry find(long key0, long key1) {
        Entry entry = buckets.first(EntryBuckets.hash(EntryBuckets.hash(key0), key1));
        while (entry != null && (entry.key0 != key0 || entry.key1 != key1)) {
            entry = entry.next;
        }
        return entry;
    }

    @Override
    Entry same(Entry wanted) {
        return find(wanted.key);
    }

    @Override
    void add(Entry entry) {
        entry.hash = hash(entry.key);
        buckets.add(entry);
    }

    @Override
    void remove(Entry entry) {
        buckets.remove(entry);
    }

    private boolean isEqual(long[] one, long[] other) {
        for (int i = 0; i < words; i++) {
            if (one[i] != other[i]) {
                return false;
            }
        }
        return true;
    }

    private int hash(long[] key) {
        int hash = EntryBuckets.hash(key[0]);
        for (int i = 1; i < words; i++) {
            hash = EntryBuckets.hash(hash, key[i]);
        }
        return hash;
    }
}
