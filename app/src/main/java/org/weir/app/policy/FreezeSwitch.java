// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.change.Edit;
import org.weir.app.change.Freeze;

/**
 * Switch that keeps the control loop from installing settings: the last entry of a record in ONOS's
 * distributed store, so that it holds on every node and outlives ONOS. Until the record was read
 * once, nothing is installed.
 */
public final class FreezeSwitch {
    /** Longest reason, characters. */
    public static final int LONGEST_REASON = 200;

    private static final Logger LOG = LoggerFactory.getLogger(FreezeSwitch.class);

    private final DocumentStore store;
    private final Consumer<Boolean> loop;
    private final LongSupplier wallMs;
    private volatile boolean isKnown;
    private volatile Freeze last;

    /**
     * A switch that has not been read.
     *
     * @param store keeps the record
     * @param loop is told whether settings are frozen
     * @param wallMs wall-clock time, ms since 1970
     */
    public FreezeSwitch(DocumentStore store, Consumer<Boolean> loop, LongSupplier wallMs) {
        this.store = store;
        this.loop = loop;
        this.wallMs = wallMs;
        loop.accept(true);
    }

    /** Reads the record, which another node may have changed. */
    public synchronized void refresh() {
        try {
            Optional<Freeze> read =
                    store.numbers().descendingSet().stream()
                            .findFirst()
                            .flatMap(store::get)
                            .map(FreezeSwitch::entry);
            apply(read.orElse(null));
        } catch (RejectedException e) {
            LOG.warn("whether settings are frozen is not known: {}", e.getMessage());
        }
    }

    private void apply(Freeze entry) {
        boolean frozen = entry != null && entry.frozen();
        boolean isNew = !isKnown || isFrozen() != frozen;
        last = entry;
        isKnown = true;
        loop.accept(isFrozen());
        if (isNew) {
            LOG.info(isFrozen() ? "settings are frozen" : "settings are not frozen");
        }
    }

    /** Whether settings are frozen; true until the record was read. */
    public boolean isFrozen() {
        Freeze entry = last;
        return !isKnown || entry != null && entry.frozen();
    }

    /** False until the record was read: then nothing is installed, for whatever reason. */
    public boolean isKnown() {
        return isKnown;
    }

    /** The last entry; empty if settings were never frozen, or the record was not read yet. */
    public Optional<Freeze> last() {
        return Optional.ofNullable(last);
    }

    /**
     * The entries that are kept (the last 100), oldest first; empty if the store does not answer.
     */
    public Optional<List<Freeze>> record() {
        try {
            List<Freeze> record = new ArrayList<>();
            for (long number : store.numbers()) {
                store.get(number).map(FreezeSwitch::entry).ifPresent(record::add);
            }
            return Optional.of(record);
        } catch (RejectedException e) {
            LOG.debug("the record of freezes cannot be read: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Freezes the settings, or ends that; does nothing if it is so already.
     *
     * @param edit the author; its text is the reason
     * @return the entry that has frozen the settings before; empty if they were not frozen, or are
     *     not frozen any more
     * @throws RejectedException if the reason is too long or the store does not answer
     */
    public synchronized Optional<Freeze> set(boolean frozen, Edit edit) {
        if (edit.what().length() > LONGEST_REASON) {
            throw new RejectedException(
                    Reason.INVALID,
                    "reason",
                    "reason: must have at most " + LONGEST_REASON + " characters");
        }
        refresh();
        if (isKnown && isFrozen() == frozen) {
            return last().filter(Freeze::frozen);
        }
        Freeze entry = new Freeze(frozen, wallMs.getAsLong(), edit);
        ObjectNode stored = JsonNodeFactory.instance.objectNode();
        stored.put("frozen", frozen).put("timeMs", entry.timeMs());
        stored.put("who", edit.who()).put("via", edit.via()).put("what", edit.what());
        store.add(number -> stored);
        apply(entry);
        return Optional.empty();
    }

    private static Freeze entry(ObjectNode stored) {
        return new Freeze(
                stored.path("frozen").asBoolean(),
                stored.path("timeMs").asLong(),
                Edit.by(
                        stored.path("who").asText(),
                        stored.path("via").asText(),
                        stored.path("what").asText()));
    }
}
