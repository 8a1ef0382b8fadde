// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** One table, as bf-rt.json describes it: its id and those of its fields, by name. Immutable. */
public final class TableInfo {
    private final String name;
    private final int id;
    private final long size;
    private final String type;
    private final boolean constant;
    private final Map<String, FieldInfo> keys = new LinkedHashMap<>();
    private final Map<String, FieldInfo> common = new LinkedHashMap<>();
    private final Map<String, Integer> actionIds = new LinkedHashMap<>();
    private final Map<String, Map<String, FieldInfo>> actionFields = new LinkedHashMap<>();

    TableInfo(JsonNode node) {
        name = node.path("name").asText();
        // Ids of fixed tables have their top bit set: 32 bits without a sign.
        id = (int) node.path("id").longValue();
        type = node.path("table_type").asText();
        size = node.path("size").longValue();
        boolean found = false;
        for (JsonNode attribute : node.path("attributes")) {
            found |= attribute.asText().equals("ConstTable");
        }
        constant = found;
        for (JsonNode key : node.path("key")) {
            FieldInfo field = new FieldInfo(name, key, false);
            keys.put(field.name(), field);
        }
        readData(node.path("data"), common);
        for (JsonNode action : node.path("action_specs")) {
            String actionName = action.path("name").asText();
            Map<String, FieldInfo> fields = new LinkedHashMap<>();
            readData(action.path("data"), fields);
            actionIds.put(actionName, action.path("id").intValue());
            actionFields.put(actionName, fields);
        }
    }

    /** A data field stands by itself, within "singleton", or as one of those within "oneof". */
    private void readData(JsonNode nodes, Map<String, FieldInfo> into) {
        for (JsonNode node : nodes) {
            boolean readOnly = node.path("read_only").asBoolean();
            List<JsonNode> described = new ArrayList<>();
            if (node.has("oneof")) {
                node.get("oneof").forEach(described::add);
            } else {
                described.add(node.has("singleton") ? node.get("singleton") : node);
            }
            for (JsonNode each : described) {
                FieldInfo field = new FieldInfo(name, each, readOnly);
                into.put(field.name(), field);
            }
        }
    }

    /** Name of the table. */
    public String name() {
        return name;
    }

    /** Id of the table: 32 bits without a sign. */
    public int id() {
        return id;
    }

    /** Its key fields. */
    public Collection<FieldInfo> keys() {
        return keys.values();
    }

    /** Names of its actions; none if its entries have none. */
    public Collection<String> actions() {
        return actionIds.keySet();
    }

    /**
     * The data fields of an action, in their order, without those that every entry has.
     *
     * @param action its name
     * @throws BfRtException if the table has none of that name
     */
    public List<FieldInfo> actionFields(String action) {
        actionId(action);
        return List.copyOf(actionFields.getOrDefault(action, Map.of()).values());
    }

    /** True if every entry has a data field of that name. */
    public boolean hasCommonField(String field) {
        return common.containsKey(field);
    }

    /** Kind of table, e.g. {@code MatchAction_Direct} or {@code Counter}. */
    public String type() {
        return type;
    }

    /** True if the program has fixed its entries. */
    public boolean isConstant() {
        return constant;
    }

    /** Greatest number of entries. */
    public long size() {
        return size;
    }

    /**
     * A key field.
     *
     * @param field its name
     * @throws BfRtException if the table has none of that name
     */
    public FieldInfo key(String field) {
        FieldInfo found = keys.get(field);
        if (found == null) {
            throw unknown("key field", field, keys.keySet());
        }
        return found;
    }

    /**
     * A data field.
     *
     * @param action name of the entry's action; empty if it has none
     * @param field its name
     * @throws BfRtException if neither the table nor the action has one of that name
     */
    public FieldInfo data(String action, String field) {
        FieldInfo found = common.get(field);
        if (found == null && actionFields.containsKey(action)) {
            found = actionFields.get(action).get(field);
        }
        if (found == null) {
            TreeSet<String> names = new TreeSet<>(common.keySet());
            names.addAll(actionFields.getOrDefault(action, Map.of()).keySet());
            throw unknown("data field", field, names);
        }
        return found;
    }

    /**
     * Id of an action; 0 stands for none.
     *
     * @param action its name; empty for none
     * @throws BfRtException if the table has none of that name
     */
    public int actionId(String action) {
        if (action.isEmpty()) {
            return 0;
        }
        Integer found = actionIds.get(action);
        if (found == null) {
            throw unknown("action", action, actionIds.keySet());
        }
        return found;
    }

    /** Name of the action with an id; empty if the table has none. */
    public String actionName(int actionId) {
        for (Map.Entry<String, Integer> action : actionIds.entrySet()) {
            if (action.getValue() == actionId) {
                return action.getKey();
            }
        }
        return "";
    }

    Optional<FieldInfo> keyWithId(int fieldId) {
        return keys.values().stream().filter(field -> field.id() == fieldId).findFirst();
    }

    Optional<FieldInfo> dataWithId(int actionId, int fieldId) {
        List<FieldInfo> candidates = new ArrayList<>(common.values());
        candidates.addAll(actionFields.getOrDefault(actionName(actionId), Map.of()).values());
        return candidates.stream().filter(field -> field.id() == fieldId).findFirst();
    }

    private BfRtException unknown(String what, String wanted, Collection<String> known) {
        return new BfRtException(
                BfRtException.Reason.NO_SUCH_NAME,
                name
                        + ": no "
                        + what
                        + " is named \""
                        + wanted
                        + "\" in the switch's bf-rt.json; known are "
                        + (known.isEmpty() ? "none" : String.join(", ", known)));
    }
}
