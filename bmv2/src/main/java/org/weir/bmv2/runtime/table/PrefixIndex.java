// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

/**
 * Entries that match a prefix of the key each, of which the longest wins: a trie with six bits to a
 * node, the nodes compressed by bit maps (tree bitmap: Eatherton, Varghese, Dittia, SIGCOMM CCR
 * 2004) and ways without branches skipped. Once there are many entries, the first 18 bits are
 * looked up in one step.
 */
public final class PrefixIndex extends TableIndex {

    /** Bits looked up in one step in a large table; a whole number of nodes. */
    private static final int ROOT_BITS = 3 * PrefixNode.STRIDE;

    /** Number of entries from which a table of the first bits pays. */
    private static final int LARGE = 2048;

    private final int words;
    private final int firstBit;

    /** All prefixes, or those of less than {@link #ROOT_BITS} bits when there are roots. */
    private PrefixNode top;

    /** Longer prefixes by their first bits; null while there are few. */
    private PrefixNode[] roots;

    private int size;

    /**
     * No entries yet.
     *
     * @param words of the key
     * @param firstBit bits at the start of the key that are zero in all keys
     */
    PrefixIndex(int words, int firstBit) {
        this.words = words;
        this.firstBit = firstBit;
        this.top = new PrefixNode();
    }

    @Override
    public Entry find(long[] key) {
        if (words == 1) {
            return find(key[0]);
        }
        if (roots != null) {
            PrefixNode root = roots[(int) PrefixNode.bits(key, firstBit, ROOT_BITS)];
            if (root != null) {
                Entry found = find(root, key, firstBit + ROOT_BITS);
                if (found != null) {
                    return found;
                }
            }
        }
        return find(top, key, firstBit);
    }

    /** The longest prefix of a key of one word; null when there is none. */
    public Entry find(long key) {
        if (roots != null) {
            PrefixNode root = roots[(int) (key << firstBit >>> (64 - ROOT_BITS))];
            if (root != null) {
                Entry found = find(root, key, firstBit + ROOT_BITS);
                if (found != null) {
                    return found;
                }
            }
        }
        return find(top, key, firstBit);
    }

    private static Entry find(PrefixNode from, long key, int fromBit) {
        PrefixNode node = from;
        int at = fromBit;
        PrefixNode best = null;
        int bestIndex = 0;
        while (true) {
            if (node.skipBits != 0) {
                if (key << at >>> (64 - node.skipBits) != node.skipped) {
                    break;
                }
                at += node.skipBits;
            }
            int bits = at < 64 ? (int) (key << at >>> (64 - PrefixNode.STRIDE)) : 0;
            int index = node.longest(bits);
            if (index >= 0) {
                best = node;
                bestIndex = index;
            }
            PrefixNode child = node.child(bits);
            if (child == null) {
                break;
            }
            node = child;
            at += PrefixNode.STRIDE;
        }
        return best == null ? null : best.entry(bestIndex);
    }

    private static Entry find(PrefixNode from, long[] key, int fromBit) {
        PrefixNode node = from;
        int at = fromBit;
        PrefixNode best = null;
        int bestIndex = 0;
        while (true) {
            if (node.skipBits != 0) {
                if (PrefixNode.bits(key, at, node.skipBits) != node.skipped) {
                    break;
                }
                at += node.skipBits;
            }
            int bits = (int) PrefixNode.bits(key, at, PrefixNode.STRIDE);
            int index = node.longest(bits);
            if (index >= 0) {
                best = node;
                bestIndex = index;
            }
            PrefixNode child = node.child(bits);
            if (child == null) {
                break;
            }
            node = child;
            at += PrefixNode.STRIDE;
        }
        return best == null ? null : best.entry(bestIndex);
    }

    @Override
    Entry same(Entry wanted) {
        if (!isRooted(wanted)) {
            return top.find(wanted, firstBit);
        }
        PrefixNode root = roots[rootOf(wanted)];
        return root == null ? null : root.find(wanted, firstBit + ROOT_BITS);
    }

    @Override
    void add(Entry entry) {
        if (roots == null && size >= LARGE && words * 64 - firstBit > ROOT_BITS) {
            plantRoots();
        }
        put(entry);
        size++;
    }

    private void put(Entry entry) {
        if (isRooted(entry)) {
            int root = rootOf(entry);
            int at = firstBit + ROOT_BITS;
            roots[root] =
                    roots[root] == null ? PrefixNode.of(entry, at) : roots[root].with(entry, at);
        } else {
            top = top.with(entry, firstBit);
        }
    }

    @Override
    void remove(Entry entry) {
        if (isRooted(entry)) {
            int root = rootOf(entry);
            roots[root] = roots[root].without(entry, firstBit + ROOT_BITS);
        } else {
            PrefixNode left = top.without(entry, firstBit);
            top = left == null ? new PrefixNode() : left;
        }
        size--;
    }

    private boolean isRooted(Entry entry) {
        return roots != null && entry.prefixBits > firstBit + ROOT_BITS;
    }

    private int rootOf(Entry entry) {
        return (int) PrefixNode.bits(entry.key, firstBit, ROOT_BITS);
    }

    /** Done once in the life of a table, while it is still small. */
    private void plantRoots() {
        PrefixNode before = top;
        top = new PrefixNode();
        roots = new PrefixNode[1 << ROOT_BITS];
        before.forEach(this::put);
    }
}
