// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The tables that a switch has, as its own bf-rt.json describes them. Ids differ between ASICs and
 * releases of the driver; names do not, so everything is looked up by name. Immutable.
 */
public final class BfRtInfo {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, TableInfo> byName = new TreeMap<>();
    private final Map<Integer, TableInfo> byId = new TreeMap<>();

    /**
     * Reads descriptions.
     *
     * @param documents bf-rt.json of programs and of the fixed tables, UTF-8; one that is empty
     *     describes nothing
     * @throws BfRtException if one is not JSON
     */
    public BfRtInfo(Collection<byte[]> documents) {
        for (byte[] document : documents) {
            if (document.length > 0) {
                read(document);
            }
        }
    }

    private void read(byte[] document) {
        JsonNode root;
        try {
            root = JSON.readTree(document);
        } catch (IOException e) {
            throw new BfRtException(
                    BfRtException.Reason.PROTOCOL,
                    "the switch's bf-rt.json is not JSON: " + e.getMessage(),
                    e);
        }
        for (JsonNode node : root.path("tables")) {
            TableInfo table = new TableInfo(node);
            byName.put(table.name(), table);
            byId.put(table.id(), table);
        }
    }

    /**
     * A table.
     *
     * @param name its name, e.g. {@code tf1.tm.queue.sched_cfg}
     * @throws BfRtException if the switch has none of that name
     */
    public TableInfo table(String name) {
        TableInfo found = byName.get(name);
        if (found == null) {
            throw new BfRtException(
                    BfRtException.Reason.NO_SUCH_NAME,
                    name
                            + ": no table of this name in the switch's bf-rt.json, which describes "
                            + byName.size()
                            + " tables");
        }
        return found;
    }

    /** Whether there is a table of that name. */
    public boolean hasTable(String name) {
        return byName.containsKey(name);
    }

    /** All tables, by name. */
    public Collection<TableInfo> tables() {
        return byName.values();
    }

    Optional<TableInfo> tableWithId(int id) {
        return Optional.ofNullable(byId.get(id));
    }
}
