// SPDX-License-Identifier: Apache-2.0
package org.weir.app.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One field in which two policies differ; 5 and 5.0 do not. Elements of a list are compared by
 * their name, where they have one, otherwise by their place. Immutable.
 *
 * <p>Example: {@code classes[voice].targets.delayMs}, before 5, after 2.
 */
public final class Difference {
    private final String path;
    private final JsonNode before;
    private final JsonNode after;

    private Difference(String path, JsonNode before, JsonNode after) {
        this.path = path;
        this.before = before;
        this.after = after;
    }

    /** Path of the field. */
    public String path() {
        return path;
    }

    /** Its value before; null if it had none. */
    public JsonNode before() {
        return before.isMissingNode() ? NullNode.getInstance() : before;
    }

    /** Its value after; null if it has none. */
    public JsonNode after() {
        return after.isMissingNode() ? NullNode.getInstance() : after;
    }

    /**
     * All differences of two documents, in the order of their fields.
     *
     * @param before null for none, which differs in every field
     * @param after the later one
     */
    public static List<Difference> between(JsonNode before, JsonNode after) {
        List<Difference> found = new ArrayList<>();
        compare("", before == null ? MissingNode.getInstance() : before, after, found);
        return found;
    }

    private static void compare(
            String path, JsonNode before, JsonNode after, List<Difference> found) {
        if (before.equals(after) || isSameNumber(before, after)) {
            return;
        }
        if (areOf(before, after, JsonNode::isObject)) {
            Set<String> names = new LinkedHashSet<>();
            before.fieldNames().forEachRemaining(names::add);
            after.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                String field = path.isEmpty() ? name : path + "." + name;
                compare(field, before.path(name), after.path(name), found);
            }
        } else if (areOf(before, after, JsonNode::isArray)) {
            Map<String, JsonNode> old = elements(before);
            Map<String, JsonNode> now = elements(after);
            Set<String> keys = new LinkedHashSet<>(old.keySet());
            keys.addAll(now.keySet());
            for (String key : keys) {
                compare(
                        path + "[" + key + "]",
                        old.getOrDefault(key, MissingNode.getInstance()),
                        now.getOrDefault(key, MissingNode.getInstance()),
                        found);
            }
            boolean isSameSet = old.keySet().equals(now.keySet());
            if (isSameSet && !List.copyOf(old.keySet()).equals(List.copyOf(now.keySet()))) {
                // The same elements in another order, which for classes is their index.
                found.add(new Difference(path, before, after));
            }
        } else {
            found.add(new Difference(path, before, after));
        }
    }

    /** True for 5 and 5.0, which differ as JSON and not as a policy. */
    private static boolean isSameNumber(JsonNode before, JsonNode after) {
        return before.isNumber()
                && after.isNumber()
                && before.decimalValue().compareTo(after.decimalValue()) == 0;
    }

    private static boolean areOf(
            JsonNode before, JsonNode after, java.util.function.Predicate<JsonNode> kind) {
        return (kind.test(before) || before.isMissingNode())
                && (kind.test(after) || after.isMissingNode())
                && (before.size() > 0 || after.size() > 0);
    }

    private static Map<String, JsonNode> elements(JsonNode array) {
        Map<String, JsonNode> elements = new LinkedHashMap<>();
        for (int i = 0; i < array.size(); i++) {
            String name = array.get(i).path("name").asText("");
            String key = name.isEmpty() ? Integer.toString(i) : name;
            elements.put(elements.containsKey(key) ? key + "#" + i : key, array.get(i));
        }
        return elements;
    }
}
