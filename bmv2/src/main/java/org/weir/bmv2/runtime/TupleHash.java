// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import java.util.Arrays;

/**
 * The entries of a table that share one mask, in a hash table of their masked keys (tuple space
 * search: Srinivasan, Suri, Varghese, SIGCOMM 1999). Entries of a bucket are in the order in which
 * they win.
 */
final class TupleHash {

    private static final int INITIAL_BUCKETS = 16;

    final long[] mask;
    private final int[] rangeWords;
    private Entry[] buckets = new Entry[INITIAL_BUCKETS];
    private int size;
    private int maxPriority = Integer.MIN_VALUE;
    private int entriesAtMax;

    TupleHash(long[] mask, int[] rangeWords) {
        this.mask = mask;
        this.rangeWords = rangeWords;
    }

    int size() {
        return size;
    }

    int maxPriority() {
        return maxPriority;
    }

    /** The entry that wins for a key; null when none matches. */
    Entry find(long[] key) {
        int hash = hash(key);
        for (Entry entry = buckets[hash & (buckets.length - 1)];
                entry != null;
                entry = entry.next) {
            if (entry.hash == hash && matches(entry, key)) {
                return entry;
            }
        }
        return null;
    }

    /** The entry with the same key, ranges and priority; null when there is none. */
    Entry same(Entry wanted) {
        int hash = hash(wanted.key);
        for (Entry entry = buckets[hash & (buckets.length - 1)];
                entry != null;
                entry = entry.next) {
            if (entry.hash == hash
                    && entry.identityPriority == wanted.identityPriority
                    && Arrays.equals(entry.key, wanted.key)
                    && Arrays.equals(entry.rangeLow, wanted.rangeLow)
                    && Arrays.equals(entry.rangeHigh, wanted.rangeHigh)) {
                return entry;
            }
        }
        return null;
    }

    void add(Entry entry) {
        if (size >= buckets.length - buckets.length / 4) {
            grow();
        }
        entry.hash = hash(entry.key);
        link(buckets, entry);
        size++;
        countAtMax(entry);
    }

    void remove(Entry entry) {
        int bucket = entry.hash & (buckets.length - 1);
        if (buckets[bucket] == entry) {
            buckets[bucket] = entry.next;
        } else {
            Entry before = buckets[bucket];
            while (before.next != entry) {
                before = before.next;
            }
            before.next = entry.next;
        }
        entry.next = null;
        size--;
        if (entry.priority == maxPriority && --entriesAtMax == 0) {
            maxPriority = Integer.MIN_VALUE;
            for (Entry head : buckets) {
                for (Entry other = head; other != null; other = other.next) {
                    countAtMax(other);
                }
            }
        }
    }

    private void countAtMax(Entry entry) {
        if (entry.priority > maxPriority) {
            maxPriority = entry.priority;
            entriesAtMax = 1;
        } else if (entry.priority == maxPriority) {
            entriesAtMax++;
        }
    }

    private boolean matches(Entry entry, long[] key) {
        long[] own = entry.key;
        for (int i = 0; i < own.length; i++) {
            if ((key[i] & mask[i]) != own[i]) {
                return false;
            }
        }
        return rangeWords.length == 0 || inRanges(entry, key);
    }

    private boolean inRanges(Entry entry, long[] key) {
        int at = 0;
        while (at < rangeWords.length) {
            // A field's words follow each other, the highest last; -1 ends it.
            int last = at;
            while (rangeWords[last + 1] >= 0) {
                last++;
            }
            if (compare(key, entry.rangeLow, at, last) < 0
                    || compare(key, entry.rangeHigh, at, last) > 0) {
                return false;
            }
            at = last + 2;
        }
        return true;
    }

    private int compare(long[] key, long[] bound, int from, int last) {
        for (int i = last; i >= from; i--) {
            int order = Long.compareUnsigned(key[rangeWords[i]], bound[rangeWords[i]]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int hash(long[] key) {
        long hash = 0;
        for (int i = 0; i < mask.length; i++) {
            hash = (hash ^ (key[i] & mask[i])) * 0x9e3779b97f4a7c15L;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    private void grow() {
        Entry[] wider = new Entry[buckets.length * 2];
        for (Entry head : buckets) {
            Entry entry = head;
            while (entry != null) {
                Entry next = entry.next;
                link(wider, entry);
                entry = next;
            }
        }
        buckets = wider;
    }

    private static void link(Entry[] into, Entry entry) {
        int bucket = entry.hash & (into.length - 1);
        Entry before = null;
        Entry after = into[bucket];
        while (after != null && wins(after, entry)) {
            before = after;
            after = after.next;
        }
        entry.next = after;
        if (before == null) {
            into[bucket] = entry;
        } else {
            before.next = entry;
        }
    }

    /**
     * Whether the first entry wins when both match: the higher priority, then the one that was
     * there first.
     */
    static boolean wins(Entry first, Entry second) {
        return first.priority != second.priority
                ? first.priority > second.priority
                : first.sequence < second.sequence;
    }
}
