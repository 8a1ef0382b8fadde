// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.weir.bench.hosts.UpOptions;
import org.weir.bench.hosts.UpProcess;
import org.weir.lab.experiment.run.Estimate;
import org.weir.runner.onos.OnosClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir bench rpm-onos}: reverse path marking by the policy alone, with Linux's TCP. */
@Command(
        name = "rpm-onos",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs weir up --hosts netns on netcfg/reverse-marking, without agents, and changes the policy by REST: first the bottleneck has CoDel (codel), then reverse path marking (rpm). Needs root.",
            "",
            "A TCP flow with ECN from h1 to h3 has nine tenths of the bottleneck. Steps of UDP load of three tenths follow, from h2 to h4. The command captures frames at h1, h2 and h3. Columns: steps with a reaction, and all; time from a step to the first acknowledgement with ECE at h1; to h1's first segment with CWR; data frames with CE at h3; acknowledgements with ECE at h1; those of them that h3 sent without ECE; reductions (segments with CWR); segments sent again; reductions that RFC 3168 forbids; windows of data with ECE, and those of them that no reduction answered; slow-start threshold after a reduction over the window before it, by ss -ti; feedback packets at h1 and h3; ICMP errors that both have sent. Times are means with 95 %% confidence intervals. Exit code 1: a reduction was forbidden, or a feedback packet or ICMP error was seen."
        })
public final class RpmOnosCommand implements Callable<Integer> {
    private static final int BAD_INPUT = 2;
    private static final int FAILED = 1;
    private static final int REST = 8181;
    private static final String REST_NAME = "onos-rest=";

    @Spec private CommandSpec spec;

    @Option(
            names = "--congestion",
            paramLabel = "NAME",
            defaultValue = "cubic",
            description = "Linux's congestion control of the sender (default: ${DEFAULT-VALUE}).")
    private String congestion;

    @Option(
            names = "--steps",
            paramLabel = "N",
            defaultValue = "10",
            description = "Steps for each algorithm, 2 to 1000 (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Keeps the captures (onos-codel.pcapng, onos-rpm.pcapng) and the samples of the"
                            + " socket (onos-codel-windows.csv, onos-rpm-windows.csv) here.")
    private Path directory;

    @Mixin private UpOptions upOptions;

    @Override
    public Integer call() throws InterruptedException {
        Optional<String> wrong = LinuxBed.missing();
        if (steps < 2 || steps > 1000) {
            wrong = Optional.of("--steps must be 2 to 1000, not " + steps);
        } else if (!upOptions.areComplete()) {
            wrong = Optional.of("run it by ./weir bench rpm-onos");
        }
        if (wrong.isPresent()) {
            spec.commandLine().getErr().println("weir bench rpm-onos: " + wrong.get());
            return BAD_INPUT;
        }
        try {
            if (directory != null) {
                Files.createDirectories(directory);
                return run(directory);
            }
            Path temporary = Files.createTempDirectory("weir-rpm-onos");
            try {
                return run(temporary);
            } finally {
                RpmLinuxCommand.remove(temporary);
            }
        } catch (IOException e) {
            spec.commandLine().getErr().println("weir bench rpm-onos: " + e.getMessage());
            return FAILED;
        }
    }

    private int run(Path folder) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Path network =
                upOptions
                        .topology()
                        .orElse(
                                Path.of(
                                        System.getProperty("weir.home", "."),
                                        "netcfg",
                                        "reverse-marking",
                                        "network.json"));
        boolean allHolds = true;
        try (UpProcess up = new UpProcess(upOptions.of(Optional.of(network)))) {
            up.awaitReady();
            OnosClient onos = new OnosClient(upOptions.port(REST_NAME).orElse(REST));
            PolicyRun run = new PolicyRun(up, onos, congestion);
            out.printf(
                    "Linux %s, %d processors, load average %s%n",
                    TcpTable.kernel(),
                    Runtime.getRuntime().availableProcessors(),
                    RpmLinuxCommand.load());
            out.printf(
                    "%-6s %7s %15s %15s %5s %5s %6s %4s %6s %9s %7s %10s %13s %8s %4s%n",
                    "scheme",
                    "steps",
                    "first ECE ms",
                    "reduction ms",
                    "CE",
                    "ECE",
                    "switch",
                    "CWR",
                    "resent",
                    "forbidden",
                    "windows",
                    "unanswered",
                    "factor",
                    "feedback",
                    "ICMP");
            for (String scheme : List.of(PolicyRun.CODEL, PolicyRun.RPM)) {
                JsonNode confirmed = run.install(scheme);
                PolicyRun.Result result = run.measure(scheme, steps, folder);
                print(out, result);
                out.println("       confirmed by the switch: " + confirmed);
                out.flush();
                allHolds &=
                        result.counts().forbidden() == 0
                                && result.feedbackFrames() == 0
                                && result.icmpErrors() == 0;
            }
        }
        out.println("Load average at the end: " + RpmLinuxCommand.load());
        out.flush();
        return allHolds ? 0 : FAILED;
    }

    private static void print(PrintWriter out, PolicyRun.Result result) {
        ReactionTrace.Counts counts = result.counts();
        out.printf(
                Locale.ROOT,
                "%-6s %7s %15s %15s %5d %5d %6d %4d %6d %9d %7d %10d %13s %8d %4d%n",
                result.scheme(),
                result.steps().size() + "/" + result.allSteps(),
                text(result, ReactionTrace.HostStep::echoMs),
                text(result, ReactionTrace.HostStep::reductionMs),
                counts.dataMarks(),
                counts.echoes(),
                counts.switchEchoes(),
                counts.reductions(),
                counts.resent(),
                counts.forbidden(),
                counts.windows(),
                counts.unanswered(),
                result.factors().isEmpty()
                        ? "-"
                        : ReactionFigures.text(Estimate.of(result.factors()), "%.2f ± %.2f"),
                result.feedbackFrames(),
                result.icmpErrors());
    }

    private static String text(
            PolicyRun.Result result, ToDoubleFunction<ReactionTrace.HostStep> value) {
        return result.steps().isEmpty()
                ? "-"
                : ReactionFigures.text(
                        Estimate.of(result.steps().stream().mapToDouble(value).boxed().toList()),
                        "%.1f ± %.1f");
    }
}
