// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.table;

import java.util.List;
import org.weir.bmv2.controlplane.SwitchControl;

/**
 * One entry of a table.
 *
 * @param match one key per field of the table, in the order of {@link TableControl#matchFields()}
 * @param priority for tables with ternary, range or optional fields: at least 1, higher wins;
 *     otherwise 0
 * @param action action on a match
 * @param isConst whether the program itself declares the entry, so that nobody may change it;
 *     ignored in writes
 * @param idleTimeoutNs time without a hit after which the entry is reported to {@link
 *     SwitchControl#onIdleEntry}; 0 for never
 */
public record TableEntry(
        List<MatchKey> match,
        int priority,
        EntryAction action,
        boolean isConst,
        long idleTimeoutNs) {

    /** Copies the list. */
    public TableEntry {
        match = List.copyOf(match);
    }

    /** An entry that a control plane writes. */
    public TableEntry(List<MatchKey> match, int priority, EntryAction action) {
        this(match, priority, action, 0);
    }

    /** An entry with an idle timeout that a control plane writes. */
    public TableEntry(List<MatchKey> match, int priority, EntryAction action, long idleTimeoutNs) {
        this(match, priority, action, false, idleTimeoutNs);
    }
}
