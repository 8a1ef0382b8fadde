// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime;

import org.weir.bmv2.control.TableEntry;

/** An entry of a table, or a table's default, as the data path sees it. */
public final class Entry {

    /** Whether it is an entry; the default is not. */
    public final boolean hit;

    /** What happens; null when the group chooses. */
    public ActionData action;

    /** Whose members are chosen from; null when there is one action only. */
    public Group group;

    /** Packets that matched. */
    public long packets;

    /** Bytes of them. */
    public long bytes;

    /** The entry's meter; null where the table has none. */
    public Meter meter;

    /** Time of the last hit; kept in tables with idle timeout only. */
    public long lastHitNs;

    final long[] key;
    final long[] rangeLow;
    final long[] rangeHigh;
    final int priority;
    final int identityPriority;
    long sequence;
    Entry next;
    int hash;
    int memberId;
    TableEntry spec;
    IdleTimers.Timer idleTimer;

    Entry(
            boolean hit,
            long[] key,
            long[] rangeLow,
            long[] rangeHigh,
            int priority,
            int identityPriority) {
        this.hit = hit;
        this.key = key;
        this.rangeLow = rangeLow;
        this.rangeHigh = rangeHigh;
        this.priority = priority;
        this.identityPriority = identityPriority;
    }
}
