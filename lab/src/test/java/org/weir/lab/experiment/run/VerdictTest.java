// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Statement;
import org.weir.lab.experiment.catalogue.Experiments;
import org.weir.lab.scheme.Values;

class VerdictTest {
    private static final Statement CLAIM = Statement.lower("delay", "ours", "theirs", "delay");

    @Test
    void aReasonIsShownWhenAllThatItsRunsSayHolds() {
        Statement holds = Statement.lower("delay", "ours", "slow", "delay");
        Statement fails = Statement.lower("delay", "slow", "ours", "delay");

        assertThat(verdict(CLAIM.because("words", holds)).reasonIsShown()).isTrue();
        assertThat(verdict(CLAIM.because("words", holds, fails)).reasonIsShown()).isFalse();
        assertThat(verdict(CLAIM.because("words")).reasonIsShown()).isFalse();
        assertThat(verdict(CLAIM.because("words", holds)).shownBy().get(0).measured())
                .isEqualTo(0.5);
    }

    @Test
    void aReproducedStatementNeedsNoReason() {
        Statement comesOut = Statement.lower("delay", "theirs", "ours", "delay");

        Verdict verdict = verdict(comesOut.because("words", CLAIM));

        assertThat(verdict.comesOut()).isTrue();
        assertThat(verdict.shownBy()).isEmpty();
    }

    @Test
    void aStatementCanSpeakOfTheScatterOverSeeds() {
        // Values 1 and 3 around a mean of 2 (case "ours" below).
        Statement scatter =
                new Statement(
                        "scatter",
                        "",
                        Double.NaN,
                        means -> means.deviation("ours", "delay"),
                        value -> value > 1,
                        "");
        assertThat(verdict(scatter).measured()).isCloseTo(Math.sqrt(2), within(1e-12));
        assertThat(verdict(scatter).halfWidth()).as("needs several seeds").isNaN();
        assertThat(Estimate.of(List.of(2.0)).deviation()).isNaN();
    }

    /** The difference is 1 with the first seed and −1 with the second. */
    @Test
    void aStatementHasTheIntervalOfItsValuesOfSingleSeeds() {
        Statement difference =
                new Statement(
                        "difference",
                        "",
                        Double.NaN,
                        means -> means.of("ours", "delay") - 2 * means.of("theirs", "delay"),
                        value -> value > 0,
                        "");
        assertThat(verdict(difference).measured()).isZero();
        assertThat(verdict(difference).halfWidth()).isCloseTo(12.706, within(0.001));
    }

    private static Verdict verdict(Statement statement) {
        Map<String, Double> delays = Map.of("ours", 2.0, "theirs", 1.0, "slow", 4.0);
        Experiment experiment =
                new Experiment(
                        "id",
                        1,
                        "title",
                        "source",
                        Experiments.all().get(0).scenario(),
                        delays.keySet().stream().map(Case::of).toList(),
                        List.of("delay"),
                        List.of(statement));
        List<Result.CaseResult> cases =
                delays.entrySet().stream()
                        .map(
                                one ->
                                        new Result.CaseResult(
                                                one.getKey(),
                                                one.getKey(),
                                                Values.of(List.of()),
                                                Map.of(
                                                        "delay",
                                                        Estimate.of(
                                                                List.of(
                                                                        one.getValue() - 1,
                                                                        one.getValue() + 1))),
                                                List.of()))
                        .toList();
        return Verdict.of(new Result(experiment, List.of(1L, 2L), cases)).get(0);
    }
}
