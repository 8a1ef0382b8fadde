// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.lab.cli.RunLength;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.topology.FatTree;
import org.weir.lab.topology.LineSpec;
import org.weir.runner.InputException;
import org.weir.runner.onos.OnosClient;
import org.weir.runner.onos.OnosFile;
import org.weir.runner.up.NetworkSize;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code weir soak fabric}: {@code weir up} on fat trees of rising size, and what it takes there.
 *
 * <p>Exit codes: 0 when every run came to its end, 1 when one did not, 2 when the input is wrong.
 */
@Command(
        name = "weir soak fabric",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs weir up on one fat tree after the other, each in processes of its own.",
            "For each it prints the time until ONOS has found the whole network, and the packets"
                    + " lost in an undisturbed run. For the last minute of this run it prints"
                    + " processor time and memory of ONOS (with its application) and of the"
                    + " network, response times of REST, and the times from a measurement to"
                    + " confirmed settings. Then it stops all traffic for 70 s and prints the"
                    + " processor time of ONOS without traffic.",
            "Then it cuts a link for 5 s, stops a core switch, stops ONOS with SIGSTOP for 20 s"
                    + " and for 60 s, and prints the losses. Losses in ms are lost packets /"
                    + " packet rate of the affected flows. Last it changes the policy often and,"
                    + " with --classifiers, gives the switches many match rules."
        })
public final class SoakFabric implements Callable<Integer> {
    private static final int EXIT_BAD_INPUT = 2;

    /** Rate that all pairs together offer by default, bit/s: 1.8 Mb/s each of the 16 of k = 4. */
    private static final long ALL_PAIRS_BPS = 28_800_000;

    private static final int MOST_POLICY_CHANGES = 100_000;

    private static final LineSpec ANY_LINE = new LineSpec(1_000_000, 0, 1);

    @Option(
            names = "--k",
            paramLabel = "K",
            split = ",",
            defaultValue = "4,6,8",
            description = "Ports of the switches of each fat tree (default: ${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = RunLength.class,
            defaultValue = "120s",
            description = "Duration of the undisturbed run (default: ${DEFAULT-VALUE}).")
    private Duration length;

    @Option(
            names = "--start-within",
            paramLabel = "TIME",
            converter = RunLength.class,
            defaultValue = "600s",
            description =
                    "Longest time until ONOS has found the whole network (default:"
                            + " ${DEFAULT-VALUE}).")
    private Duration startWithin;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            defaultValue = "100M",
            description = "Rate of every link, bit/s (default: ${DEFAULT-VALUE}).")
    private String rate;

    @Option(
            names = "--per-flow",
            paramLabel = "RATE",
            description =
                    "Offered rate of each pair of hosts, bit/s (default: 28.8 Mb/s shared by all"
                            + " pairs, 1800k with k = 4).")
    private String perFlow;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "ONOS network configuration with the policy to use, as for weir up.")
    private Path policyFile;

    @Option(
            names = "--policy-changes",
            paramLabel = "N",
            defaultValue = "1000",
            description =
                    "Number of changes of classes, sent within a minute; 0 for none (default:"
                            + " ${DEFAULT-VALUE}).")
    private int policyChanges;

    @Option(
            names = "--classifiers",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Number of match rules that are added to the policy at the end, and removed"
                            + " again; 0 for none (default: ${DEFAULT-VALUE}).")
    private int classifiers;

    @Mixin private SoakOptions options;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<SoakResult> results = new ArrayList<>();
        try {
            checkInput();
            Path folder = options.folder();
            for (int k : sizes) {
                SoakResult result = run(k, folder);
                results.add(result);
                SoakTable.lines(result).forEach(out::println);
                out.flush();
                options.write(results.stream().map(SoakJson::of).toList());
            }
        } catch (InputException e) {
            err.println(e.getMessage());
            return EXIT_BAD_INPUT;
        } catch (IOException e) {
            err.println("weir soak fabric: " + e.getMessage());
            return 1;
        }
        return results.stream().allMatch(result -> result.failure() == null) ? 0 : 1;
    }

    private void checkInput() throws InputException {
        for (int k : sizes) {
            try {
                sizeOf(k);
            } catch (IllegalArgumentException e) {
                throw new InputException("--k: " + e.getMessage());
            }
            if (k < 4) {
                throw new InputException(
                        "--k: must be at least 4, for a way around what is broken, not " + k);
            }
        }
        checkCount("--policy-changes", policyChanges, MOST_POLICY_CHANGES);
        checkCount("--classifiers", classifiers, SoakPolicy.MOST_CLASSIFIERS);
        if (policyFile != null && OnosFile.read(policyFile).markedClasses().isEmpty()) {
            throw new InputException(
                    "--policy: needs a class with a match by dscp to send flows in");
        }
        options.checkOut();
    }

    private static void checkCount(String option, int count, int most) throws InputException {
        if (count < 0 || count > most) {
            throw new InputException(option + ": must be 0 to " + most + ", not " + count);
        }
    }

    private static NetworkSize sizeOf(int k) {
        NetworkSpec network = FatTree.create(k, ANY_LINE, 1);
        return NetworkSize.of(network);
    }

    /** Rate that each pair offers: the given one, or an equal share of {@link #ALL_PAIRS_BPS}. */
    static String perFlow(String said, NetworkSize size) {
        return said != null ? said : Long.toString(ALL_PAIRS_BPS / size.hosts());
    }

    private SoakResult run(int k, Path folder) throws IOException, InterruptedException {
        NetworkSize size = sizeOf(k);
        Path samples = folder.resolve("fat-tree-" + k + ".jsonl");
        Files.deleteIfExists(samples);
        String failure;
        SoakRun run;
        try (SoakProcess process =
                new SoakProcess(
                        arguments(k, size, samples), folder.resolve("fat-tree-" + k + ".txt"))) {
            run =
                    new SoakRun(
                            process,
                            new SoakWatch(process::isAlive, new SampleFollower(samples), size),
                            new OnosClient(options.restPort()));
            failure = run.run(new SoakRun.Plan(length, startWithin, policyChanges, classifiers));
        }
        if (failure != null) {
            failure += "; see " + folder.resolve("fat-tree-" + k + ".txt");
        }
        // Of a large network they take hundreds of megabytes.
        Files.deleteIfExists(samples);
        return run.result(
                "fat-tree:" + k,
                perFlow(perFlow, size),
                policyFile == null ? null : policyFile.toString(),
                failure);
    }

    private List<String> arguments(int k, NetworkSize size, Path samples) {
        List<String> arguments = options.upArguments(samples, startWithin);
        arguments.addAll(List.of("--generate", "fat-tree:" + k, "--rate", rate));
        arguments.addAll(List.of("--per-flow", perFlow(perFlow, size)));
        if (policyFile != null) {
            arguments.addAll(List.of("--policy", policyFile.toString()));
        }
        return arguments;
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(WeirCommandLine.execute(new SoakFabric(), arguments));
    }
}
