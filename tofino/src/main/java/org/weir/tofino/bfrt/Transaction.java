// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import java.util.ArrayList;
import java.util.List;

/**
 * Changes of fixed tables' entries that are made all or not at all. BF Runtime's own rollback knows
 * the pipelines' tables only, so the old values are read first and put back if one of the entries
 * is refused. A reader may see some of them changed meanwhile.
 */
public final class Transaction {
    private final BfRtSession session;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * A transaction without changes.
     *
     * @param session the switch
     */
    public Transaction(BfRtSession session) {
        this.session = session;
    }

    /**
     * Adds a change of an entry that exists.
     *
     * @param entry key, and the fields to change
     * @return this transaction
     */
    public Transaction modify(Entry entry) {
        entries.add(entry);
        return this;
    }

    /**
     * Makes the changes.
     *
     * @throws WriteException if one was refused; it says whether the others could be put back
     * @throws BfRtException if the switch cannot be reached; if it went away meanwhile, some may
     *     have been made
     */
    public void commit() {
        List<Change> before = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        // By one request, because a switch has hundreds of queues and each answer takes a while.
        List<Entry> present = session.readEach(entries, BfRtSession.Source.DRIVER);
        for (int i = 0; i < entries.size(); i++) {
            before.add(Change.modify(previous(entries.get(i), present.get(i))));
            changes.add(Change.modify(entries.get(i)));
        }
        try {
            session.write(changes, BfRtSession.Atomicity.ROLLBACK);
        } catch (WriteException refused) {
            int made = refused.rejections().get(0).index();
            putBack(before.subList(0, made), refused);
            throw refused.with(
                    made == 0 ? "nothing was changed" : made + " before it were put back");
        }
    }

    private void putBack(List<Change> before, WriteException refused) {
        if (before.isEmpty()) {
            return;
        }
        try {
            session.write(before, BfRtSession.Atomicity.CONTINUE);
        } catch (BfRtException e) {
            WriteException both =
                    refused.with(
                            before.size() + " before it could not be put back: " + e.getMessage());
            both.addSuppressed(e);
            throw both;
        }
    }

    /** The entry as it is now, with just the fields that are to be changed. */
    private static Entry previous(Entry entry, Entry now) {
        Entry previous = new Entry(entry.table(), entry.scope());
        entry.key()
                .forEach(
                        (field, value) -> {
                            if (value instanceof String) {
                                previous.key(field, (String) value);
                            } else {
                                previous.key(field, (Long) value);
                            }
                        });
        if (!now.action().isEmpty()) {
            previous.action(now.action());
        }
        now.data()
                .forEach(
                        (field, value) -> {
                            if (entry.data().containsKey(field)) {
                                previous.data(field, value);
                            }
                        });
        return previous;
    }
}
