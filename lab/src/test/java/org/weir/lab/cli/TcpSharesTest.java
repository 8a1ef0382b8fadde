// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.rules.ComputesOnly;
import picocli.CommandLine;

/**
 * TCP's classes share a line of 100 Mb/s by importance, 3 : 2 : 1, and fill it, their packets do
 * not wait long, and hardly a segment is sent again: packets of a flow keep their order.
 */
@ComputesOnly
class TcpSharesTest {
    private static final Path NETWORK = Path.of("../netcfg/pmqecn-fig6");
    private static final double[] SHARES = {1 / 2.0, 1 / 3.0, 1 / 6.0};

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "tcp:cubic, 500",
        "tcp:cubic, 100",
        "tcp:dctcp, 500",
        "tcp:dctcp, 100",
        "'A=tcp:cubic,B=tcp:dctcp,C=tcp:dctcp', 500",
        "'A=tcp:cubic,B=tcp:dctcp,C=tcp:dctcp', 100"
    })
    void sharesFollowTheImportance(String transport, int lineDelayUs) throws IOException {
        double[][] flows = flows(transport, lineDelayUs);

        double sum = flows[0][0] + flows[1][0] + flows[2][0];
        assertThat(sum).isBetween(93.0, 100.0);
        for (int i = 0; i < flows.length; i++) {
            assertThat(flows[i][0] / sum).isCloseTo(SHARES[i], within(0.08));
            assertThat(flows[i][1]).as("sent again, part").isLessThan(0.01);
            assertThat(flows[i][2]).as("p99, ms").isLessThan(20);
        }
    }

    /**
     * Of each flow: goodput in Mb/s, segments sent again as a part of those received, and the 99th
     * percentile of the delay in ms.
     */
    private double[][] flows(String transport, int lineDelayUs) throws IOException {
        Files.copy(NETWORK.resolve("onos.json"), folder.resolve("onos.json"));
        Path file = folder.resolve("network.json");
        String slow = Files.readString(NETWORK.resolve("network.json"));
        Files.writeString(
                file,
                slow.replaceAll(": 10000000\\b", ": 100000000")
                        .replace("\"delayUs\": 500", "\"delayUs\": " + lineDelayUs));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = new CommandLine(new LabCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        String words = String.format("network %s --for 8s --transport %s", file, transport);
        assertThat(command.execute(words.split(" +"))).as(err.toString()).isZero();
        return out.toString()
                .lines()
                .skip(1)
                .map(line -> line.trim().split(" +"))
                .map(
                        fields ->
                                new double[] {
                                    Double.parseDouble(fields[2]),
                                    Double.parseDouble(fields[5]) / Double.parseDouble(fields[4]),
                                    Double.parseDouble(fields[fields.length - 1])
                                })
                .toArray(double[][]::new);
    }
}
