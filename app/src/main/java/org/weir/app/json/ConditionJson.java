// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Collection;
import org.weir.app.Problem;
import org.weir.app.ProblemFold;

/** What does not work at the moment, as JSON. */
public final class ConditionJson {

    private static final String UNREACHABLE = "-unreachable";

    private ConditionJson() {}

    /**
     * Problems as an array.
     *
     * @param problems what to write
     * @return the array, in the same order
     */
    public static ArrayNode problems(Collection<Problem> problems) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Problem problem : problems) {
            array.addObject()
                    .put("kind", problem.kind())
                    .put("subject", problem.subject())
                    .put("text", problem.text())
                    .put("sinceMs", problem.sinceMs())
                    .put(
                            "fromCount",
                            problem.from().isEmpty() ? null : (Integer) problem.from().size());
        }
        return array;
    }

    /**
     * Problems of a kind in one line each, causes before what follows from them.
     *
     * @param problems what to fold
     * @return the array, a fold for each kind
     */
    public static ArrayNode folded(Collection<Problem> problems) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (ProblemFold fold : ProblemFold.of(problems)) {
            array.addObject()
                    .put("kind", fold.kind())
                    .put("count", fold.count())
                    .put("sinceMs", fold.sinceMs())
                    .put("text", fold.text());
        }
        return array;
    }

    /**
     * What cannot be reached at the moment.
     *
     * @param problems what to choose from
     * @return one line each, {@code SUBJECT: TEXT}, in the same order
     */
    public static ArrayNode unreachable(Collection<Problem> problems) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        problems.stream()
                .filter(problem -> problem.kind().endsWith(UNREACHABLE))
                .forEach(problem -> array.add(problem.subject() + ": " + problem.text()));
        return array;
    }
}
