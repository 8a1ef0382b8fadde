// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.weir.bench.messages.EmptyNetwork;
import org.weir.bench.messages.MessageSizes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir bench messages}: hosts that send many messages, without agents and with. */
@Command(
        name = "messages",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs weir up --hosts netns on PMQECN's Fig. 6 with its policy, and one program in each of h1, h2 and h3, which sends messages to h5 in class A, B or C: first without agents, then with one in each host. Each message is a TCP connection of its own; messages arrive as a Poisson process. Needs root. Prints how many messages finished, goodput at the receiver, what the controller measured and solved at s1's port to s2 (means of its samples), and the times of messages and their slowdowns (docs/agent-evidence.md)."
        })
public final class MessagesBenchCommand implements Callable<Integer> {
    private static final int FAILED = 2;
    private static final double BITS_PER_BYTE = 8;
    private static final double BYTES_PER_KB = 1000;
    private static final double MOST_LOAD = 3;
    private static final double MOST_MEAN_KB = 10_000;

    /** Linux has 28 232 TCP ports for connections, and keeps each for 60 s after the end. */
    private static final double MOST_PER_SECOND = 450;

    @Spec private CommandSpec spec;

    @Option(
            names = "--load",
            paramLabel = "PART",
            defaultValue = "0.8",
            description =
                    "Load that the three hosts offer, a third each, as a part of the rate of s1's"
                            + " port to s2: above 0, at most 3 (default: ${DEFAULT-VALUE}).")
    private double load;

    @Option(
            names = "--mean-kb",
            paramLabel = "N",
            defaultValue = "49.2",
            description =
                    "Mean size of the messages, 1 to 10000 kB. With the default, of 100 messages 70"
                            + " have 6 kB, 25 have 60 kB and 5 have 600 kB; other values scale"
                            + " these sizes"
                            + " (default: ${DEFAULT-VALUE}).")
    private double meanKb;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Seed of arrivals and sizes, the same in both runs (default:"
                            + " ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--most-open",
            paramLabel = "N",
            defaultValue = "256",
            description =
                    "Messages that may be open at once in a host, 1 to 10000; one that arrives then"
                            + " is refused (default: ${DEFAULT-VALUE}).")
    private int mostOpen;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Time in which messages are measured, s (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--settle-seconds",
            paramLabel = "N",
            defaultValue = "60",
            description =
                    "Warm-up time, in which the controller estimates the load, s (default:"
                            + " ${DEFAULT-VALUE}).")
    private int settleSeconds;

    @Option(
            names = "--wait-seconds",
            paramLabel = "N",
            defaultValue = "30",
            description =
                    "Time for which messages may finish after the measured time, while more"
                            + " arrive, s (default: ${DEFAULT-VALUE}).")
    private int waitSeconds;

    @Mixin private TcpOptions tcp;
    @Mixin private AgentRuns agentRuns;
    @Mixin private UpOptions upOptions;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        Optional<String> error = error().or(agentRuns::error);
        if (error.isPresent()) {
            err.println(error.get());
            return FAILED;
        }
        List<EmptyNetwork> paths = new ArrayList<>();
        try {
            for (int i = 1; i <= ClassHosts.CLASSES.size(); i++) {
                paths.add(EmptyNetwork.read(upOptions.network(), "h" + i, ClassHosts.RECEIVER));
            }
        } catch (IOException e) {
            err.println("--topology: " + e.getMessage());
            return FAILED;
        }
        MessageSizes sizes = MessageSizes.ofMean(BYTES_PER_KB * meanKb);
        double perSecond =
                load
                        / ClassHosts.CLASSES.size()
                        * paths.get(0).portRateBps()
                        / (BITS_PER_BYTE * sizes.meanLineBytes());
        if (perSecond > MOST_PER_SECOND) {
            err.printf(
                    Locale.ROOT,
                    "--mean-kb: too small, Linux has no TCP ports for %.0f messages/s%n",
                    perSecond);
            return FAILED;
        }
        if (!upOptions.areComplete()) {
            err.println("run it by ./weir bench messages");
            return FAILED;
        }
        MessageTraffic traffic =
                new MessageTraffic(
                        sizes,
                        perSecond,
                        seed,
                        mostOpen,
                        TimeUnit.SECONDS.toNanos(settleSeconds),
                        TimeUnit.SECONDS.toNanos(seconds),
                        TimeUnit.SECONDS.toNanos(waitSeconds));
        try {
            for (boolean agents : agentRuns.runs()) {
                MessageTable table;
                try (ClassHosts hosts = agentRuns.start(upOptions, Optional.of(tcp), agents)) {
                    table = new MessageTable(sizes, paths, traffic.measure(hosts));
                }
                table.print(
                        spec.commandLine().getOut(),
                        String.format(
                                Locale.ROOT,
                                "messages of %s kB, %s, load %s, %s",
                                sizes.text(),
                                tcp.name(),
                                load,
                                agentRuns.name(agents)));
            }
            return 0;
        } catch (IOException e) {
            err.println("weir bench messages: " + e.getMessage());
            return 1;
        }
    }

    /** A line that says which option is wrong. */
    private Optional<String> error() {
        if (!(load > 0 && load <= MOST_LOAD)) {
            return Optional.of("--load: must be above 0 and at most 3");
        }
        if (!(meanKb >= 1 && meanKb <= MOST_MEAN_KB)) {
            return Optional.of("--mean-kb: must be 1 to 10000");
        }
        if (mostOpen < 1 || mostOpen > 10_000) {
            return Optional.of("--most-open: must be 1 to 10000");
        }
        if (seconds < 1) {
            return Optional.of("--seconds: must be 1 or more");
        }
        if (settleSeconds < 0) {
            return Optional.of("--settle-seconds: must be 0 or more");
        }
        return waitSeconds < 0
                ? Optional.of("--wait-seconds: must be 0 or more")
                : Optional.empty();
    }
}
