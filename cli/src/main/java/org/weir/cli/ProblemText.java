// SPDX-License-Identifier: Apache-2.0
package org.weir.cli;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.weir.app.Problem;
import org.weir.app.ProblemFold;

/** What does not work at the moment, as text for the shell. */
final class ProblemText {

    private static final String MARK = "! ";

    private ProblemText() {}

    /**
     * Problems.
     *
     * @param problems what to write
     * @param all whether to write every one, and not a line for each kind
     * @param clock time zone of times, and the present day
     * @return the lines
     */
    static List<String> lines(List<Problem> problems, boolean all, Clock clock) {
        List<String> lines = new ArrayList<>();
        if (all) {
            problems.forEach(problem -> lines.add(MARK + problem));
            return lines;
        }
        List<ProblemFold> folds = ProblemFold.of(problems);
        folds.forEach(fold -> lines.add(MARK + fold.line(clock)));
        if (folds.size() < problems.size()) {
            lines.add("  (weir-ports --all lists each of them)");
        }
        return lines;
    }
}
