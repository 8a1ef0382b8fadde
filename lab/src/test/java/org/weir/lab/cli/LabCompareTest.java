// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.rules.ComputesOnly;

/** {@code weir lab compare}: what it writes, and what it says of a wrong command line. */
@ComputesOnly
class LabCompareTest {
    private static final String NETWORK = "dumbbell-10m";

    @TempDir Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int compare(String... arguments) {
        var command = WeirCommandLine.of(new LabCompareCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    @Test
    void writesTheSameTwiceAndReadsItAgain() throws IOException {
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        assertThat(run(first, "--threads", "1")).as(err.toString()).isZero();
        assertThat(run(second, "--threads", "2", "--with", "before=" + first.resolve("runs.csv")))
                .as(err.toString())
                .isZero();
        for (String file : new String[] {"runs.csv", "misses.csv", "networks.txt"}) {
            assertThat(second.resolve(file)).hasSameTextualContentAs(first.resolve(file));
        }
        assertThat(Files.readString(second.resolve("table.txt")))
                .contains("before/ecn", "missed class-periods by cause");
        assertThat(Files.readAllLines(first.resolve("fronts.csv"))).hasSize(3);
        Path again = folder.resolve("again");
        assertThat(printAgain("--from", first.toString(), "--out", again.toString()))
                .isEqualTo(Files.readString(first.resolve("table.txt")));
        for (String file : new String[] {"table.txt", "summary.csv", "against.csv", "fronts.csv"}) {
            assertThat(again.resolve(file)).hasSameTextualContentAs(first.resolve(file));
        }
        assertThat(
                        printAgain(
                                "--from",
                                first.toString(),
                                "--with",
                                "before=" + first.resolve("runs.csv"),
                                "--base",
                                "drop-tail"))
                .contains("against drop-tail, over 1 network", "before/ecn");
        assertThat(printAgain("--from", first.toString(), "--markdown", "kept,slowdown-p999"))
                .startsWith("| scheme | kept, % | slowdown p99.9, times |")
                .contains("| `ecn` | ", "| `drop-tail` | ");
    }

    @Test
    void printsTheChosenNetworksAgain() {
        String both = folder.resolve("both").toString();
        assertThat(compareNetworks(NETWORK + ",flood-10m", both)).as(err.toString()).isZero();
        String one = folder.resolve("one").toString();
        assertThat(compareNetworks("flood-10m", one)).as(err.toString()).isZero();
        String other = folder.resolve("other").toString();
        assertThat(compareNetworks(NETWORK, other)).as(err.toString()).isZero();

        assertThat(printAgain("--from", both, "--only", "10 Mb/s.*flood"))
                .isEqualTo(printAgain("--from", one));
        assertThat(printAgain("--from", both, "--only", "10 Mb/s", "--except", "flood"))
                .isEqualTo(printAgain("--from", other));
        assertThat(compare("--from", both, "--only", "moon")).isEqualTo(2);
        assertThat(err.toString()).contains("--only and --except: must leave a network", "of 2");
    }

    private int compareNetworks(String networks, String to) {
        return compare("ecn,drop-tail", networks, "--seeds", "1", "--periods", "2", "--out", to);
    }

    /** The output of an earlier comparison, printed again. */
    private String printAgain(String... arguments) {
        out.getBuffer().setLength(0);
        assertThat(compare(arguments)).as(err.toString()).isZero();
        return out.toString();
    }

    private int run(Path to, String... more) {
        String[] arguments = {
            "ecn,drop-tail", NETWORK, "--seeds", "1", "--periods", "3", "--out", to.toString()
        };
        String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return compare(all);
    }

    @Test
    void tunesAndComparesWithWhatWasFound() {
        assertThat(
                        compare(
                                "ecn",
                                NETWORK,
                                "--tune",
                                "2",
                                "--seeds",
                                "1",
                                "--periods",
                                "2",
                                "--out",
                                folder.toString()))
                .as(err.toString())
                .isZero();
        assertThat(
                        compare(
                                "ecn,ecn@tuned",
                                "held-out:1",
                                "--seeds",
                                "1",
                                "--periods",
                                "2",
                                "--held-out",
                                "11",
                                "--tuned",
                                folder.resolve("tuned.json").toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("held-out-11-1", "ecn@tuned");
    }

    @Test
    void namesTheOptionOfAFileThatIsNotUtf8() throws IOException {
        Path from = Files.createDirectory(folder.resolve("fr"));
        Path runs = Files.write(from.resolve("runs.csv"), new byte[] {(byte) 0xff});
        assertThat(compare("--from", from.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--from: " + runs + ": is not UTF-8");

        err.getBuffer().setLength(0);
        Path other = folder.resolve("from");
        assertThat(compare("--from", from.toString(), "--out", other.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--from: " + runs + ": is not UTF-8");

        err.getBuffer().setLength(0);
        Path with = Files.copy(runs, folder.resolve("fr.csv"));
        assertThat(compare("ecn", NETWORK, "--with", "a=" + with)).isEqualTo(2);
        assertThat(err.toString()).contains("--with: " + with + ": is not UTF-8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ecn dumbbell-10m --periods 1 | --periods must be 2 to 10000, not 1",
                "ecn held-out:0 | must be followed by 1 to 9999",
                "ecn moon | no network is named \"moon\"",
                "moon dumbbell-10m | no scheme is named \"moon\"",
                "ecn dumbbell-10m --base wrr | --base must be one of SCHEMES, not wrr",
                "ecn dumbbell-10m --tune 2 | --tune must be at least 1 and needs --out",
                "targets,targets-off dumbbell-10m --tune 2 --out target/none"
                        + " | targets and targets-off are both of the scheme pmqecn-targets",
                "ecn dumbbell-10m --tuned nowhere.json | --tuned: nowhere.json: no such file",
                "--base ecn | SCHEMES and NETWORKS must be given",
                "ecn dumbbell-10m --from out | leave out SCHEMES and NETWORKS",
                "--from out --seed 2 | --from runs nothing; leave out --seed",
                "--from nowhere | --from: nowhere/runs.csv: no such file",
                "ecn dumbbell-10m --only flood | --only and --except need --from",
                "--from out --only [ | --only",
                "ecn dumbbell-10m --markdown kept,queues | column queues must be one of kept, points,",
                "ecn dumbbell-10m --tune 2 --out out --markdown kept | leave out --markdown",
                "ecn dumbbell-10m --tuned ../LICENSE | --tuned: ../LICENSE: is not JSON: ",
                "ecn dumbbell-10m --out ../LICENSE | --out: ../LICENSE: is a file, not a folder",
                "ecn dumbbell-10m --seeds 2147483647 | --seeds must be 1 to 100000, not 2147483647",
                "ecn dumbbell-10m --threads 0 | --threads must be 1 to 1024, not 0",
                "ecn dumbbell-10m --seed 9223372036854775807 --seeds 2"
                        + " | --seed must be at most 9223372036854775806 with 2 --seeds",
                "ecn:cycleMs=-1 dumbbell-10m | cycleMs must be"
            })
    void saysWhatIsWrong(String arguments, String said) {
        assertThat(compare(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(said);
    }
}
