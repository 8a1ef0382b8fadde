// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.table;

import org.weir.bmv2.controlplane.table.EntryAction;
import org.weir.bmv2.runtime.state.Meter;

/** An entry of a table, or a table's default, as the data path sees it. */
public final class Entry {

    /** Whether it is an entry; the default is not. */
    public final boolean hit;

    /** Action of the entry; null when the group chooses one. */
    public ActionData action;

    /** Group from whose members one is chosen; null when there is one action only. */
    public Group group;

    /** Packets that matched. */
    public long packets;

    /** Bytes of them. */
    public long bytes;

    /** The entry's meter; null where the table has none. */
    public Meter meter;

    /** Time of the last hit; kept in tables with idle timeout only. */
    public long lastHitNs;

    /**
     * Its key as the table's index wants it: the words of the key, and for tables with masks and
     * ranges after them a word each of the mask or, in the words of a range, of the high end.
     */
    final long[] key;

    /** First word of the key; beside the other fields, since most keys have no more than two. */
    final long key0;

    /** Second word of the key. */
    final long key1;

    /** Bits of the key that count in a table of prefixes, from the first bit of its words. */
    final int prefixBits;

    /** Priority among entries that match; in tables without priorities the prefix length. */
    final int priority;

    /** Place among all entries that were ever added; the lower wins a tie. */
    long sequence;

    /** Hash of the part of the key that its bucket is chosen by. */
    int hash;

    /** The next one in the same bucket. */
    Entry next;

    /** The one that was added before it. */
    Entry older;

    /** The one that was added after it. */
    Entry newer;

    /**
     * Action as the control plane gave it to the action profile; null where the entry has an action
     * of its own.
     */
    EntryAction fromProfile;

    /** Timer of the idle timeout; null when there is none. */
    IdleTimers.Timer idleTimer;

    /** Whether the program declares it. */
    boolean isConst;

    /** An entry without an action. */
    Entry(long[] key, int prefixBits, int priority) {
        this.hit = true;
        this.key = key;
        this.key0 = key[0];
        this.key1 = key.length > 1 ? key[1] : 0;
        this.prefixBits = prefixBits;
        this.priority = priority;
    }

    private Entry() {
        this.hit = false;
        this.key = null;
        this.key0 = 0;
        this.key1 = 0;
        this.prefixBits = 0;
        this.priority = 0;
    }

    /** Entry for packets that match no other. */
    static Entry miss() {
        return new Entry();
    }

    /**
     * Whether this entry wins over another when both match: the higher priority, then the one that
     * was there first.
     */
    boolean winsOver(Entry other) {
        return priority != other.priority ? priority > other.priority : sequence < other.sequence;
    }
}
