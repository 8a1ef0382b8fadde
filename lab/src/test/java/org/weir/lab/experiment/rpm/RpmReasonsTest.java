// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Statement;

/** Results that the tests of the reasons accept as a proof. */
class RpmReasonsTest {
    private static Experiment experiment(String id) {
        return RpmExperiments.all().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<Statement> shown(String id) {
        return experiment(id).statements().stream().flatMap(one -> one.shownBy().stream()).toList();
    }

    private static boolean holds(Statement statement, Statement.Means means) {
        return statement.holds().test(statement.measured().applyAsDouble(means));
    }

    /** Equal means and one deviation over seeds in all cases. */
    private static Statement.Means scatter(double deviation) {
        return new Statement.Means() {
            @Override
            public double of(String label, String quantity) {
                return 0.85;
            }

            @Override
            public double deviation(String label, String quantity) {
                return deviation;
            }
        };
    }

    /** 1.96 · √2 · 0.02 = 0.055 is above the gain of 0.04 in experiment 3, not above 0.07. */
    @Test
    void scatterExplainsOnlyWhatIsSmaller() {
        List<Statement> shown = shown("rpm-table2");
        assertThat(shown).hasSize(2);
        assertThat(shown.stream().map(one -> holds(one, scatter(0.02))))
                .containsExactly(false, true);
        assertThat(shown).allMatch(one -> holds(one, scatter(0.03)));
        assertThat(shown).noneMatch(one -> holds(one, scatter(Double.NaN)));
    }

    @Test
    void handshakesExplainOnlyWhatComesOutWithoutThem() {
        for (Statement one : shown("rpm-fig5")) {
            assertThat(holds(one, everyPacket(8, 7))).isTrue();
            assertThat(holds(one, everyPacket(7, 8))).isFalse();
        }
    }

    private static Statement.Means everyPacket(double forwardMs, double reverseMs) {
        return (label, quantity) -> {
            assertThat(label).endsWith("CUBIC, ECN on every packet");
            return label.startsWith("rpm-tcp") ? reverseMs : forwardMs;
        };
    }

    @Test
    void aHalvingExplainsOnlyItsOwnSwing() {
        Statement swing = shown("rpm-lemma1").get(0);
        assertThat(holds(swing, (label, quantity) -> 0.34)).isTrue();
        assertThat(holds(swing, (label, quantity) -> 0.1)).isFalse();
    }

    /** A reason's statements speak of cases and quantities that the experiment has. */
    @Test
    void whatIsNamedIsThere() {
        for (Experiment one : RpmExperiments.all()) {
            List<String> labels = one.cases().stream().map(Case::label).toList();
            Statement.Means means =
                    (label, quantity) -> {
                        assertThat(labels).contains(label);
                        assertThat(one.scenario().quantities())
                                .anyMatch(each -> each.name().equals(quantity));
                        return 1;
                    };
            one.statements().stream()
                    .flatMap(each -> Stream.concat(Stream.of(each), each.shownBy().stream()))
                    .forEach(each -> each.measured().applyAsDouble(means));
        }
        assertThat(experiment("rpm-fig5").cases().get(4).settings())
                .containsAllEntriesOf(Map.of("control", 2.0, "ecnOnEveryPacket", 1.0));
    }
}
