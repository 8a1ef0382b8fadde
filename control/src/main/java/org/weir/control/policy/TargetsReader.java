// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import com.fasterxml.jackson.databind.JsonNode;
import org.weir.control.Targets;

/** Reader of the targets of a class, from a policy or from the input of {@code weir solve}. */
public final class TargetsReader {
    private static final String BITS = "Bps";

    /** A switch's unit of target rates, bit/s; a smaller one would be rounded up to it. */
    private static final double LEAST_MAX_RATE_BPS = 1000;

    private TargetsReader() {}

    /**
     * Reads and checks the targets of a class.
     *
     * @param node the JSON object
     * @param source origin of the object, for messages
     * @param path the object's path in it
     * @param rateUnit end of the names of its rates: "Bps", or "Pps" where a packet counts as one
     *     bit
     * @throws PolicyException if a rule is broken
     */
    public static Targets read(JsonNode node, String source, String path, String rateUnit) {
        String minRate = "minRate" + rateUnit;
        String maxRate = "maxRate" + rateUnit;
        JsonFields fields =
                new JsonFields(
                        node,
                        source,
                        path,
                        "delayMs",
                        "p99DelayMs",
                        "jitterMs",
                        "lossFraction",
                        minRate,
                        maxRate);
        Targets.Builder targets = Targets.builder();
        if (fields.has("delayMs")) {
            targets.delayMs(fields.positive("delayMs"));
        }
        if (fields.has("p99DelayMs")) {
            targets.p99DelayMs(fields.positive("p99DelayMs"));
        }
        if (fields.has("jitterMs")) {
            targets.jitterMs(fields.positive("jitterMs"));
        }
        if (fields.has("lossFraction")) {
            targets.lossFraction(fields.fraction("lossFraction"));
        }
        if (fields.has(minRate)) {
            targets.minRateBps(fields.positive(minRate));
        }
        if (fields.has(maxRate)) {
            double most = fields.positive(maxRate);
            if (rateUnit.equals(BITS) && most < LEAST_MAX_RATE_BPS) {
                throw fields.refuse(
                        maxRate,
                        "must be at least 1000, because switches count target rates in kb/s");
            }
            targets.maxRateBps(most);
        }
        if (fields.has(minRate)
                && fields.has(maxRate)
                && fields.positive(minRate) > fields.positive(maxRate)) {
            throw fields.refuse(minRate, "must not be above " + maxRate);
        }
        return targets.build();
    }
}
