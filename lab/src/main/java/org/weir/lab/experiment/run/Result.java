// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.run;

import java.util.List;
import java.util.Map;
import org.weir.lab.experiment.Experiment;
import org.weir.lab.experiment.Outcome;
import org.weir.lab.experiment.Statement;
import org.weir.lab.scheme.Values;

/**
 * Result of an experiment.
 *
 * @param experiment the experiment
 * @param seeds of its runs
 * @param cases in the experiment's order
 */
public record Result(Experiment experiment, List<Long> seeds, List<CaseResult> cases) {
    /**
     * Result of one case.
     *
     * @param label the case
     * @param scheme its scheme
     * @param values of every parameter
     * @param estimates by quantity
     * @param outcomes of the seeds, in their order
     */
    public record CaseResult(
            String label,
            String scheme,
            Values values,
            Map<String, Estimate> estimates,
            List<Outcome> outcomes) {}

    /** The case of a label. */
    public CaseResult of(String label) {
        return cases.stream()
                .filter(one -> one.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no case is named " + label));
    }

    /** Whether all cases that a statement may speak of were run. */
    public boolean isWhole() {
        return experiment.cases().stream()
                .allMatch(one -> cases.stream().anyMatch(ran -> ran.label().equals(one.label())));
    }

    /** The mean of a quantity in a case. */
    public double mean(String label, String quantity) {
        return estimate(label, quantity).mean();
    }

    /** Figures of all cases that statements need. */
    Statement.Means means() {
        return new Statement.Means() {
            @Override
            public double of(String label, String quantity) {
                return mean(label, quantity);
            }

            @Override
            public double deviation(String label, String quantity) {
                return estimate(label, quantity).deviation();
            }
        };
    }

    /**
     * The same of one seed alone, without deviations.
     *
     * @param index of the seed in {@link #seeds}
     */
    Statement.Means meansOf(int index) {
        return (label, quantity) -> estimate(label, quantity).values().get(index);
    }

    private Estimate estimate(String label, String quantity) {
        Estimate estimate = of(label).estimates().get(quantity);
        if (estimate == null) {
            throw new IllegalArgumentException("no quantity is named " + quantity);
        }
        return estimate;
    }
}
