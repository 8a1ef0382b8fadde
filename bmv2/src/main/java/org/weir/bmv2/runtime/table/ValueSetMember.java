// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.program.ValueSet;
import org.weir.bmv2.runtime.bits.FieldBytes;

/** One member of a value set, its keys packed as the data path compares them. */
final class ValueSetMember {

    private record Range(int firstWord, long[] low, long[] high) {}

    private final List<MatchKey> keys = new ArrayList<>();
    private final List<Range> ranges = new ArrayList<>();
    private final long[] mask;
    private final long[] value;

    /** Packs the keys; refuses those that cannot be packed, with the reason. */
    ValueSetMember(ValueSet set, List<MatchKey> member) {
        int fields = set.fieldBits().size();
        if (member.size() != fields) {
            throw FieldBytes.invalid(
                    "value set %s: a member has %d fields, %d are given"
                            .formatted(set.name(), fields, member.size()));
        }
        int words = set.fieldBits().stream().mapToInt(bits -> (bits + 63) / 64).sum();
        mask = new long[words];
        value = new long[words];
        int firstWord = 0;
        for (int i = 0; i < fields; i++) {
            int width = set.fieldBits().get(i);
            put(firstWord, width, member.get(i), "value set " + set.name() + ", field " + (i + 1));
            firstWord += (width + 63) / 64;
        }
    }

    /** The keys with values as long as the fields are wide. */
    List<MatchKey> keys() {
        return List.copyOf(keys);
    }

    boolean takes(long[] key) {
        for (int i = 0; i < mask.length; i++) {
            if ((key[i] & mask[i]) != value[i]) {
                return false;
            }
        }
        for (int i = 0; i < ranges.size(); i++) {
            Range range = ranges.get(i);
            if (compare(key, range.firstWord, range.low) < 0
                    || compare(key, range.firstWord, range.high) > 0) {
                return false;
            }
        }
        return true;
    }

    private static int compare(long[] key, int firstWord, long[] bound) {
        for (int i = bound.length - 1; i >= 0; i--) {
            int order = Long.compareUnsigned(key[firstWord + i], bound[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private void put(int firstWord, int width, MatchKey match, String what) {
        FieldMatch field = FieldMatch.of(match, width, what);
        keys.add(field.canonical());
        if (field.low() != null) {
            ranges.add(new Range(firstWord, words(field.low(), width), words(field.high(), width)));
        } else {
            System.arraycopy(words(field.mask(), width), 0, mask, firstWord, (width + 63) / 64);
            System.arraycopy(words(field.value(), width), 0, value, firstWord, (width + 63) / 64);
        }
    }

    private static long[] words(BigInteger number, int width) {
        long[] words = new long[(width + 63) / 64];
        for (int i = 0; i < words.length; i++) {
            words[i] = number.shiftRight(64 * i).longValue();
        }
        return words;
    }
}
