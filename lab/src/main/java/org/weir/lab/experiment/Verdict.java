// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * A published statement beside what was measured.
 *
 * @param statement what was published
 * @param measured the same from a result
 * @param comesOut whether they agree
 */
public record Verdict(Statement statement, double measured, boolean comesOut) {
    /** Of an experiment's statements, those whose cases a result has. */
    public static List<Verdict> of(Result result) {
        List<Verdict> verdicts = new ArrayList<>();
        for (Statement statement : result.experiment().statements()) {
            if (result.isWhole()) {
                double measured = statement.measured().applyAsDouble(result::mean);
                verdicts.add(new Verdict(statement, measured, statement.holds().test(measured)));
            }
        }
        return verdicts;
    }
}
