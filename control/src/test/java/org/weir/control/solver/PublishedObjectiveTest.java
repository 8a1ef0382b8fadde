// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.weir.control.ClassKind;
import org.weir.control.Targets;
import org.weir.control.tuning.Tuning;

/** The published programme is kept faithful; these tests pin its three defects (docs/errata.md). */
class PublishedObjectiveTest {
    private static final double GAMMA = 833;
    private final Objective published = Objective.named("published");

    private static PortProblem port(double a, double b, double c) {
        return new PortProblem(
                "p",
                GAMMA,
                64,
                5 * GAMMA,
                a + b + c,
                List.of(
                        new ClassProblem("A", ClassKind.A, 1, Targets.NONE, a, 1, 0),
                        new ClassProblem("B", ClassKind.B, 1, Targets.NONE, b, 1, 0.020),
                        new ClassProblem("C", ClassKind.C, 1, Targets.NONE, c, 1, 0)));
    }

    /** Defect 1: residual capacity rewards long queues, so voice is served worst of all. */
    @Test
    void servesBestEffortFasterThanVoice() {
        PortSolution solution = published.solve(port(200, 200, 200), Tuning.DEFAULTS, 1);
        List<ClassSolution> classes = solution.classes();
        assertThat(solution.feasible()).isTrue();
        assertThat(classes.get(0).serviceRate()).isCloseTo(200.0, within(0.1));
        assertThat(classes.get(1).serviceRate()).isCloseTo(200.5, within(0.1));
        assertThat(classes.get(2).serviceRate()).isCloseTo(432.5, within(0.1));
        assertThat(classes.get(0).predicted().delayMs()).isCloseTo(162, within(1.0));
        assertThat(classes.get(1).predicted().delayMs()).isCloseTo(158, within(1.0));
        assertThat(classes.get(2).predicted().delayMs()).isCloseTo(4.3, within(0.05));
    }

    /** Defect 2: no solution in overload, which is when one is needed. */
    @Test
    void hasNoSolutionInOverload() {
        PortSolution solution = published.solve(port(300, 300, 300), Tuning.DEFAULTS, 1);
        assertThat(solution.feasible()).isFalse();
        assertThat(solution.violation()).isPositive();
        assertThat(solution.stop()).contains("no solution");
        assertThat(solution.classes())
                .allSatisfy(one -> assertThat(one.weight()).isCloseTo(1.0 / 3, within(1e-9)));
    }

    /** Defect 3: delay and loss are least without traffic, and nothing demands that any be sent. */
    @Test
    void secondLayerTellsSendersToFallSilent() {
        ClassProblem bulk = new ClassProblem("C", ClassKind.C, 1, Targets.NONE, 200, 1, 0);
        ClassProblem more = new ClassProblem("D", ClassKind.C, 1, Targets.NONE, 300, 1, 0);
        PortProblem port = new PortProblem("p", GAMMA, 64, 5 * GAMMA, 500, List.of(bulk, more));
        PortSolution solution = published.solve(port, Tuning.DEFAULTS, 1);
        assertThat(solution.feasible()).isTrue();
        assertThat(solution.classes())
                .allSatisfy(one -> assertThat(one.targetRate()).isLessThan(1));
    }

    /** Defect 3 with voice about: bulk is told to slow down on a port with capacity to spare. */
    @Test
    void secondLayerSlowsBulkOnAnIdlePort() {
        PortSolution solution = published.solve(port(200, 200, 200), Tuning.DEFAULTS, 1);
        assertThat(solution.classes().get(2).targetRate()).isLessThan(0.7 * 200);
        assertThat(solution.classes().get(2).serviceRate()).isGreaterThan(2 * 200);
    }

    @Test
    void thresholdsAreWeightsTimesBuffer() {
        for (ClassSolution one :
                published.solve(port(200, 200, 200), Tuning.DEFAULTS, 1).classes()) {
            double wanted = Math.ceil(one.serviceRate() / GAMMA * 64);
            assertThat(one.thresholdPackets())
                    .isEqualTo((int) Math.min(wanted, one.limitPackets() - 1));
        }
    }

    @Test
    void theSameSeedGivesTheSameAnswer() {
        PortProblem port = port(100, 250, 300);
        assertThat(published.solve(port, Tuning.DEFAULTS, 3).objectiveValue())
                .isEqualTo(published.solve(port, Tuning.DEFAULTS, 3).objectiveValue());
    }
}
