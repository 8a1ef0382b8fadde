// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.phv;

import java.util.HashMap;
import java.util.Map;
import org.weir.tofino.model.assembly.BitRange;

/**
 * A container of Tofino's PHV: 64 of 8 bits (B), 96 of 16 (H), 64 of 32 (W), and those that only
 * parser and deparser see, TB, TH and TW.
 *
 * @param id from 0 to {@link #COUNT} - 1
 * @param bits its width
 * @param tagalong whether match and action cannot see it
 */
public record Container(String name, int id, int bits, boolean tagalong) {

    private static final Map<String, Container> BY_NAME = new HashMap<>();

    static final int COUNT;

    static {
        int id = 0;
        id = add("B", 64, 8, false, id);
        id = add("H", 96, 16, false, id);
        id = add("W", 64, 32, false, id);
        id = add("TB", 32, 8, true, id);
        id = add("TH", 48, 16, true, id);
        COUNT = add("TW", 32, 32, true, id);
    }

    private static int add(String prefix, int count, int bits, boolean tagalong, int firstId) {
        for (int i = 0; i < count; i++) {
            BY_NAME.put(prefix + i, new Container(prefix + i, firstId + i, bits, tagalong));
        }
        return firstId + count;
    }

    /** The container of that name, or null. */
    public static Container find(String name) {
        return BY_NAME.get(name);
    }

    public BitRange range() {
        return new BitRange(0, bits - 1);
    }

    @Override
    public String toString() {
        return name;
    }
}
