// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.solver;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;
import org.weir.control.solver.PublishedObjective;
import org.weir.control.solver.SolverMethod;
import org.weir.control.tuning.Tuning;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir bench solver}: how fast and how good the solver is, next to SciPy's. */
@Command(
        name = "solver",
        mixinStandardHelpOptions = true,
        description =
                "Times the solver on one port and on 10 000, and compares it with SciPy's"
                        + " differential_evolution where python3 has SciPy.")
public final class SolverCommand implements Callable<Integer> {
    private static final int FABRIC_PORTS = 10_000;
    private static final int THREADS = 2;
    private static final int WARM_UP = 3000;
    private static final int SOLVES = 20_000;
    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_SECOND = 1e9;

    @Spec private CommandSpec spec;

    @Option(
            names = "--ports",
            defaultValue = "1000",
            description = "Random ports to compare on (${DEFAULT-VALUE}); 0 for no comparison.")
    private int ports;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Seed of the ports (${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--python",
            defaultValue = "python3",
            description = "The Python that has SciPy (${DEFAULT-VALUE}).")
    private String python;

    private PrintWriter out;

    @Override
    public Integer call() throws IOException, InterruptedException {
        out = spec.commandLine().getOut();
        print(
                "%d processors, Java %s%n",
                Runtime.getRuntime().availableProcessors(), Runtime.version());
        onePort("targets", SOLVES);
        onePort("published", SOLVES / 50);
        allPorts();
        boolean good = true;
        if (ports > 0) {
            String version = ScipyComparison.version(python);
            if (version == null) {
                print("no comparison: %s has no SciPy (pip install scipy)%n", python);
            } else {
                for (String objective : List.of("targets", "published")) {
                    good &= compare(objective, version);
                }
            }
        }
        return good ? 0 : 1;
    }

    private void print(String format, Object... values) {
        out.printf(Locale.ROOT, format, values);
        out.flush();
    }

    /** Solves ports of three classes over and over, as a control loop does with its ports. */
    private void onePort(String name, int solves) {
        Objective objective = Objective.named(name, SolverMethod.DIRECT);
        List<PortProblem> problems = RandomPorts.ofThreeClasses(200, seed);
        int warmUp = Math.min(WARM_UP, solves);
        DescriptiveStatistics micros = new DescriptiveStatistics();
        for (int i = 0; i < warmUp + solves; i++) {
            PortProblem problem = problems.get(i % problems.size());
            long startNs = System.nanoTime();
            objective.solve(problem, Tuning.DEFAULTS, seed);
            if (i >= warmUp) {
                micros.addValue((System.nanoTime() - startNs) / NS_PER_US);
            }
        }
        print(
                "%-9s one port of 3 classes, warm: median %.1f µs, p99 %.1f µs (%d solves)%n",
                name, micros.getPercentile(50), micros.getPercentile(99), solves);
    }

    private void allPorts() throws InterruptedException {
        Objective objective = Objective.named("targets", SolverMethod.DIRECT);
        List<PortProblem> problems = RandomPorts.ofThreeClasses(FABRIC_PORTS, seed);
        ForkJoinPool threads = new ForkJoinPool(THREADS);
        try {
            AtomicLong classes = new AtomicLong();
            OperatingSystemMXBean process =
                    ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            long startCpuNs = process.getProcessCpuTime();
            long startNs = System.nanoTime();
            threads.submit(
                            () ->
                                    problems.parallelStream()
                                            .map(p -> objective.solve(p, Tuning.DEFAULTS, seed))
                                            .forEach(s -> classes.addAndGet(s.classes().size())))
                    .join();
            print(
                    "targets   %d ports of 3 classes on %d threads: %.3f s, CPU time %.3f s%n",
                    FABRIC_PORTS,
                    THREADS,
                    (System.nanoTime() - startNs) / NS_PER_SECOND,
                    (process.getProcessCpuTime() - startCpuNs) / NS_PER_SECOND);
        } finally {
            threads.shutdown();
        }
    }

    private boolean compare(String name, String version) throws IOException, InterruptedException {
        // SciPy solves the published programme's first layer.
        Function<PortProblem, PortSolution> solve =
                name.equals("targets")
                        ? port ->
                                Objective.named(name, SolverMethod.DIRECT)
                                        .solve(port, Tuning.DEFAULTS, seed)
                        : port ->
                                new PublishedObjective()
                                        .solveServiceRates(port, Tuning.DEFAULTS, seed);
        List<PortProblem> problems = RandomPorts.ofThreeClasses(ports, seed);
        for (PortProblem problem : problems) {
            solve.apply(problem);
        }
        List<PortSolution> ours = new ArrayList<>();
        DescriptiveStatistics ourMicros = new DescriptiveStatistics();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (PortProblem problem : problems) {
            long startNs = threads.getCurrentThreadCpuTime();
            ours.add(solve.apply(problem));
            ourMicros.addValue((threads.getCurrentThreadCpuTime() - startNs) / NS_PER_US);
        }
        ScipyComparison comparison = new ScipyComparison(name, seed);
        comparison.run(python, problems, ours);
        double scipyMicros = comparison.scipyMicros().getPercentile(50);
        print(
                "%-9s %d ports against SciPy %s: feasible here %d, there %d; worse by more than 1e-9:"
                        + " %d, better: %d, equal: %d; largest difference for the worse %.2g, for the"
                        + " better %.2g%n",
                name,
                problems.size(),
                version,
                comparison.feasibleHere(),
                comparison.feasibleThere(),
                comparison.worse(),
                comparison.better(),
                comparison.equal(),
                comparison.largestLoss(),
                comparison.largestGain());
        print(
                "%-9s median CPU time %.1f µs, SciPy %.0f µs: %.0f times faster (median of ratios %.0f)%n",
                name,
                ourMicros.getPercentile(50),
                scipyMicros,
                scipyMicros / ourMicros.getPercentile(50),
                ratio(ourMicros, comparison.scipyMicros()));
        return comparison.worse() == 0;
    }

    private static double ratio(DescriptiveStatistics ours, DescriptiveStatistics theirs) {
        DescriptiveStatistics ratios = new DescriptiveStatistics();
        for (int i = 0; i < ours.getN(); i++) {
            ratios.addValue(theirs.getElement(i) / ours.getElement(i));
        }
        return ratios.getPercentile(50);
    }
}
