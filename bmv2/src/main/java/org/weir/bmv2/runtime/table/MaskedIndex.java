// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Entries with masks and ranges, of which the one with the highest priority wins. They are grouped
 * by masks that several of them include, so that there are few groups to look into, and a group
 * with too many entries for one key gets company by one with a longer mask (tuple space search with
 * merged tuples: Srinivasan, Suri, Varghese, SIGCOMM 1999; Daly et al., TupleMerge, ToN 2019).
 * Groups are tried in the order of their best priority, until none left can win.
 */
public final class MaskedIndex extends TableIndex {

    /** Entries for one key of a group, beyond which others go to a group with a longer mask. */
    private static final int MAX_COLLISIONS = 3;

    private final int words;
    private final int[] maskedWords;
    private final int[][] ranges;
    private final TupleMasks masks;
    private MaskedTuple[] tuples = {};

    /** No entries yet. */
    MaskedIndex(KeyLayout layout) {
        this.words = layout.words();
        this.maskedWords = layout.maskedWords();
        this.ranges = layout.rangeWords();
        this.masks = new TupleMasks(layout);
    }

    @Override
    public Entry find(long[] key) {
        Entry best = null;
        for (MaskedTuple tuple : tuples) {
            if (best != null && best.priority > tuple.maxPriority()) {
                break;
            }
            int hash = tuple.hash(key);
            if (!tuple.mayContain(hash)) {
                continue;
            }
            for (Entry entry = tuple.candidates(hash); entry != null; entry = entry.next) {
                if (best != null && !entry.winsOver(best)) {
                    break;
                }
                if (entry.hash == hash && matches(entry.key, key)) {
                    best = entry;
                    break;
                }
            }
        }
        return best;
    }

    private boolean matches(long[] entry, long[] key) {
        for (int word : maskedWords) {
            if (((key[word] ^ entry[word]) & entry[words + word]) != 0) {
                return false;
            }
        }
        for (int[] range : ranges) {
            if (compare(key, entry, 0, range) < 0 || compare(key, entry, words, range) > 0) {
                return false;
            }
        }
        return true;
    }

    /** Compares a number of a key with one of the ends of a range. */
    private static int compare(long[] key, long[] entry, int from, int[] range) {
        for (int i = range.length - 1; i >= 0; i--) {
            int order = Long.compareUnsigned(key[range[i]], entry[from + range[i]]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    @Override
    Entry same(Entry wanted) {
        long[] mask = masks.of(wanted);
        for (MaskedTuple tuple : tuples) {
            Entry found = tuple.includes(mask) ? tuple.same(wanted) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    void add(Entry entry) {
        tupleFor(entry).add(entry);
        sort();
    }

    private MaskedTuple tupleFor(Entry entry) {
        long[] mask = masks.of(entry);
        MaskedTuple best = null;
        for (MaskedTuple tuple : tuples) {
            if ((best == null || tuple.maskBits > best.maskBits)
                    && tuple.includes(mask)
                    && tuple.collisions(entry.key) < MAX_COLLISIONS) {
                best = tuple;
            }
        }
        if (best != null) {
            return best;
        }
        MaskedTuple fullest = null;
        for (long[] candidate : List.of(masks.coarse(mask), masks.medium(mask), mask)) {
            fullest = tupleOf(candidate);
            if (fullest == null) {
                MaskedTuple added = new MaskedTuple(candidate);
                tuples = Arrays.copyOf(tuples, tuples.length + 1);
                tuples[tuples.length - 1] = added;
                return added;
            }
        }
        // Entries with the same mask and key that differ in what no hash tells apart.
        return fullest;
    }

    private MaskedTuple tupleOf(long[] mask) {
        for (MaskedTuple tuple : tuples) {
            if (Arrays.equals(tuple.mask, mask)) {
                return tuple;
            }
        }
        return null;
    }

    @Override
    void remove(Entry entry) {
        long[] mask = masks.of(entry);
        for (MaskedTuple tuple : tuples) {
            if (tuple.includes(mask) && tuple.same(entry) == entry) {
                tuple.remove(entry);
                if (tuple.isEmpty()) {
                    List<MaskedTuple> left = new ArrayList<>(List.of(tuples));
                    left.remove(tuple);
                    tuples = left.toArray(new MaskedTuple[0]);
                }
                sort();
                return;
            }
        }
        throw new IllegalStateException("the entry is not in its table");
    }

    private void sort() {
        Arrays.sort(tuples, Comparator.comparingInt(MaskedTuple::maxPriority).reversed());
    }

    /** Number of groups a look-up goes through at worst. */
    int tuples() {
        return tuples.length;
    }
}
