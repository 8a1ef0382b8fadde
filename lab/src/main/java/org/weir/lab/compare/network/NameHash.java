// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

/** Hash of a name, by which draws of one seed differ: FNV-1a of its characters, with 64 bits. */
final class NameHash {
    private static final long OFFSET = 0xcbf2_9ce4_8422_2325L;
    private static final long PRIME = 0x100_0000_01b3L;

    private NameHash() {}

    /** The hash. */
    static long of(String name) {
        long hash = OFFSET;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * PRIME;
        }
        return hash;
    }
}
