// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemFoldTest {

    private static final Instant NOON = Instant.parse("2024-05-06T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);

    /** Hosts 10.0.0.10 and on, each cut off from some of the switches agg0 and on. */
    private static List<Problem> unreachable(int hosts, int switches) {
        List<Problem> problems = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            List<String> from = new ArrayList<>();
            for (int one = 0; one <= host % switches; one++) {
                from.add("device:agg" + one);
            }
            problems.add(
                    new Problem(
                            "host-unreachable",
                            "10.0.0." + (10 + host),
                            "no path from " + from.size() + " switches",
                            NOON.toEpochMilli() + host * 1000,
                            from));
        }
        return problems;
    }

    private static Problem problem(String kind, String subject, long sinceMs) {
        return new Problem(kind, subject, "text of " + subject, sinceMs);
    }

    @Test
    void manyOfAKindAreOneLineWithTheirCountTheEarliestTimeAndTheFirst() {
        List<Problem> problems = unreachable(16, 9);
        Collections.reverse(problems);

        List<ProblemFold> folds = ProblemFold.of(problems);

        assertThat(folds).hasSize(1);
        assertThat(folds.get(0).count()).isEqualTo(16);
        assertThat(folds.get(0).sinceMs()).isEqualTo(NOON.toEpochMilli());
        assertThat(folds.get(0).line(CLOCK))
                .isEqualTo(
                        "host-unreachable: 16 hosts have no path from 9 switches"
                                + " (first: 10.0.0.10 from device:agg0) since 12:00:00");
    }

    @Test
    void oneSwitchIsNamed() {
        assertThat(ProblemFold.of(unreachable(2, 1)).get(0).text())
                .isEqualTo(
                        "2 hosts have no path from device:agg0"
                                + " (first: 10.0.0.10 from device:agg0)");
    }

    @Test
    void whereSwitchesAreNotToldTheFirstOnesTextIs() {
        List<Problem> problems =
                List.of(
                        problem("device-unreachable", "device:b", 20),
                        problem("device-unreachable", "device:a", 20),
                        problem("device-unreachable", "device:c", 30));

        assertThat(ProblemFold.of(problems).get(0).text())
                .isEqualTo("3 switches do not answer (first: device:a: text of device:a)");
    }

    @Test
    void aKindThatHasNoPhraseIsFoldedToo() {
        assertThat(
                        ProblemFold.of(
                                        List.of(
                                                problem("new-kind", "x", 2),
                                                problem("new-kind", "y", 1)))
                                .get(0)
                                .text())
                .isEqualTo("2 of this kind (first: y: text of y)");
    }

    @Test
    void oneAloneIsAsItIs() {
        assertThat(ProblemFold.of(unreachable(1, 1)).get(0).text())
                .isEqualTo("10.0.0.10: no path from 1 switches");
    }

    @Test
    void causesComeFirst() {
        List<Problem> problems =
                List.of(
                        problem("another-kind", "x", 1),
                        problem("bfrt-unused", "x", 1),
                        problem("counters-unread", "x", 1),
                        problem("host-unreachable", "x", 1),
                        problem("settings-refused", "x", 1),
                        problem("routes-refused", "x", 1),
                        problem("pipeconf-misfit", "x", 1),
                        problem("device-unreachable", "x", 1));

        assertThat(ProblemFold.of(problems))
                .extracting(ProblemFold::kind)
                .containsExactly(
                        "device-unreachable",
                        "pipeconf-misfit",
                        "routes-refused",
                        "settings-refused",
                        "host-unreachable",
                        "counters-unread",
                        "another-kind",
                        "bfrt-unused");
    }

    @Test
    void whatIsOlderThanTodayIsSaidWithItsDay() {
        Problem old = problem("new-kind", "x", NOON.minusSeconds(86_400).toEpochMilli());

        assertThat(ProblemFold.of(List.of(old)).get(0).line(CLOCK))
                .isEqualTo("new-kind: x: text of x since 2024-05-05 12:00:00");
    }
}
