// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.rules.ComputesOnly;
import picocli.CommandLine;

/** {@code weir lab network --transport} as it is typed. */
@ComputesOnly
class LabTransportTest {
    private static final String FILE = "../netcfg/pmqecn-fig6/network.json";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int lab(String words) {
        CommandLine command = new CommandLine(new LabCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(words.trim().split(" +"));
    }

    private List<String> lines(String words) {
        assertThat(lab(words)).as(err.toString()).isZero();
        return out.toString().lines().toList();
    }

    /** Three flows that always have more to send fill a bottleneck of 10 Mb/s. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tcp:cubic | pmqecn-targets",
                "tcp:dctcp | dctcp",
                "A=tcp:cubic:tso,B=tcp:reno:paced:tso,C=tcp:cubic | ecn",
                "A=tcp:cubic,B=tcp:dctcp:paced,C=tcp:reno:hystart | ecn",
                "tcp:dctcp:acc-ecn | dctcp",
                "tcp:prague:acc-ecn | dualpi2-tcp",
                "tcp:prague | dualpi2-tcp",
                "A=tcp:prague,C=tcp:cubic | dualpi2-tcp",
                "tcp:cubic:no-ecn | pie-tcp",
                "tcp:reno:no-ecn | drop-tail",
                "tcp:bbr | drop-tail",
                "A=tcp:bbr,B=tcp:bbr:tso,C=tcp:cubic | drop-tail"
            })
    void flowsFillTheBottleneck(String transport, String scheme) {
        List<String> lines =
                lines(
                        "network "
                                + FILE
                                + " --for 8s --transport "
                                + transport
                                + " --scheme "
                                + scheme);

        double megabits =
                lines.stream()
                        .skip(1)
                        .mapToDouble(line -> Double.parseDouble(line.trim().split(" +")[2]))
                        .sum();
        assertThat(lines).hasSize(4);
        assertThat(megabits).isBetween(6.0, 10.0);
    }

    /** RPM's switches set ECE, which is a bit of AccECN's counter. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp:cubic:acc-ecn", "A=tcp:cubic,B=tcp:dctcp:acc-ecn"})
    void accEcnIsRefusedWithReversePathMarking(String transport) {
        int code = lab("network " + FILE + " --for 1s --scheme rpm-tcp --transport " + transport);

        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains(":acc-ecn does not work with --scheme rpm-tcp");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void messagesEnd() {
        List<String> lines =
                lines(
                        "network --generate leaf-spine:2,1,2 --rate 1G --sizes 50000 --load 0.2"
                                + " --for 10ms --scheme dctcp --transport tcp:dctcp");

        String[] all =
                lines.stream()
                        .filter(line -> line.startsWith("all"))
                        .findFirst()
                        .orElseThrow()
                        .split(" +");
        assertThat(Integer.parseInt(all[1])).isPositive();
        assertThat(all[2]).as("ended").isEqualTo(all[1]);
    }

    @Test
    void experimentsOfTheDataCentreTakeTcp() {
        List<String> lines =
                lines(
                        "run datacentre-10g-web-search --scheme dctcp --transport tcp:dctcp"
                                + " --set runMs=3 --set leaves=2 --set hostsPerLeaf=2");

        assertThat(String.join(" ", lines)).containsPattern("messages that ended, % +dctcp +100");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp:bic",
                "tcp:bbr:acc-ecn",
                "rate",
                "tcp:cubic:fast",
                "D=tcp:cubic",
                "A=tcp:cubic,A=tcp:reno",
                "tcp:cubic,tcp:reno"
            })
    void refusesOtherWords(String transport) {
        assertThat(lab("network " + FILE + " --for 1s --transport " + transport)).isEqualTo(2);
        assertThat(err.toString()).contains("--transport");
        assertThat(out.toString()).isEmpty();
    }
}
