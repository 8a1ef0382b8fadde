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
        List<Statement> ofTen = experiment("rpm-fig5").statements().get(0).shownBy();
        assertThat(ofTen).hasSize(1);
        assertThat(holds(ofTen.get(0), withoutThem(8, 7, 7))).isTrue();
        assertThat(holds(ofTen.get(0), withoutThem(7, 8, 6))).isFalse();
    }

    /** The last three tests, with held windows, can fail alone. */
    @Test
    void growthAfterAMarkExplainsOnlyWhatComesOutWithoutIt() {
        List<Statement> ofHundred = experiment("rpm-fig5").statements().get(1).shownBy();
        assertThat(outcomes(ofHundred, withoutThem(100, 120, 90)))
                .containsExactly(false, true, true, true, true);
        assertThat(outcomes(ofHundred, withoutThem(100, 120, 115)))
                .containsExactly(false, true, false, false, true);
        assertThat(outcomes(ofHundred, withoutThem(100, 90, 105)))
                .containsExactly(true, false, true, false, true);
    }

    @Test
    void anEarlierMarkExplainsOnlyWhatIsGoneWithoutIt() {
        List<Statement> ofHundred = experiment("rpm-fig5").statements().get(1).shownBy();
        assertThat(outcomes(ofHundred, withoutThem(100, 120, 115, 106)).get(4)).isTrue();
        assertThat(outcomes(ofHundred, withoutThem(100, 120, 115, 108)).get(4)).isFalse();
    }

    private static List<Boolean> outcomes(List<Statement> statements, Statement.Means means) {
        return statements.stream().map(one -> holds(one, means)).toList();
    }

    /** Any quantity with CoDel-FWD, with RPM, and with RPM and held windows. */
    private static Statement.Means withoutThem(double forward, double reverse, double held) {
        return withoutThem(forward, reverse, held, forward);
    }

    /** The same, and with ECE that senders take an acknowledgement later. */
    private static Statement.Means withoutThem(
            double forward, double reverse, double held, double later) {
        return (label, quantity) -> {
            assertThat(label).contains("CUBIC, ECN on every packet");
            if (!label.startsWith("rpm-tcp")) {
                return forward;
            }
            if (label.endsWith(", ECE taken an acknowledgement later")) {
                return later;
            }
            return label.endsWith(", windows held after a mark") ? held : reverse;
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
        assertThat(experiment("rpm-fig5").cases().get(6).settings())
                .containsAllEntriesOf(
                        Map.of(
                                "control",
                                2.0,
                                "ecnOnEveryPacket",
                                1.0,
                                "heldAfterMark",
                                1.0,
                                "markDelayAcks",
                                0.0));
        assertThat(experiment("rpm-fig5").cases().get(7).settings())
                .containsEntry("heldAfterMark", 1.0)
                .containsEntry("markDelayAcks", 1.0);
    }
}
