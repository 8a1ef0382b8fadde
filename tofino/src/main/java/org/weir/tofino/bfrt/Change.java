// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import java.util.Objects;
import org.weir.tofino.bfrt.proto.Entity;
import org.weir.tofino.bfrt.proto.Update;

/** One entry to be written, and how. Immutable. */
public final class Change {
    private final Update.Type type;
    private final Entry entry;

    private Change(Update.Type type, Entry entry) {
        this.type = type;
        this.entry = Objects.requireNonNull(entry, "entry");
    }

    /** Adds an entry that is not there yet, such as a port. */
    public static Change insert(Entry entry) {
        return new Change(Update.Type.INSERT, entry);
    }

    /** Changes the named fields of an entry that is there; all traffic manager's entries are. */
    public static Change modify(Entry entry) {
        return new Change(Update.Type.MODIFY, entry);
    }

    /** Removes an entry. */
    public static Change delete(Entry entry) {
        return new Change(Update.Type.DELETE, entry);
    }

    /** The entry. */
    public Entry entry() {
        return entry;
    }

    Update encode(int deviceId) {
        boolean keyOnly = type == Update.Type.DELETE;
        return Update.newBuilder()
                .setType(type)
                .setEntity(
                        Entity.newBuilder()
                                .setTableEntry(
                                        keyOnly
                                                ? entry.encodeKey(deviceId)
                                                : entry.encode(deviceId)))
                .build();
    }

    @Override
    public String toString() {
        return type + " " + entry;
    }
}
