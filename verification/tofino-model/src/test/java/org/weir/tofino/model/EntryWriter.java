// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.util.Map;
import org.weir.tofino.model.stage.KeyMatch;

/** The tables of a switch that runs Weir's program. */
public interface EntryWriter {

    /**
     * Adds an entry.
     *
     * @param table its table, as P4 names it
     * @param priority the larger one wins; 0 in tables whose keys do not overlap
     * @param match the fields that must match; all others may have any value
     * @param action its action, as P4 names it
     * @param parameters of the action
     */
    void add(
            String table,
            int priority,
            Map<String, KeyMatch> match,
            String action,
            Map<String, Long> parameters);
}
