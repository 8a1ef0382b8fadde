// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.program;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.controlplane.table.MatchKind;
import org.weir.bmv2.program.header.FieldRef;

/**
 * A match-action table.
 *
 * @param name its full name
 * @param key fields of its key
 * @param maxSize most entries
 * @param withCounters whether entries are counted
 * @param withIdleTimeout whether entries can have an idle timeout
 * @param directMeter name of the meter array of its entries; null when there is none
 * @param profile name of its action profile; null when entries have actions of their own
 * @param actions that entries may have
 * @param nextByAction name of the node after each action, by the action's id; null ends the
 *     pipeline
 * @param nextOnHit node after a hit, and
 * @param nextOnMiss after a miss, when {@code branchesOnHit}
 * @param branchesOnHit whether the next node depends on hit or miss rather than on the action
 * @param defaultAction the initial default action
 * @param defaultArguments its arguments
 * @param isDefaultConst whether the default may not be changed
 * @param constEntries entries of the program
 * @param isConst whether no other entries may be written
 * @param path its place in the JSON
 */
public record Table(
        String name,
        List<Key> key,
        int maxSize,
        boolean withCounters,
        boolean withIdleTimeout,
        String directMeter,
        String profile,
        List<Action> actions,
        Map<Integer, String> nextByAction,
        String nextOnHit,
        String nextOnMiss,
        boolean branchesOnHit,
        Action defaultAction,
        List<BigInteger> defaultArguments,
        boolean isDefaultConst,
        List<ConstEntry> constEntries,
        boolean isConst,
        String path)
        implements Node {

    /**
     * A field of the key.
     *
     * @param name for the control plane
     * @param kind kind of match
     * @param field the field
     * @param mask bits of it that count; null for all
     */
    public record Key(String name, MatchKind kind, FieldRef field, BigInteger mask) {}

    /**
     * An entry of the program.
     *
     * @param match per field of the key
     * @param priority at least 0; the lowest wins. It is the entry's place unless the program says
     *     otherwise
     * @param action its action
     * @param arguments of the action
     */
    public record ConstEntry(
            List<ConstMatch> match, int priority, Action action, List<BigInteger> arguments) {}

    /**
     * Condition of an entry of the program on one field.
     *
     * @param kind kind of match
     * @param value the value; of a range the lower end
     * @param mask of a ternary match the mask, of a range the upper end; otherwise null
     * @param prefixLength of a prefix match; otherwise 0
     */
    public record ConstMatch(MatchKind kind, BigInteger value, BigInteger mask, int prefixLength) {}
}
