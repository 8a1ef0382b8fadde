// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.lab.experiment.Case;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Statement;

class ExperimentsTest {
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
