// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.weir.control.policy.PolicyException;
import org.weir.control.solver.Objective;
import org.weir.control.solver.PortProblem;
import org.weir.control.solver.PortSolution;
import org.weir.control.solver.SolverMethod;
import org.weir.control.tuning.Tuning;

/**
 * {@code weir solve FILE.json [--json] [--objective targets|published] [--solver de|direct] [--seed
 * N]}: solves the ports of a file and prints the explained answers. {@code weir solve --random
 * PORTS [--seed N]}: solves random ports by both methods and prints how many targets are promised,
 * and how many of these what is installed misses. Exit code 0 if all were solved, feasible or not;
 * 2 if the command or the file is wrong.
 */
public final class SolveCommand {
    /** Exit code for a wrong command or file. */
    public static final int BAD_INPUT = 2;

    private static final String USAGE =
            "usage: weir solve FILE [--json] [--objective targets|published]"
                    + " [--solver de|direct] [--seed N]\n"
                    + "       weir solve --random PORTS [--seed N]\n\n"
                    + "Solves the ports of a file, or random ports, and explains the answers.\n"
                    + "  FILE         the ports with their classes and loads, as JSON"
                    + " (netcfg/solve.schema.json)\n"
                    + "  --json       prints the settings and reasons as JSON\n"
                    + "  --objective  targets: Weir's, which keeps the classes' targets; published:"
                    + " PMQECN's\n"
                    + "               (default: the file's, or targets)\n"
                    + "  --solver     direct: rounds the direct answer to whole packets; de: also"
                    + " searches the whole\n"
                    + "               numbers near it by differential evolution (default: de)\n"
                    + "  --seed       seed of the random numbers (default: the file's, or 1)\n"
                    + "  --random     instead of FILE: solves this number of random ports by both"
                    + " methods, and counts\n"
                    + "               the targets that are promised and missed\n"
                    + "exit code: 0 solved, feasible or not, 1 the output cannot be written,"
                    + " 2 the command or the file is\n"
                    + "wrong";

    private static final int MOST_PORTS = 1_000_000;

    private Path file;
    private boolean asJson;
    private String objective;
    private SolverMethod method = SolverMethod.DE;
    private Long seed;
    private int randomPorts;

    private SolveCommand() {}

    /** Runs the command and exits. */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(StandardOutput.finish("weir solve", out, err, run(out, err, arguments)));
    }

    /**
     * Runs the command.
     *
     * @param out the answer goes here
     * @param err complaints go here, one line each
     * @return the exit code
     */
    public static int run(PrintStream out, PrintStream err, String... arguments) {
        List<String> words = Arrays.asList(arguments);
        if (words.contains("--help") || words.contains("-h")) {
            out.println(USAGE);
            return 0;
        }
        SolveCommand command = new SolveCommand();
        try {
            command.parse(words);
            out.print(
                    command.randomPorts > 0
                            ? command.solveRandom()
                            : command.solve(SolveFile.read(command.file)));
            return 0;
        } catch (IOException e) {
            err.println("weir solve: " + command.file + ": " + FileFault.of(e));
        } catch (PolicyException e) {
            err.println("weir solve: " + e.getMessage());
        } catch (UsageException e) {
            err.println("weir solve: " + e.getMessage() + "; see weir solve --help");
        }
        return BAD_INPUT;
    }

    private void parse(List<String> words) throws UsageException {
        Arguments given;
        try {
            given =
                    Arguments.read(
                            words,
                            Set.of("--objective", "--solver", "--seed", "--random"),
                            Set.of("--json"));
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
        List<String> files = given.operands();
        if (files.size() > 1) {
            throw new UsageException("one file at a time; " + files.get(1) + " is too many");
        }
        if (given.has("--random")) {
            randomPorts = count(given.value("--random").orElseThrow());
            if (!files.isEmpty()) {
                throw new UsageException("--random takes no file");
            }
            for (String option : List.of("--json", "--objective", "--solver")) {
                if (given.has(option)) {
                    throw new UsageException("--random takes no " + option);
                }
            }
        } else if (files.isEmpty()) {
            throw new UsageException("a file is missing");
        } else {
            file = path(files.get(0));
        }
        asJson = given.has("--json");
        if (given.has("--objective")) {
            objective = given.value("--objective").orElseThrow();
            if (!objective.equals("targets") && !objective.equals("published")) {
                throw new UsageException(
                        "--objective must be targets or published, was " + objective);
            }
        }
        if (given.has("--solver")) {
            method = method(given.value("--solver").orElseThrow());
        }
        if (given.has("--seed")) {
            seed = seed(given.value("--seed").orElseThrow());
        }
    }

    private static Path path(String argument) throws UsageException {
        if (argument.isEmpty()) {
            throw new UsageException("the name of the file is empty");
        }
        try {
            return Paths.get(argument);
        } catch (InvalidPathException e) {
            throw new UsageException("not a file name: " + argument);
        }
    }

    private static SolverMethod method(String text) throws UsageException {
        try {
            return SolverMethod.of(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--solver must be de or direct, was " + text);
        }
    }

    private static long seed(String text) throws UsageException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new UsageException("--seed must be a whole number, was " + text);
        }
    }

    private static int count(String text) throws UsageException {
        try {
            int count = Integer.parseInt(text);
            if (count >= 1 && count <= MOST_PORTS) {
                return count;
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw new UsageException(
                "--random must be a whole number from 1 to " + MOST_PORTS + ", was " + text);
    }

    private String solveRandom() {
        return PromiseReport.of(randomPorts, seed != null ? seed : 1);
    }

    private String solve(SolveFile input) throws JsonProcessingException {
        String name = objective != null ? objective : input.objective();
        long usedSeed = seed != null ? seed : input.seed();
        Objective solver = Objective.named(name, method);
        List<SolveReport.Entry> entries = new ArrayList<>();
        for (PortProblem port : input.ports()) {
            long startNs = System.nanoTime();
            PortSolution solution = solver.solve(port, Tuning.DEFAULTS, usedSeed);
            long elapsedMicros = (System.nanoTime() - startNs) / 1000;
            entries.add(new SolveReport.Entry(port, solution, elapsedMicros));
        }
        if (!asJson) {
            return SolveReport.table(name, entries);
        }
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        return mapper.writeValueAsString(SolveReport.json(mapper, name, usedSeed, entries)) + "\n";
    }

    /** The command line is wrong. */
    private static final class UsageException extends Exception {
        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }
}
