// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.cli.GeneratorOptions;
import org.weir.lab.cli.RunLength;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.stats.Trend;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code weir soak day}: a simulated day under load, and what of the process grows in it.
 *
 * <p>Exit codes: 0 when nothing grows and no packet is missing, 1 when something does or one is, 2
 * when the input is wrong.
 */
@Command(
        name = "weir soak day",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs a generated network in virtual time, with Weir's program in its switches, the"
                    + " controller, and reacting senders. In each simulated hour the shares of the"
                    + " classes in the load change, a link fails for five minutes, and the policy"
                    + " changes.",
            "At each reading, after a full garbage collection, it prints the used heap, threads,"
                    + " open handles, table entries, the engine's pending events, and packets. At"
                    + " the end it prints the trends of the last three quarters: Theil-Sen slope"
                    + " per simulated day, its 99 %% interval, and the Mann-Kendall test."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:Nothing grows, and no packet is missing.",
            "1:The heap or the pending events rise significantly (p < 0.01) by 2 %% a day or more;"
                    + " or threads, handles or table entries rise significantly; or the sent"
                    + " packets differ from those received, dropped and in flight; or the run"
                    + " failed.",
            "2:The command line or a file is wrong."
        })
public final class SoakDay implements Callable<Integer> {
    private static final long NS_PER_HOUR = 3_600_000_000_000L;
    private static final Pattern HOURS =
            Pattern.compile("(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?");

    private static final int MOST_HOURS = 24 * 366;
    private static final int PACKET_BYTES = 1514;

    /** Readings that a run needs so that the last three quarters of them show a trend. */
    private static final int LEAST_READINGS = 2 * Trend.LEAST_POINTS;

    @Option(
            names = "--hours",
            paramLabel = "HOURS",
            defaultValue = "24",
            description = "Simulated hours, such as 24 or 0.5 (default: ${DEFAULT-VALUE}).")
    private String hours;

    @Option(
            names = "--load",
            paramLabel = "PART",
            defaultValue = "0.8",
            description =
                    "Offered rate of each host, as a fraction of --rate, above 0 to 1 (default:"
                            + " ${DEFAULT-VALUE}).")
    private String load;

    @Option(
            names = "--generate",
            paramLabel = "NETWORK",
            defaultValue = "fat-tree:4",
            description =
                    "dumbbell:HOSTS_PER_SIDE, leaf-spine:LEAVES,SPINES,HOSTS_PER_LEAF or fat-tree:K"
                            + " (default: ${DEFAULT-VALUE}).")
    private String network;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            defaultValue = "250k",
            description = "Rate of every link, bit/s, such as 250k (default: ${DEFAULT-VALUE}).")
    private String rate;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            defaultValue = "1",
            description = "Seed of all random choices (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = RunLength.class,
            defaultValue = "30m",
            description = "Simulated time between readings (default: ${DEFAULT-VALUE}).")
    private Duration every;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Writes readings and trends as JSON.")
    private Path outFile;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, ProgramException {
        PrintWriter out = spec.commandLine().getOut();
        DayPlan plan = plan();
        DayRun run = new DayRun(plan);
        List<DayReading> readings = new ArrayList<>();
        out.println(DayTable.header());
        run.run(
                reading -> {
                    readings.add(reading);
                    out.println(DayTable.row(reading));
                    out.flush();
                });
        DayVerdict verdict = DayVerdict.of(readings);
        out.println();
        out.printf(
                "%d links failed and came back, %d policies, %d feedback packets, %d solves%n",
                run.linkFailures(),
                run.policyChanges(),
                run.feedbackPackets(),
                readings.get(readings.size() - 1).solves());
        DayTable.end(readings, verdict).forEach(out::println);
        out.println(verdict.isGood() ? "ok" : "failed");
        out.flush();
        if (outFile != null) {
            new ObjectMapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValue(outFile.toFile(), DayJson.of(plan, readings, verdict));
        }
        return verdict.isGood() ? 0 : 1;
    }

    private DayPlan plan() {
        double length = hours();
        if (!(length > 0 && length <= MOST_HOURS)) {
            throw refused("--hours must be above 0 and at most " + MOST_HOURS + ", not " + hours);
        }
        long lengthNs = Math.round(length * NS_PER_HOUR);
        if (every.compareTo(Duration.ofNanos(lengthNs / LEAST_READINGS)) > 0) {
            throw refused(
                    "--every must be at most a "
                            + LEAST_READINGS
                            + "th of --hours, so that a trend can be seen");
        }
        GeneratorOptions words = GeneratorOptions.of(network, rate, load, PACKET_BYTES);
        try {
            NetworkSpec pairs = words.create(seed, Optional.empty());
            checkOut();
            return new DayPlan(
                    pairs, words.rateBps(), lengthNs, NS_PER_HOUR, every.toNanos(), seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** The hours; not a number if they are none. */
    private double hours() {
        // Double.parseDouble also takes Java's literals, such as 0x1p-1 and 0.5f.
        return HOURS.matcher(hours).matches() ? Double.parseDouble(hours) : Double.NaN;
    }

    /** Before the run, not after it: a day takes a while. */
    private void checkOut() {
        if (outFile == null) {
            return;
        }
        try {
            Files.writeString(outFile, "");
        } catch (IOException e) {
            throw refused("--out: " + outFile + ": cannot be written");
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(WeirCommandLine.execute(new SoakDay(), arguments));
    }
}
