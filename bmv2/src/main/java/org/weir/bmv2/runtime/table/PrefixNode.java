// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * A node of a {@link PrefixIndex}: after bits that all its prefixes share, the prefixes that end
 * within the next six bits, and the nodes for those that go on. Nodes begin a whole number of six
 * bits from the first, so that none overlap.
 */
final class PrefixNode {

    /** Bits a node decides by. */
    static final int STRIDE = 6;

    private static final int MAX_SKIP = 64 / STRIDE * STRIDE;

    private static final Entry[] NO_ENTRIES = {};
    private static final PrefixNode[] NO_CHILDREN = {};

    /** Prefixes of up to five bits of each value of six bits, as bits of {@link #shortMap}. */
    private static final long[] PREFIXES_OF = new long[1 << STRIDE];

    static {
        for (int bits = 0; bits < 1 << STRIDE; bits++) {
            for (int length = 0; length < STRIDE; length++) {
                PREFIXES_OF[bits] |= 1L << shortIndex(bits, length);
            }
        }
    }

    /** Bits before the six that all prefixes share, a whole number of six. */
    int skipBits;

    /** Their value. */
    long skipped;

    /** Prefixes of up to five bits, by {@link #shortIndex}. */
    private long shortMap;

    /** Prefixes of all six bits, by their value. */
    private long fullMap;

    /** Nodes that go on, by the six bits' value. */
    private long childMap;

    /** Entries of the short prefixes, then those of the full ones. */
    private Entry[] entries = NO_ENTRIES;

    private PrefixNode[] children = NO_CHILDREN;

    /** Numbers prefixes as a heap does: 1 is the empty one, 2 and 3 those of one bit, and so on. */
    private static int shortIndex(int bits, int length) {
        return 1 << length | bits >>> (STRIDE - length);
    }

    /** Bits of a key, at most 64; those beyond its end are zero. */
    static long bits(long[] key, int at, int count) {
        int word = at >>> 6;
        int shift = at & 63;
        if (word >= key.length) {
            return 0;
        }
        long bits = key[word] << shift;
        if (shift + count > 64 && word + 1 < key.length) {
            bits |= key[word + 1] >>> (64 - shift);
        }
        return bits >>> (64 - count);
    }

    /** Index among the entries of the longest prefix of six bits; negative when there is none. */
    int longest(int bits) {
        if ((fullMap >>> bits & 1) != 0) {
            return Long.bitCount(shortMap) + Long.bitCount(fullMap & ((1L << bits) - 1));
        }
        long matching = shortMap & PREFIXES_OF[bits];
        return matching == 0 ? -1 : Long.bitCount(shortMap & (Long.highestOneBit(matching) - 1));
    }

    Entry entry(int index) {
        return entries[index];
    }

    /** The node that goes on after six bits; null when there is none. */
    PrefixNode child(int bits) {
        return (childMap >>> bits & 1) == 0 ? null : children[childIndex(bits)];
    }

    private int childIndex(int bits) {
        return Long.bitCount(childMap & ((1L << bits) - 1));
    }

    /** A tree of one entry. */
    static PrefixNode of(Entry entry, int at) {
        PrefixNode node = new PrefixNode();
        int beyond = Math.max(0, entry.prefixBits - at - 1);
        node.skipBits = Math.min(MAX_SKIP, beyond / STRIDE * STRIDE);
        node.skipped = node.skipBits == 0 ? 0 : bits(entry.key, at, node.skipBits);
        node.put(entry, at + node.skipBits);
        return node;
    }

    /** The tree with an entry more, whose prefix is not there yet. */
    PrefixNode with(Entry entry, int at) {
        int shared = sharedBits(entry, at);
        if (shared < skipBits) {
            split(shared);
        }
        put(entry, at + skipBits);
        return this;
    }

    /**
     * Number of the skipped bits that an entry's prefix has in common, rounded down to whole nodes.
     */
    private int sharedBits(Entry entry, int at) {
        if (skipBits == 0) {
            return 0;
        }
        long differing = (bits(entry.key, at, skipBits) ^ skipped) << (64 - skipBits);
        int equal = Math.min(skipBits, Long.numberOfLeadingZeros(differing));
        // A prefix that ends in the last bit of a node belongs to that node.
        int within = Math.max(0, entry.prefixBits - at - 1);
        return Math.min(equal, within) / STRIDE * STRIDE;
    }

    /** Puts all below a node of its own after so many of the skipped bits. */
    private void split(int shared) {
        PrefixNode below = new PrefixNode();
        below.skipBits = skipBits - shared - STRIDE;
        below.skipped = skipped & mask(below.skipBits);
        below.shortMap = shortMap;
        below.fullMap = fullMap;
        below.childMap = childMap;
        below.entries = entries;
        below.children = children;
        int bits = (int) (skipped >>> below.skipBits) & ((1 << STRIDE) - 1);
        skipped = shared == 0 ? 0 : skipped >>> (skipBits - shared);
        skipBits = shared;
        shortMap = 0;
        fullMap = 0;
        childMap = 1L << bits;
        entries = NO_ENTRIES;
        children = new PrefixNode[] {below};
    }

    private static long mask(int bits) {
        return bits == 0 ? 0 : -1L >>> (64 - bits);
    }

    private void put(Entry entry, int at) {
        int length = entry.prefixBits - at;
        int bits = (int) bits(entry.key, at, STRIDE);
        if (length > STRIDE) {
            int index = childIndex(bits);
            if ((childMap >>> bits & 1) != 0) {
                children[index] = children[index].with(entry, at + STRIDE);
            } else {
                children = inserted(children, index, of(entry, at + STRIDE));
                childMap |= 1L << bits;
            }
            return;
        }
        entries = inserted(entries, index(bits, length), entry);
        if (length == STRIDE) {
            fullMap |= 1L << bits;
        } else {
            shortMap |= 1L << shortIndex(bits, length);
        }
    }

    /** Index of a prefix's entry among the entries, or the one that it would have. */
    private int index(int bits, int length) {
        return length == STRIDE
                ? Long.bitCount(shortMap) + Long.bitCount(fullMap & ((1L << bits) - 1))
                : Long.bitCount(shortMap & ((1L << shortIndex(bits, length)) - 1));
    }

    private boolean has(int bits, int length) {
        return (length == STRIDE ? fullMap >>> bits : shortMap >>> shortIndex(bits, length)) % 2
                != 0;
    }

    /** The entry with the same prefix; null when there is none. */
    Entry find(Entry wanted, int from) {
        PrefixNode node = this;
        int at = from;
        while (node != null) {
            if (node.sharedBits(wanted, at) < node.skipBits) {
                return null;
            }
            at += node.skipBits;
            int length = wanted.prefixBits - at;
            int bits = (int) bits(wanted.key, at, STRIDE);
            if (length <= STRIDE) {
                return node.has(bits, length) ? node.entries[node.index(bits, length)] : null;
            }
            node = node.child(bits);
            at += STRIDE;
        }
        return null;
    }

    /** The tree without an entry that is there; null when nothing is left. */
    PrefixNode without(Entry entry, int from) {
        int at = from + skipBits;
        int length = entry.prefixBits - at;
        int bits = (int) bits(entry.key, at, STRIDE);
        if (length > STRIDE) {
            int index = childIndex(bits);
            PrefixNode left = children[index].without(entry, at + STRIDE);
            if (left == null) {
                children = removed(children, index, NO_CHILDREN);
                childMap &= ~(1L << bits);
            } else {
                children[index] = left;
            }
        } else {
            entries = removed(entries, index(bits, length), NO_ENTRIES);
            if (length == STRIDE) {
                fullMap &= ~(1L << bits);
            } else {
                shortMap &= ~(1L << shortIndex(bits, length));
            }
        }
        if (entries.length == 0 && children.length == 0) {
            return null;
        }
        return entries.length == 0 && children.length == 1 ? joined() : this;
    }

    /** The only child, which skips this node's bits as well if it can. */
    private PrefixNode joined() {
        PrefixNode child = children[0];
        int all = skipBits + STRIDE + child.skipBits;
        if (all > MAX_SKIP) {
            return this;
        }
        long bits = skipped << STRIDE | Long.numberOfTrailingZeros(childMap);
        child.skipped |= bits << child.skipBits;
        child.skipBits = all;
        return child;
    }

    /** Hands on all entries. */
    void forEach(Consumer<Entry> action) {
        for (Entry entry : entries) {
            action.accept(entry);
        }
        for (PrefixNode child : children) {
            child.forEach(action);
        }
    }

    private static <T> T[] inserted(T[] array, int index, T element) {
        T[] longer = Arrays.copyOf(array, array.length + 1);
        System.arraycopy(array, index, longer, index + 1, array.length - index);
        longer[index] = element;
        return longer;
    }

    private static <T> T[] removed(T[] array, int index, T[] none) {
        if (array.length == 1) {
            return none;
        }
        T[] shorter = Arrays.copyOf(array, array.length - 1);
        System.arraycopy(array, index + 1, shorter, index, array.length - 1 - index);
        return shorter;
    }
}
