// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.weir.app.ClassChange.Target;
import org.weir.app.ClassView;
import org.weir.app.TargetsView;

/** Traffic classes as JSON, in the words of the policy. */
public final class ClassJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ClassJson() {}

    /**
     * Classes as an array.
     *
     * @param classes the classes to write
     * @param policy the policy's JSON, from which the match rules are taken
     * @return the array, in the same order
     */
    public static ArrayNode classes(List<ClassView> classes, JsonNode policy) {
        ArrayNode array = NODES.arrayNode();
        classes.forEach(one -> array.add(trafficClass(one, policy)));
        return array;
    }

    /**
     * One class.
     *
     * @param one the class to write
     * @param policy the policy's JSON, from which the match rules are taken
     * @return the object; its targets hold only what is promised
     */
    public static ObjectNode trafficClass(ClassView one, JsonNode policy) {
        ObjectNode node = NODES.objectNode();
        node.put("name", one.name());
        node.put("index", one.index());
        node.put("kind", one.kind());
        node.put("importance", one.importance());
        node.set("targets", targets(one.targets()));
        JsonNode match = policy.path("classes").path(one.index()).path("match");
        node.set("match", match.isArray() ? match.deepCopy() : NODES.arrayNode());
        return node;
    }

    private static ObjectNode targets(TargetsView targets) {
        ObjectNode node = NODES.objectNode();
        for (Target target : Target.values()) {
            targets.of(target).ifPresent(value -> node.put(target.field(), value));
        }
        return node;
    }
}
