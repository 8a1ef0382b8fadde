// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.solver;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.weir.control.de.DifferentialEvolution;
import org.weir.control.de.SearchResult;
import org.weir.control.de.Strategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir bench cec2006}: differential evolution on the problems of CEC 2006. */
@Command(
        name = "cec2006",
        mixinStandardHelpOptions = true,
        description =
                "Runs differential evolution on the 24 problems of CEC 2006: how many of the seeds reach"
                        + " f − f* ≤ 1e-4, feasible, within 500 000 evaluations.")
public final class Cec2006Command implements Runnable {
    private static final double SUCCESS = 1e-4;
    private static final int EVALUATIONS = 500_000;

    @Spec private CommandSpec spec;

    @Option(
            names = "--seeds",
            defaultValue = "25",
            description = "Number of seeds, from 1 on (${DEFAULT-VALUE}).")
    private int seeds;

    @Parameters(
            arity = "0..*",
            paramLabel = "PROBLEM",
            description = "Problems, such as G05 (default: all).")
    private List<Cec2006> problems = List.of();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        Map<String, DifferentialEvolution> searches = searches();
        out.print("problem        f*");
        searches.keySet().forEach(name -> out.printf("  %22s", name));
        out.println();
        for (Cec2006 problem : problems.isEmpty() ? List.of(Cec2006.values()) : problems) {
            out.printf(Locale.ROOT, "%-4s %14.6f", problem, problem.optimum());
            for (DifferentialEvolution search : searches.values()) {
                out.print("  " + cell(problem, search));
            }
            out.println();
            out.flush();
        }
        out.println(
                "each cell: seeds that succeed, median f − f* of the feasible ones, mean evaluations");
    }

    private static Map<String, DifferentialEvolution> searches() {
        Map<String, DifferentialEvolution> searches = new LinkedHashMap<>();
        searches.put(
                "DE/rand/1/bin",
                DifferentialEvolution.builder()
                        .strategy(Strategy.RAND_1_BIN)
                        .populationSize(60)
                        .spread(1e-10)
                        .maxEvaluations(EVALUATIONS)
                        .build());
        DifferentialEvolution.Builder lShade =
                DifferentialEvolution.lShade().spread(1e-10).maxEvaluations(EVALUATIONS);
        searches.put("L-SHADE", lShade.build());
        searches.put("L-SHADE, relaxed", lShade.relaxation(0.6).build());
        return searches;
    }

    private String cell(Cec2006 problem, DifferentialEvolution search) {
        List<SearchResult> results =
                IntStream.rangeClosed(1, seeds)
                        .parallel()
                        .mapToObj(seed -> search.minimize(problem, seed))
                        .collect(Collectors.toList());
        int successes = 0;
        double evaluations = 0;
        List<Double> gaps = new ArrayList<>();
        for (SearchResult result : results) {
            evaluations += result.evaluations();
            if (result.feasible()) {
                double gap = result.value() - problem.optimum();
                gaps.add(gap);
                successes += gap <= SUCCESS ? 1 : 0;
            }
        }
        double[] values = gaps.stream().mapToDouble(Double::doubleValue).toArray();
        return String.format(
                Locale.ROOT,
                "%2d/%d %9s %7.0f",
                successes,
                seeds,
                gaps.isEmpty()
                        ? "none"
                        : String.format(Locale.ROOT, "%.1e", StatUtils.percentile(values, 50)),
                evaluations / seeds);
    }
}
