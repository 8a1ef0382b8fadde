// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import org.weir.lab.experiment.Statement;

/** Agreement of a measurement with a published statement. */
enum Judgement {
    /** The order is the published one, and the amount where one was published. */
    REPRODUCED("yes"),
    /** The order is, the amount differs by more than {@link Statement#AMOUNT_WITHIN} of it. */
    ORDER_ONLY("order only"),
    /** The order is another. */
    NOT_REPRODUCED("no");

    private final String word;

    Judgement(String word) {
        this.word = word;
    }

    /** Of a row of a stored result. */
    static Judgement of(JsonNode row) {
        if (!row.path("comesOut").asBoolean()) {
            return NOT_REPRODUCED;
        }
        double published = row.path("published").asDouble(Double.NaN);
        double measured = row.path("measured").asDouble(Double.NaN);
        return Statement.hasAmount(published, measured) ? REPRODUCED : ORDER_ONLY;
    }

    /** As a table's cell. */
    String word() {
        return word;
    }

    /** With the reason why not, where the result has one. */
    String withReason(JsonNode row) {
        String reason = row.path("reason").asText();
        return reason.isEmpty() ? word : word + ": " + reason;
    }
}
