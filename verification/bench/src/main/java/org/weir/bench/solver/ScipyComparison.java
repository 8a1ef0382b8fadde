// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.solver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.weir.control.TargetKind;
import org.weir.control.solver.ClassProblem;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;
import org.weir.control.solver.TargetsProgramme;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Comparison with SciPy, which solves the same ports. Its solutions are evaluated here, by the code
 * that judges our own answers, so that both are measured alike.
 */
final class ScipyComparison {
    /** Relative difference up to which two objective values are the same. */
    private static final double SAME = 1e-9;

    /** A constraint this near to holding is taken for held, to SciPy's favour. */
    private static final double ROUNDING = 1e-12;

    private static final double US_PER_SECOND = 1e6;

    private final ObjectMapper json = new ObjectMapper();
    private final String objective;
    private final long seed;
    private final DescriptiveStatistics scipyMicros = new DescriptiveStatistics();
    private int feasibleHere;
    private int feasibleThere;
    private int worse;
    private int better;
    private int equal;
    private double largestLoss;
    private double largestGain;

    ScipyComparison(String objective, long seed) {
        this.objective = objective;
        this.seed = seed;
    }

    /** SciPy's version; null if that Python has none, or is none. */
    static String version(String python) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(python, "-c", "import scipy; print(scipy.__version__)")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String version;
            try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
                version = reader.readLine();
            }
            return process.waitFor() == 0 ? version : null;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Runs SciPy over the ports.
     *
     * @throws IOException if it ends before it has answered for all
     */
    void run(String python, List<PortProblem> problems, List<PortSolution> ours)
            throws IOException, InterruptedException {
        Path script = Files.createTempFile("weir-scipy", ".py");
        try (InputStream source = getClass().getResourceAsStream("scipy_compare.py")) {
            Files.write(script, source.readAllBytes());
            Process process =
                    new ProcessBuilder(python, script.toString())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            try (BufferedWriter writer = process.outputWriter(StandardCharsets.UTF_8);
                    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
                for (int i = 0; i < problems.size(); i++) {
                    writer.write(json.writeValueAsString(form(problems.get(i))));
                    writer.newLine();
                    writer.flush();
                    String line = reader.readLine();
                    if (line == null) {
                        throw new IOException("SciPy's script ended at port " + i);
                    }
                    take(problems.get(i), ours.get(i), json.readTree(line));
                }
            } finally {
                process.destroy();
                process.waitFor();
            }
        } finally {
            Files.delete(script);
        }
    }

    private ObjectNode form(PortProblem problem) {
        ObjectNode port = json.createObjectNode();
        port.put("objective", objective).put("seed", seed);
        port.put("ratePps", problem.rate()).put("capacityPackets", problem.capacityPackets());
        port.put("linksPps", problem.totalLinkRate());
        port.put("minLimitPackets", Tuning.DEFAULTS.get(Tunable.MIN_LIMIT));
        double[] lowest = new TargetsProgramme(problem, Tuning.DEFAULTS).lower();
        ArrayNode classes = port.putArray("classes");
        for (int i = 0; i < lowest.length; i++) {
            ClassProblem one = problem.classes().get(i);
            ObjectNode node = classes.addObject();
            node.put("kind", one.kind().name()).put("arrivalRatePps", one.arrivalRate());
            node.put("measuredSeconds", one.measuredDelaySeconds()).put("lowestShare", lowest[i]);
            target(node, one, TargetKind.DELAY, "delaySeconds", 1e-3);
            target(node, one, TargetKind.JITTER, "jitterSeconds", 1e-3);
            target(node, one, TargetKind.LOSS, "lossFraction", 1);
            target(node, one, TargetKind.P99_DELAY, "p99DelaySeconds", 1e-3);
        }
        return port;
    }

    private static void target(
            ObjectNode node, ClassProblem one, TargetKind kind, String field, double unit) {
        one.targets().of(kind).ifPresent(bound -> node.put(field, bound * unit));
    }

    private void take(PortProblem problem, PortSolution solved, JsonNode answer) {
        scipyMicros.addValue(US_PER_SECOND * answer.get("seconds").doubleValue());
        double[] x = new double[problem.classes().size()];
        for (int i = 0; i < x.length; i++) {
            x[i] = answer.get("x").get(i).doubleValue();
        }
        boolean targets = objective.equals("targets");
        double theirs = targets ? targetsValue(problem, x) : publishedValue(problem, x);
        double here =
                targets || solved.feasible() ? solved.objectiveValue() : Double.POSITIVE_INFINITY;
        feasibleHere += here < Double.POSITIVE_INFINITY ? 1 : 0;
        feasibleThere += theirs < Double.POSITIVE_INFINITY ? 1 : 0;
        if (theirs == here) {
            equal++;
        } else if (Double.isInfinite(theirs)) {
            better++;
        } else if (Double.isInfinite(here)) {
            worse++;
        } else {
            double loss = (here - theirs) / Math.abs(theirs);
            worse += loss > SAME ? 1 : 0;
            better += loss < -SAME ? 1 : 0;
            equal += Math.abs(loss) <= SAME ? 1 : 0;
            largestLoss = Math.max(largestLoss, loss);
            largestGain = Math.max(largestGain, -loss);
        }
    }

    private static double targetsValue(PortProblem problem, double[] shares) {
        TargetsProgramme programme = new TargetsProgramme(problem, Tuning.DEFAULTS);
        double[] constraints = new double[programme.inequalities()];
        double value = programme.evaluate(shares, constraints);
        for (double one : constraints) {
            if (!(one <= ROUNDING)) {
                return Double.POSITIVE_INFINITY;
            }
        }
        return value;
    }

    private static double publishedValue(PortProblem problem, double[] ratesPps) {
        double[] shares = new double[ratesPps.length];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = ratesPps[i] / problem.rate();
            if (!(shares[i] > 0)) {
                return Double.POSITIVE_INFINITY;
            }
        }
        PortSolution evaluated =
                Objective.named("published").evaluate(problem, shares, Tuning.DEFAULTS);
        return evaluated.violation() <= ROUNDING
                ? evaluated.objectiveValue()
                : Double.POSITIVE_INFINITY;
    }

    DescriptiveStatistics scipyMicros() {
        return scipyMicros;
    }

    int feasibleHere() {
        return feasibleHere;
    }

    int feasibleThere() {
        return feasibleThere;
    }

    int worse() {
        return worse;
    }

    int better() {
        return better;
    }

    int equal() {
        return equal;
    }

    /** Largest relative loss of our answer against SciPy's. */
    double largestLoss() {
        return largestLoss;
    }

    /** Largest relative gain of our answer over SciPy's. */
    double largestGain() {
        return largestGain;
    }
}
