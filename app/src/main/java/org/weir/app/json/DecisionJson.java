// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.weir.app.DecisionView;
import org.weir.app.SolveReport;

/** Decisions and their reasons as JSON. */
public final class DecisionJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DecisionJson() {}

    /**
     * What one round decided.
     *
     * @param report what to write
     * @return the object
     */
    public static ObjectNode report(SolveReport report) {
        ObjectNode node = NODES.objectNode();
        node.put("solveMs", report.solveMs());
        ArrayNode decisions = node.putArray("decisions");
        report.decisions().forEach(decision -> decisions.add(decision(decision)));
        return node;
    }

    /**
     * One decision.
     *
     * @param decision what to write
     * @return the object
     */
    public static ObjectNode decision(DecisionView decision) {
        ObjectNode node = NODES.objectNode();
        node.put("device", decision.device());
        node.put("port", decision.port());
        node.put("timeMs", decision.timeMs());
        node.put("installed", decision.installed());
        node.put("feasible", decision.feasible());
        ArrayNode explanation = node.putArray("explanation");
        decision.explanation().forEach(explanation::add);
        return node;
    }
}
