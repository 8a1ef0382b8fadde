// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Causes of missed class-periods, in % of those judged: for each scheme the mean over its runs, and
 * the part under an event.
 */
public final class CauseTable {
    private static final double PERCENT = 100;

    private CauseTable() {}

    /** The table as text. */
    public static List<String> lines(List<RunOutcome> runs) {
        Map<String, List<RunOutcome>> ofSchemes = new LinkedHashMap<>();
        runs.forEach(
                run ->
                        ofSchemes
                                .computeIfAbsent(run.row().scheme(), key -> new ArrayList<>())
                                .add(run));
        List<String> lines = new ArrayList<>();
        lines.add("missed class-periods by cause, % of those judged (during an event)");
        ofSchemes.forEach(
                (scheme, own) -> {
                    lines.add(scheme);
                    double all = 0;
                    double allDuringEvents = 0;
                    for (MissCause cause : MissCause.values()) {
                        double part = mean(own, cause, false);
                        double duringEvents = mean(own, cause, true);
                        lines.add(line(cause.title(), part, duringEvents));
                        all += part;
                        allDuringEvents += duringEvents;
                    }
                    lines.add(line("all causes", all, allDuringEvents));
                });
        return lines;
    }

    private static String line(String title, double part, double duringEvents) {
        return String.format(Locale.ROOT, "    %-50s %6.2f (%.2f)", title, part, duringEvents);
    }

    private static double mean(List<RunOutcome> runs, MissCause cause, boolean duringEvents) {
        return runs.stream()
                .mapToDouble(
                        run -> {
                            long judged =
                                    run.row()
                                            .verdicts()
                                            .chars()
                                            .filter(one -> one == '0' || one == '1')
                                            .count();
                            long missed =
                                    run.detail().misses().stream()
                                            .filter(one -> one.cause() == cause)
                                            .filter(one -> !duringEvents || one.isDuringEvent())
                                            .count();
                            return judged == 0 ? 0 : PERCENT * missed / judged;
                        })
                .average()
                .orElse(0);
    }
}
