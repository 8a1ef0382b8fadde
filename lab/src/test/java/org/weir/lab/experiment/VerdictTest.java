// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.lab.scheme.Values;

class VerdictTest {
    private static final Statement CLAIM = Shown.below("delay", "delay", "ours", "theirs");

    @Test
    void aReasonIsShownWhenAllThatItsRunsSayHolds() {
        Statement holds = Shown.below("delay", "delay", "ours", "slow");
        Statement fails = Shown.notBelow("delay", "delay", "ours", "slow");

        assertThat(verdict(CLAIM.because("words", holds)).reasonIsShown()).isTrue();
        assertThat(verdict(CLAIM.because("words", holds, fails)).reasonIsShown()).isFalse();
        assertThat(verdict(CLAIM.because("words")).reasonIsShown()).isFalse();
        assertThat(verdict(CLAIM.because("words", holds)).shownBy().get(0).measured())
                .isEqualTo(0.5);
    }

    @Test
    void whatComesOutNeedsNoReason() {
        Statement comesOut = Shown.notBelow("delay", "delay", "ours", "theirs");

        Verdict verdict = verdict(comesOut.because("words", CLAIM));

        assertThat(verdict.comesOut()).isTrue();
        assertThat(verdict.shownBy()).isEmpty();
    }

    private static Verdict verdict(Statement statement) {
        Map<String, Double> delays = Map.of("ours", 2.0, "theirs", 1.0, "slow", 4.0);
        Experiment experiment =
                new Experiment(
                        "id",
                        1,
                        "title",
                        "source",
                        PmqecnScenarios.PERFORMANCE,
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
                                                        Estimate.of(List.of(one.getValue()))),
                                                List.of()))
                        .toList();
        return Verdict.of(new Result(experiment, List.of(1L), cases)).get(0);
    }

    @Test
    void labelsAreUniqueAndStatementsSpeakOfCasesThatAreRun() {
        for (Experiment experiment : Experiments.all()) {
            Map<String, Case> cases = new HashMap<>();
            experiment.cases().forEach(one -> cases.put(one.label(), one));
            assertThat(cases).as(experiment.id()).hasSameSizeAs(experiment.cases());
            Set<String> quantities = new HashSet<>();
            experiment.scenario().quantities().forEach(one -> quantities.add(one.name()));
            assertThat(quantities).containsAll(experiment.quantities());
            for (Statement statement : experiment.statements()) {
                speaksOf(statement, cases.keySet(), quantities);
                for (Statement shown : statement.shownBy()) {
                    speaksOf(shown, cases.keySet(), quantities);
                }
            }
        }
    }

    private static void speaksOf(Statement statement, Set<String> labels, Set<String> quantities) {
        statement
                .measured()
                .applyAsDouble(
                        (label, quantity) -> {
                            assertThat(labels).as(statement.text()).contains(label);
                            assertThat(quantities).as(statement.text()).contains(quantity);
                            return 1;
                        });
    }
}
