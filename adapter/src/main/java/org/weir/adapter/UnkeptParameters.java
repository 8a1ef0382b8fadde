// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.tofino.bfrt.proto.TableKey;

/**
 * Action parameters of one table that the drivers take and do not keep. The compiler leaves no room
 * in the ASIC for a parameter that the program never uses; the drivers accept its value and tell 0.
 * P4Runtime's clients must read what they wrote, so its values are remembered here.
 *
 * <p>The first entry that gives a parameter another value than 0, read back, shows whether it is
 * kept. Example: {@code round_packets} of Weir's program is used by v1model's scheduler only.
 */
final class UnkeptParameters {

    private static final Logger LOG = LoggerFactory.getLogger(UnkeptParameters.class);

    private enum Fate {
        UNKNOWN,
        KEPT,
        LOST
    }

    private final String table;
    private final Map<String, Fate[]> fates = new HashMap<>();
    private final Map<TableKey, ActionCall> written = new HashMap<>();

    /** Parameters of a table's actions. */
    UnkeptParameters(String table) {
        this.table = table;
    }

    /** True if the entry, read back, would tell something new. */
    boolean wouldTell(ActionCall call) {
        Fate[] known = fates(call);
        for (int i = 0; i < known.length; i++) {
            if (known[i] == Fate.UNKNOWN && !isZero(call.parameters().get(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Compares an action with what the drivers tell of it.
     *
     * @param call as it was written
     * @param told as it was read back; another action tells nothing
     */
    void learn(ActionCall call, ActionCall told) {
        if (!told.name().equals(call.name())) {
            return;
        }
        Fate[] known = fates(call);
        for (int i = 0; i < known.length; i++) {
            byte[] value = call.parameters().get(i);
            if (known[i] == Fate.UNKNOWN && !isZero(value)) {
                known[i] = isZero(told.parameters().get(i)) ? Fate.LOST : Fate.KEPT;
                if (known[i] == Fate.LOST) {
                    LOG.info(
                            "table {}, action {}: the drivers do not keep parameter {}, which the"
                                    + " program does not use; the adapter remembers it",
                            table,
                            call.name(),
                            i + 1);
                }
            }
        }
    }

    /** Remembers what was written to an entry, as far as the drivers do not keep it. */
    void remember(TableKey key, ActionCall call) {
        if (Arrays.asList(fates(call)).contains(Fate.LOST)) {
            written.put(key, call);
        } else {
            written.remove(key);
        }
    }

    /** Forgets an entry that was removed. */
    void forget(TableKey key) {
        written.remove(key);
    }

    /** Forgets all entries. */
    void forgetAll() {
        written.clear();
    }

    /** An entry's action as it was written. */
    ActionCall restore(TableKey key, ActionCall told) {
        ActionCall last = written.get(key);
        if (last == null || !last.name().equals(told.name())) {
            return told;
        }
        Fate[] known = fates(told);
        List<byte[]> parameters = new ArrayList<>(told.parameters());
        for (int i = 0; i < known.length; i++) {
            if (known[i] == Fate.LOST) {
                parameters.set(i, last.parameters().get(i));
            }
        }
        return new ActionCall(told.name(), parameters);
    }

    private Fate[] fates(ActionCall call) {
        return fates.computeIfAbsent(
                call.name(),
                name -> {
                    Fate[] unknown = new Fate[call.parameters().size()];
                    Arrays.fill(unknown, Fate.UNKNOWN);
                    return unknown;
                });
    }

    private static boolean isZero(byte[] value) {
        for (byte each : value) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }
}
