// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

/** Kind of match of a field of a table's key. */
public enum MatchKind {
    /** The field equals the entry's value. */
    EXACT,
    /** The field's leading bits equal the entry's; the longest prefix wins. */
    LPM,
    /** The field's bits under a mask equal the entry's; the highest priority wins. */
    TERNARY,
    /** The field lies between two values, both included; the highest priority wins. */
    RANGE,
    /**
     * The field equals the entry's value, or the entry does not care; the highest priority wins.
     */
    OPTIONAL;

    /** Whether entries of a table with such a field are ordered by priority. */
    public boolean needsPriority() {
        return this == TERNARY || this == RANGE || this == OPTIONAL;
    }
}
