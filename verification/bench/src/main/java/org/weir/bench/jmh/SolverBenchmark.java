// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.jmh;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.weir.control.cli.RandomPorts;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;
import org.weir.control.solver.SolverMethod;
import org.weir.control.tuning.Tuning;

/**
 * Solves random ports one after another, by both methods of the objective {@code targets}. Ports on
 * which DE has nothing to gain are left out.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SolverBenchmark {
    private static final int DRAWN = 3000;

    /** The method. */
    @Param({"DIRECT", "DE"})
    public SolverMethod method;

    /** Classes of each port. */
    @Param({"3", "8"})
    public int classes;

    private Objective objective;
    private List<PortProblem> ports;
    private int next;

    /** Draws the ports. */
    @Setup
    public void drawPorts() {
        objective = Objective.named("targets", method);
        Objective de = Objective.named("targets", SolverMethod.DE);
        ports =
                RandomPorts.of(DRAWN, 1).stream()
                        .filter(port -> port.classes().size() == classes)
                        .filter(
                                port ->
                                        de.solve(port, Tuning.DEFAULTS, 1)
                                                .stop()
                                                .endsWith("evaluations"))
                        .collect(Collectors.toList());
    }

    /** One port. */
    @Benchmark
    public PortSolution solve() {
        next = next + 1 < ports.size() ? next + 1 : 0;
        return objective.solve(ports.get(next), Tuning.DEFAULTS, 1);
    }
}
