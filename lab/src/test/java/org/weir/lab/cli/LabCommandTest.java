// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.bmv2.pcap.CaptureReader;
import picocli.CommandLine;

/** {@code weir lab} as it is typed. */
class LabCommandTest {
    private static final String NETWORK = "../netcfg/pmqecn-fig6/network.json";
    private static final String[] SHORT = {
        "--set", "seconds=2", "--set", "warmUpSeconds=1", "--set", "cycleMs=100"
    };

    @TempDir Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int lab(String... arguments) {
        CommandLine command = new CommandLine(new LabCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    private static String[] with(String[] first, String... others) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(others));
        return all.toArray(new String[0]);
    }

    @Test
    void oneThreadAndTwoWriteTheSameResultsAndTheSameTraces() throws IOException {
        for (String threads : List.of("1", "2")) {
            String[] run = {
                "run", "pmqecn-fig7", "--scheme", "tcn,ecn", "--seeds", "2", "--threads", threads
            };
            Path own = Files.createDirectory(folder.resolve(threads));
            int exit =
                    lab(
                            with(
                                    with(run, SHORT),
                                    "--out",
                                    own.toString(),
                                    "--trace",
                                    own.resolve("t.pcapng").toString(),
                                    "--trace-link",
                                    "s1:4,h4"));
            assertThat(exit).as(err.toString()).isZero();
        }

        Map<String, byte[]> one = files(folder.resolve("1"));
        Map<String, byte[]> two = files(folder.resolve("2"));
        assertThat(one.keySet())
                .contains(
                        "pmqecn-fig7/result.json",
                        "t.pmqecn-performance.tcn.1.pcapng",
                        "t.pmqecn-performance.ecn.2.pcapng");
        assertThat(two.keySet()).isEqualTo(one.keySet());
        one.forEach((name, bytes) -> assertThat(two.get(name)).as(name).isEqualTo(bytes));
    }

    private static Map<String, byte[]> files(Path folder) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    @Test
    void theOnlyRunIsTracedIntoTheFileItself() throws IOException {
        Path trace = folder.resolve("only.pcapng");

        int exit =
                lab(
                        with(
                                with(new String[] {"run", "pmqecn-fig7", "--scheme", "ecn"}, SHORT),
                                "--trace",
                                trace.toString()));

        assertThat(exit).as(err.toString()).isZero();
        assertThat(Files.size(trace)).isGreaterThan(100_000);
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).containsExactly(trace);
        }
    }

    @Test
    void aNetworkFileRunsUnderASchemeAndIsTraced() throws IOException {
        Path trace = folder.resolve("file.pcapng");

        int exit =
                lab(
                        "network",
                        NETWORK,
                        "--scheme",
                        "dcqcn",
                        "--for",
                        "2s",
                        "--trace",
                        trace.toString(),
                        "--trace-link",
                        "h5");

        assertThat(exit).as(err.toString()).isZero();
        String flow = out.toString().lines().skip(1).findFirst().orElseThrow();
        assertThat(flow).matches("A +h1 +h5 .*");
        long received =
                out.toString()
                        .lines()
                        .skip(1)
                        .filter(line -> line.matches("\\S+ +h\\d +h5 .*"))
                        .mapToLong(line -> Long.parseLong(line.trim().split(" +")[6]))
                        .sum();
        long traced = 0;
        try (CaptureReader reader = CaptureReader.open(trace)) {
            while (reader.next()) {
                traced += reader.length() == 1000 ? 1 : 0;
            }
        }
        assertThat(received).isGreaterThan(500);
        assertThat(traced).isEqualTo(received);
    }

    @Test
    void aWrongCommandLineIsReportedAndLeavesNoFile() throws IOException {
        Path trace = folder.resolve("none.pcapng");
        String to = trace.toString();

        assertRefused("--trace-link needs --trace", "run", "pmqecn-fig7", "--trace-link", "h1");
        assertRefused("--trace-link needs --trace", "network", NETWORK, "--trace-link", "h1");
        assertRefused(
                "no link is named h9; there are h1-s1:1",
                "network",
                NETWORK,
                "--trace",
                to,
                "--trace-link",
                "h9");
        assertRefused(
                "no link is named h9",
                with(
                        new String[] {"run", "pmqecn-fig7", "--trace", to, "--trace-link", "h9"},
                        SHORT));
        assertRefused("no scheme is named \"x\"", "network", NETWORK, "--scheme", "x");
        assertRefused(
                "dcqcn has no parameter x",
                "network",
                NETWORK,
                "--scheme",
                "dcqcn",
                "--set",
                "x=1");
        assertRefused("none.json", "network", folder.resolve("none.json").toString());
        assertThat(trace).doesNotExist();
        String nowhere = folder.resolve("no/such/folder.pcapng").toString();
        assertRefused("--trace: cannot write", "network", NETWORK, "--trace", nowhere);
        assertRefused(
                "--trace: cannot write",
                with(
                        new String[] {"run", "pmqecn-fig7", "--scheme", "ecn", "--trace", nowhere},
                        SHORT));
    }

    @Test
    void aPlaceThatCannotBeWrittenIsReportedBeforeTheRunsEnd() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        // These runs would take minutes.
        assertRefused(
                "--out: cannot write", "run", "pmqecn-fig7", "--seeds", "9", "--out", file + "/x");
        assertThat(out.toString()).isEmpty();
        assertThat(file).hasContent("not a folder");
    }

    private void assertRefused(String why, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(lab(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
        assertThat(err.toString()).contains(why);
    }

    @Test
    void anIpv6FlowIsRefusedWhereTheProgramCarriesNone() throws IOException {
        String text = Files.readString(Path.of(NETWORK), StandardCharsets.UTF_8);
        Path ipv6 = folder.resolve("ipv6.json");
        Files.writeString(
                ipv6,
                text.replace("\"onos\": \"onos.json\",", "")
                        .replaceFirst("\"to\": \"h5\",", "\"to\": \"h5\", \"ipVersion\": 6,"));

        assertRefused("flow A: must be IPv4", "network", ipv6.toString(), "--scheme", "ecn");
        assertThat(lab("network", ipv6.toString(), "--for", "500ms")).as(err.toString()).isZero();
    }
}
