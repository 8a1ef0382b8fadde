// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * How many published statements come out.
 *
 * @param statements all of them
 * @param comeOut those that do
 * @param shown of the others, those whose reason runs show
 */
record Tally(int statements, int comeOut, int shown) {
    static Tally of(List<StoredResult> results) {
        int statements = 0;
        int comeOut = 0;
        int shown = 0;
        for (StoredResult result : results) {
            for (JsonNode row : result.root().path("published")) {
                statements++;
                comeOut += row.path("comesOut").asBoolean() ? 1 : 0;
                shown += row.path("reasonIsShown").asBoolean() ? 1 : 0;
            }
        }
        return new Tally(statements, comeOut, shown);
    }

    @Override
    public String toString() {
        int not = statements - comeOut;
        String text = statements + " statements: " + comeOut + " come out, " + not + " do not.";
        if (not == 0) {
            return text;
        }
        String rest =
                shown == not
                        ? "."
                        : "; "
                                + (not - shown)
                                + " have a reason in words, or one that runs refute.";
        return text + " Of those, " + shown + " have a reason that runs show" + rest;
    }
}
