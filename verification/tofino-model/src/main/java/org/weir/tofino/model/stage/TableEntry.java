// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.stage;

import java.math.BigInteger;
import java.util.Map;

/** An entry of a table as a controller wrote it, with its counter. */
public final class TableEntry {

    private final Map<String, KeyMatch> match;
    private final int priority;
    private final String action;
    private final Map<String, BigInteger> parameters;
    private long packets;
    private long bytes;

    TableEntry(
            Map<String, KeyMatch> match,
            int priority,
            String action,
            Map<String, BigInteger> parameters) {
        this.match = Map.copyOf(match);
        this.priority = priority;
        this.action = action;
        this.parameters = Map.copyOf(parameters);
    }

    Map<String, KeyMatch> match() {
        return match;
    }

    int priority() {
        return priority;
    }

    String action() {
        return action;
    }

    Map<String, BigInteger> parameters() {
        return parameters;
    }

    void count(int packetBytes) {
        packets++;
        bytes += packetBytes;
    }

    /** Packets that met the entry, if its table has a direct counter. */
    public long packets() {
        return packets;
    }

    /** Their bytes. */
    public long bytes() {
        return bytes;
    }
}
