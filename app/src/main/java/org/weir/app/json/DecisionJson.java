// SPDX-License-Identifier: Apache-2.0
package org.weir.app.json;

import static org.weir.app.shape.JsonType.BOOLEAN;
import static org.weir.app.shape.JsonType.INTEGER;
import static org.weir.app.shape.JsonType.NUMBER;
import static org.weir.app.shape.JsonType.STRING;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.weir.app.DecisionView;
import org.weir.app.SolveReport;
import org.weir.app.shape.JsonShape;

/** Decisions and their reasons as JSON. */
public final class DecisionJson {

    /** One decision. */
    public static final JsonShape<DecisionView> DECISION =
            JsonShape.<DecisionView>named("Decision")
                    .field("device", STRING, "ONOS device id.", DecisionView::device)
                    .field("port", INTEGER.atLeast(1), "Port number.", DecisionView::port)
                    .field(
                            "timeMs",
                            INTEGER,
                            "Time of the decision, ms since 1970.",
                            DecisionView::timeMs)
                    .field(
                            "installed",
                            BOOLEAN,
                            "True if it led to new settings.",
                            DecisionView::installed)
                    .field(
                            "feasible",
                            BOOLEAN,
                            "True if all targets are expected to be met at the measured load.",
                            DecisionView::feasible)
                    .field(
                            "adjustments",
                            STRING.list(),
                            "What measurements changed in the settings, a sentence each.",
                            DecisionView::adjustments)
                    .field(
                            "explanation",
                            STRING.list(),
                            "The reasons, one line each.",
                            DecisionView::explanation)
                    .end();

    /** Decisions of one round of the control loop. */
    public static final JsonShape<SolveReport> REPORT =
            JsonShape.<SolveReport>named("SolveReport")
                    .field("solveMs", NUMBER, "Time that the round took, ms.", SolveReport::solveMs)
                    .field("decisions", DECISION.type().list(), "", SolveReport::decisions)
                    .end();

    private DecisionJson() {}

    /** The decisions of one round. */
    public static ObjectNode report(SolveReport report) {
        return REPORT.write(report);
    }

    /** One decision. */
    public static ObjectNode decision(DecisionView decision) {
        return DECISION.write(decision);
    }
}
