// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.papers;

import java.util.function.DoublePredicate;
import org.weir.lab.experiment.Statement;

/** Statements by which runs show a reason: nothing of them was published. */
final class ReasonStatements {
    private ReasonStatements() {}

    /** One case's value is below another's. */
    static Statement below(String what, String quantity, String label, String against) {
        return ratio(what, quantity, label, against, "below 1", value -> value < 1);
    }

    /** One case's value is not below another's. */
    static Statement notBelow(String what, String quantity, String label, String against) {
        return ratio(what, quantity, label, against, "not below 1", value -> value >= 1);
    }

    /** One case's value over another's. */
    static Statement ratio(
            String what,
            String quantity,
            String label,
            String against,
            String bound,
            DoublePredicate holds) {
        return new Statement(
                what + ": " + label + " over " + against + ", " + bound,
                "",
                Double.NaN,
                means -> means.of(label, quantity) / means.of(against, quantity),
                holds,
                "");
    }

    /** One case's loss is below another's. */
    static Statement lossBelow(String what, String quantity, String label, String against) {
        return Statement.pointsBelow(
                quantity, label, against, what + ": " + label + " less " + against + ", below 0");
    }

    /** A case's value. */
    static Statement value(
            String what,
            String quantity,
            String unit,
            String label,
            String bound,
            DoublePredicate holds) {
        return new Statement(
                what + ": " + label + ", " + bound,
                unit,
                Double.NaN,
                means -> means.of(label, quantity),
                holds,
                "");
    }
}
