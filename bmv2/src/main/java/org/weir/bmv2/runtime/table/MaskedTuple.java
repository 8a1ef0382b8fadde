// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.Arrays;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Entries of a {@link MaskedIndex} whose masks all include the mask of the tuple, hashed by their
 * keys under that.
 */
final class MaskedTuple {

    private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;
    private static final long MIXING = 0xd6e8feb86659fd93L;

    final long[] mask;
    final int maskBits;
    private final int[] usedWords;
    private final long[] usedMasks;
    private final long[] factors;
    private final EntryBuckets buckets = new EntryBuckets();
    private final TreeMap<Integer, Integer> entriesByPriority = new TreeMap<>();
    private int maxPriority = Integer.MIN_VALUE;

    /** No entries yet. */
    MaskedTuple(long[] mask) {
        this.mask = mask;
        this.maskBits = Arrays.stream(mask).mapToInt(Long::bitCount).sum();
        this.usedWords = IntStream.range(0, mask.length).filter(i -> mask[i] != 0).toArray();
        this.usedMasks = Arrays.stream(usedWords).mapToLong(word -> mask[word]).toArray();
        this.factors =
                IntStream.range(0, usedWords.length)
                        .mapToLong(i -> GOLDEN_RATIO * (2 * i + 1) | 1)
                        .toArray();
    }

    int maxPriority() {
        return maxPriority;
    }

    boolean isEmpty() {
        return buckets.size() == 0;
    }

    /** Whether there may be entries of a hash; when false there is none. */
    boolean mayContain(int hash) {
        return buckets.mayContain(hash);
    }

    /** Entries that may match a key, in the order in which they win. */
    Entry candidates(int hash) {
        return buckets.first(hash);
    }

    /** Whether an entry with such a mask may be in this tuple. */
    boolean includes(long[] entryMask) {
        for (int word : usedWords) {
            if ((mask[word] & ~entryMask[word]) != 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Spreads the bits of a key under the mask. Of a product only the bits at and above those of a
     * word depend on it, so high bits are brought down before, and all of the sum after.
     */
    int hash(long[] key) {
        long sum = 0;
        for (int i = 0; i < usedWords.length; i++) {
            long word = key[usedWords[i]] & usedMasks[i];
            sum += (word ^ word >>> 32) * factors[i];
        }
        return (int) ((sum ^ sum >>> 32) * MIXING >>> 32);
    }

    /** Number of entries that a look-up for the same key would compare. */
    int collisions(long[] key) {
        int hash = hash(key);
        int count = 0;
        for (Entry other = buckets.first(hash); other != null; other = other.next) {
            if (other.hash == hash) {
                count++;
            }
        }
        return count;
    }

    /** The entry with the same key, mask, ranges and priority; null when there is none. */
    Entry same(Entry wanted) {
        int hash = hash(wanted.key);
        for (Entry other = buckets.first(hash); other != null; other = other.next) {
            if (other.hash == hash
                    && other.priority == wanted.priority
                    && Arrays.equals(other.key, wanted.key)) {
                return other;
            }
        }
        return null;
    }

    void add(Entry entry) {
        entry.hash = hash(entry.key);
        buckets.add(entry);
        entriesByPriority.merge(entry.priority, 1, Integer::sum);
        maxPriority = entriesByPriority.lastKey();
    }

    void remove(Entry entry) {
        buckets.remove(entry);
        entriesByPriority.computeIfPresent(
                entry.priority, (priority, count) -> count == 1 ? null : count - 1);
        maxPriority = entriesByPriority.isEmpty() ? Integer.MIN_VALUE : entriesByPriority.lastKey();
    }
}
