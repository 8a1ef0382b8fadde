// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Counts of published statements that are reproduced, and of Weir's own that hold.
 *
 * @param published statements of papers
 * @param reproduced of those: order, and amount where one was published
 * @param orderOnly of those: order, but another amount
 * @param shown of the rest, those whose reason runs show
 * @param own statements of Weir's own
 * @param ownHold of those, the ones that hold
 */
record Tally(int published, int reproduced, int orderOnly, int shown, int own, int ownHold) {
    static Tally of(List<StoredResult> results) {
        int published = 0;
        int reproduced = 0;
        int orderOnly = 0;
        int shown = 0;
        int own = 0;
        int ownHold = 0;
        for (StoredResult result : results) {
            for (JsonNode row : result.root().path("published")) {
                Judgement judgement = Judgement.of(row);
                if (result.isOwn()) {
                    own++;
                    ownHold += judgement == Judgement.REPRODUCED ? 1 : 0;
                    continue;
                }
                published++;
                reproduced += judgement == Judgement.REPRODUCED ? 1 : 0;
                orderOnly += judgement == Judgement.ORDER_ONLY ? 1 : 0;
                shown += row.path("reasonIsShown").asBoolean() ? 1 : 0;
            }
        }
        return new Tally(published, reproduced, orderOnly, shown, own, ownHold);
    }

    boolean hasStatements() {
        return published + own > 0;
    }

    /** Published statements whose order is not the published one. */
    int notReproduced() {
        return published - reproduced - orderOnly;
    }

    @Override
    public String toString() {
        String text =
                published
                        + " published statements: "
                        + reproduced
                        + " reproduced, "
                        + orderOnly
                        + " in order only, "
                        + notReproduced()
                        + " not reproduced.";
        if (notReproduced() > 0) {
            text += " Runs support the reason for " + shown + " of the last group.";
        }
        return own == 0
                ? text
                : text + " " + own + " statements of Weir's own: " + ownHold + " hold.";
    }
}
