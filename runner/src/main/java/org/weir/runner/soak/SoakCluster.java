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
import org.weir.runner.InputException;
import org.weir.runner.shell.NetworkNamespaces;
import org.weir.runner.up.NetworkSize;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code weir soak cluster}: {@code weir up --nodes 3}, whose master is killed and started again,
 * or cut off and reached again, many times.
 *
 * <p>Exit codes: 0 when every cycle kept the rules of {@link ClusterCycle#broken}, 1 when one did
 * not or the cluster did not recover, 2 when the input is wrong.
 */
@Command(
        name = "weir soak cluster",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs weir up with three ONOS nodes. In each cycle it kills the master of s1 (SIGKILL),"
                    + " waits for the next primary, watches the cluster, starts the node again, and"
                    + " compares REST of all nodes.",
            "With --partition it cuts the master off from the other nodes and from the store"
                    + " instead, and heals it (needs root).",
            "It prints one row for each cycle and a summary. A cycle breaks a rule when the next"
                    + " primary takes more than 10 s, a node becomes a primary after that, class A"
                    + " or B loses a packet, a link or host is lost, a switch accepts a write of"
                    + " another than its primary, the node is back late (240 s after its start, 30"
                    + " s after it is healed), or REST differs."
        })
public final class SoakCluster implements Callable<Integer> {
    private static final int EXIT_BAD_INPUT = 2;
    private static final int MOST_CYCLES = 10_000;

    @Option(
            names = "--cycles",
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of cycles (default: ${DEFAULT-VALUE}).")
    private int cycles;

    @Option(
            names = "--calm",
            paramLabel = "TIME",
            converter = RunLength.class,
            defaultValue = "60s",
            description =
                    "Time between the next primary and the restart of the killed node, or the"
                            + " healing of the one that is cut off (default: ${DEFAULT-VALUE}).")
    private Duration calm;

    @Option(
            names = "--partition",
            description = "Cuts the master off from the other nodes and the store; needs root.")
    private boolean partition;

    @Option(
            names = "--store-nodes",
            paramLabel = "COUNT",
            defaultValue = "1",
            description = "As for weir up (default: ${DEFAULT-VALUE}).")
    private int storeNodes;

    @Option(
            names = "--start-within",
            paramLabel = "TIME",
            converter = RunLength.class,
            defaultValue = "400s",
            description =
                    "Longest time until all nodes know the network (default: ${DEFAULT-VALUE}).")
    private Duration startWithin;

    @Option(
            names = "--store-node",
            paramLabel = "FILE",
            description = "Jar of a member of the store.")
    private Path storeNode;

    @Mixin private SoakOptions options;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            checkInput();
            return run(out) ? 0 : 1;
        } catch (InputException e) {
            err.println(e.getMessage());
            return EXIT_BAD_INPUT;
        } catch (IOException e) {
            err.println("weir soak cluster: " + e.getMessage());
            return 1;
        }
    }

    private void checkInput() throws InputException {
        if (cycles < 1 || cycles > MOST_CYCLES) {
            throw new InputException("--cycles: must be 1 to " + MOST_CYCLES + ", not " + cycles);
        }
        if (partition && !NetworkNamespaces.isRoot()) {
            throw new InputException("--partition: needs root, for network namespaces");
        }
        options.checkOut();
    }

    private boolean run(PrintWriter out) throws IOException, InterruptedException {
        Path folder = options.folder();
        Path samples = folder.resolve("cluster.jsonl");
        Path output = folder.resolve("cluster.txt");
        Path writeLog = folder.resolve("cluster-writes.jsonl");
        ClusterFault fault = partition ? ClusterFault.PARTITION : ClusterFault.KILL;
        Files.deleteIfExists(samples);
        List<ClusterCycle> done = new ArrayList<>();
        try (SoakProcess process = new SoakProcess(arguments(samples, writeLog), output)) {
            NetworkSize size =
                    new NetworkSize(
                            ClusterNodes.SWITCHES.size(), ClusterNodes.LINKS, ClusterNodes.HOSTS);
            ClusterRun run =
                    new ClusterRun(
                            process,
                            new SoakWatch(process::isAlive, new SampleFollower(samples), size),
                            new ClusterNodes(options.restPort(), options.state()),
                            fault,
                            writeLog,
                            calm);
            show(
                    out,
                    String.format(
                            "all nodes know the network after %.0f s",
                            run.awaitStart(startWithin)));
            ClusterTable.head(fault).forEach(out::println);
            for (int number = 1; number <= cycles; number++) {
                ClusterCycle cycle = run.cycle(number);
                done.add(cycle);
                show(out, ClusterTable.row(cycle));
                options.write(done);
            }
        } catch (IOException e) {
            throw new IOException(
                    "cycle " + (done.size() + 1) + ": " + e.getMessage() + "; see " + output, e);
        } finally {
            show(out, ClusterTable.summary(done));
        }
        return done.stream().allMatch(cycle -> cycle.broken().isEmpty());
    }

    private static void show(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    private List<String> arguments(Path samples, Path writeLog) {
        List<String> arguments = options.upArguments(samples, startWithin);
        arguments.addAll(List.of("--nodes", Integer.toString(ClusterNodes.COUNT)));
        arguments.addAll(List.of("--store-nodes", Integer.toString(storeNodes)));
        arguments.addAll(List.of("--write-log", writeLog.toString()));
        if (storeNode != null) {
            arguments.addAll(List.of("--store-node", storeNode.toString()));
        }
        return arguments;
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(WeirCommandLine.execute(new SoakCluster(), arguments));
    }
}
