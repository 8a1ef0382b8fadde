// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.Arrays;

/**
 * Buckets of entries that grow one by one (linear hashing: Litwin, VLDB 1980), so that no insertion
 * moves more than the entries of one bucket, however many there are. Entries of a bucket are
 * chained in the order in which they win. A few bits for each bucket tell most hashes that are not
 * there without a look at its entries, which lie anywhere in memory.
 */
final class EntryBuckets {

    private static final int PAGE_BITS = 9;
    private static final int PAGE = 1 << PAGE_BITS;
    private static final int INITIAL = 8;

    /** Buckets in pages, so that growing copies no more than one page or the list of pages. */
    private Entry[][] pages = {new Entry[INITIAL]};

    /** {@linkplain #sign Signs} of the entries of each bucket, in pages as the buckets. */
    private short[][] signs = {new short[INITIAL]};

    /** Buckets in use: at least {@code lowMask + 1} and at most twice as many. */
    private int count = INITIAL;

    private int lowMask = INITIAL - 1;
    private int size;

    int size() {
        return size;
    }

    /** The first entry of the bucket that a hash belongs to; null when it is empty. */
    Entry first(int hash) {
        int bucket = bucket(hash);
        return pages[bucket >>> PAGE_BITS][bucket & (PAGE - 1)];
    }

    /** Whether there may be entries of a hash; when false there is none. */
    boolean mayContain(int hash) {
        int bucket = bucket(hash);
        return (signs[bucket >>> PAGE_BITS][bucket & (PAGE - 1)] & sign(hash)) != 0;
    }

    /** One of 16 bits, by those bits of the hash that choose no bucket. */
    private static int sign(int hash) {
        return 1 << (hash >>> 28);
    }

    private void signAgain(int bucket) {
        int all = 0;
        Entry entry = pages[bucket >>> PAGE_BITS][bucket & (PAGE - 1)];
        for (; entry != null; entry = entry.next) {
            all |= sign(entry.hash);
        }
        signs[bucket >>> PAGE_BITS][bucket & (PAGE - 1)] = (short) all;
    }

    private int bucket(int hash) {
        int wide = hash & (lowMask << 1 | 1);
        return wide < count ? wide : hash & lowMask;
    }

    /** Adds an entry; its hash is set. */
    void add(Entry entry) {
        if (size >= count) {
            split();
        }
        link(entry);
        size++;
    }

    /** Takes out an entry that is there. */
    void remove(Entry entry) {
        int bucket = bucket(entry.hash);
        Entry[] page = pages[bucket >>> PAGE_BITS];
        Entry at = page[bucket & (PAGE - 1)];
        if (at == entry) {
            page[bucket & (PAGE - 1)] = entry.next;
        } else {
            while (at.next != entry) {
                at = at.next;
            }
            at.next = entry.next;
        }
        entry.next = null;
        signAgain(bucket);
        size--;
    }

    private void link(Entry entry) {
        int bucket = bucket(entry.hash);
        Entry[] page = pages[bucket >>> PAGE_BITS];
        Entry before = null;
        Entry after = page[bucket & (PAGE - 1)];
        while (after != null && after.winsOver(entry)) {
            before = after;
            after = after.next;
        }
        entry.next = after;
        if (before == null) {
            page[bucket & (PAGE - 1)] = entry;
        } else {
            before.next = entry;
        }
        signs[bucket >>> PAGE_BITS][bucket & (PAGE - 1)] |= (short) sign(entry.hash);
    }

    /** Makes one bucket more and moves to it what belongs there. */
    private void split() {
        int added = count;
        int page = added >>> PAGE_BITS;
        if (page == pages.length) {
            pages = Arrays.copyOf(pages, page * 2);
            signs = Arrays.copyOf(signs, page * 2);
        }
        if (pages[page] == null) {
            pages[page] = new Entry[PAGE];
            signs[page] = new short[PAGE];
        } else if ((added & (PAGE - 1)) == pages[page].length) {
            pages[page] = Arrays.copyOf(pages[page], pages[page].length * 2);
            signs[page] = Arrays.copyOf(signs[page], signs[page].length * 2);
        }
        int old = added & lowMask;
        Entry moving = pages[old >>> PAGE_BITS][old & (PAGE - 1)];
        pages[old >>> PAGE_BITS][old & (PAGE - 1)] = null;
        count++;
        // Taken in their order and put at each chain's end, they keep it.
        Entry lastOld = null;
        Entry lastNew = null;
        while (moving != null) {
            Entry next = moving.next;
            moving.next = null;
            int bucket = bucket(moving.hash);
            Entry last = bucket == old ? lastOld : lastNew;
            if (last == null) {
                pages[bucket >>> PAGE_BITS][bucket & (PAGE - 1)] = moving;
            } else {
                last.next = moving;
            }
            if (bucket == old) {
                lastOld = moving;
            } else {
                lastNew = moving;
            }
            moving = next;
        }
        signAgain(old);
        signAgain(added);
        if (count == 2 * (lowMask + 1)) {
            lowMask = lowMask << 1 | 1;
        }
    }

    /**
     * Spreads the bits of one word. Buckets are chosen by the lowest bits, and of a product those
     * depend on none but the lowest of the word, of which a mask may have left nothing: hence the
     * high half, twice.
     */
    static int hash(long word) {
        long hash = word * 0x9e3779b97f4a7c15L;
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        return (int) (hash >>> 32);
    }

    /** Joins the hash of the words before with one more. */
    static int hash(int before, long word) {
        return hash(word + before * 0xff51afd7ed558ccdL);
    }
}
