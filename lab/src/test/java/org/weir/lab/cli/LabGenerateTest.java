// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.rules.ComputesOnly;
import picocli.CommandLine;

/** {@code weir lab network --generate} as it is typed. */
@ComputesOnly
class LabGenerateTest {
    private static final String FILE = "../netcfg/pmqecn-fig6/network.json";

    @TempDir Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Row of the table for a flow. */
    private record Row(
            String from, String to, long sent, long received, long lost, long marked, long told) {
        static Row of(String line) {
            // The name, "h1 > h2", has three words.
            String[] words = line.trim().split(" +");
            return new Row(
                    words[3],
                    words[4],
                    Long.parseLong(words[7]),
                    Long.parseLong(words[8]),
                    Long.parseLong(words[9]),
                    Long.parseLong(words[10]),
                    Long.parseLong(words[11]));
        }
    }

    private int network(String words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine command = new CommandLine(new LabCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(("network " + words).trim().split(" +"));
    }

    private List<Row> rows(String words) {
        assertThat(network(words)).as(err.toString()).isZero();
        return out.toString().lines().skip(1).map(Row::of).toList();
    }

    /** Without congestion, every packet sent has arrived, except those on the longest path. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    dumbbell:3       | permutation     | cbr             | 6
                    dumbbell:1       | incast:1        | poisson         | 1
                    leaf-spine:2,2,3 | incast:4        | cbr             | 4
                    leaf-spine:2,1,2 | random-pairs:12 | poisson         | 12
                    fat-tree:4       | permutation     | onoff:100us,50us | 16
                    fat-tree:2       | random-pairs:2  | cbr             | 2
                    """)
    void everyPacketOfALightLoadArrives(String made, String traffic, String process, int flows) {
        List<Row> rows =
                rows(
                        "--generate %s --traffic %s --process %s --rate 1G --load 0.05 --for 5ms"
                                        .formatted(made, traffic, process)
                                + " --scheme drop-tail");

        assertThat(rows).hasSize(flows);
        for (Row row : rows) {
            assertThat(row.from()).isNotEqualTo(row.to());
            assertThat(row.lost()).as(row.toString()).isZero();
            assertThat(row.sent() - row.received()).as(row.toString()).isBetween(0L, 8L);
        }
        // 5 % of 1 Gb/s are 31 packets of 1000 bytes in 5 ms.
        assertThat(rows.stream().mapToLong(Row::sent).sum()).isBetween(15L * flows, 60L * flows);
    }

    /** More is lost than the port takes, but what is not told lost can only wait at that port. */
    @Test
    void whatAnOverloadLosesIsCounted() {
        List<Row> rows =
                rows(
                        "--generate dumbbell:4 --traffic incast:4 --rate 1G --per-flow 500M"
                                + " --for 20ms --scheme drop-tail");

        long sent = rows.stream().mapToLong(Row::sent).sum();
        long received = rows.stream().mapToLong(Row::received).sum();
        long lost = rows.stream().mapToLong(Row::lost).sum();
        assertThat(received).isBetween(2300L, 2500L);
        assertThat(lost).isGreaterThan(2000);
        assertThat(sent - received - lost).isBetween(0L, 150L);
    }

    /** Only an ECN-capable flow is marked, and only what its receiver tells makes it slower. */
    @Test
    void flowsAreEcnCapableAndReactAsTheSchemeSays() {
        String words =
                "--generate leaf-spine:2,2,4 --traffic incast:6 --rate 10G --for 3ms --scheme ";

        List<Row> dcqcn = rows(words + "dcqcn");
        List<Row> none = rows(words + "drop-tail");

        assertThat(dcqcn).hasSize(6).allMatch(row -> row.marked() > 0 && row.told() > 0);
        assertThat(none).hasSize(6).allMatch(row -> row.marked() == 0 && row.told() == 0);
        assertThat(dcqcn.stream().mapToLong(Row::lost).sum())
                .isLessThan(none.stream().mapToLong(Row::lost).sum() / 2);
    }

    @Test
    void theSameSeedWritesTheSameBytesAndAnotherDoesNot() throws IOException {
        String[] texts = new String[3];
        byte[][] traces = new byte[3][];
        int[] seeds = {7, 7, 8};
        for (int i = 0; i < seeds.length; i++) {
            Path trace = folder.resolve(i + ".pcapng");
            rows(
                    "--generate fat-tree:4 --traffic random-pairs:20 --rate 1G --for 2ms --scheme dcqcn"
                            + " --seed %d --trace %s".formatted(seeds[i], trace));
            texts[i] = out.toString();
            traces[i] = Files.readAllBytes(trace);
        }

        assertThat(texts[1]).isEqualTo(texts[0]);
        assertThat(traces[1]).isEqualTo(traces[0]).hasSizeGreaterThan(100_000);
        assertThat(pairs(texts[2])).isNotEqualTo(pairs(texts[0]));
        assertThat(traces[2]).isNotEqualTo(traces[0]);
    }

    private static List<String> pairs(String text) {
        return text.lines().skip(1).map(Row::of).map(row -> row.from() + row.to()).toList();
    }

    /** A row of messages' table: those that began, those that are whole, the median's slowdown. */
    private record Sizes(String sizes, int messages, int whole, double p50) {
        static Sizes of(String line) {
            String[] words = line.substring(16).trim().split(" +");
            return new Sizes(
                    line.substring(0, 16).trim(),
                    Integer.parseInt(words[0]),
                    Integer.parseInt(words[1]),
                    words[2].equals("-") ? Double.NaN : Double.parseDouble(words[2]));
        }
    }

    private List<Sizes> messages(String words) {
        assertThat(network(words)).as(err.toString()).isZero();
        return out.toString().lines().skip(1).limit(5).map(Sizes::of).toList();
    }

    /** A load of 0.4 of 16 lines of 10 Gb/s is 8 MB in a ms; a message is of 20 packets. */
    @ParameterizedTest
    @CsvSource({"all-to-all, 16", "permutation, 16", "incast:2, 2", "random-pairs:20, 20"})
    void messagesOfASizeBeginAtTheLoadAndEnd(String traffic, int senders) {
        List<Sizes> rows =
                messages(
                        "--generate fat-tree:4 --traffic %s --sizes 18000 --load 0.4 --for 2ms"
                                        .formatted(traffic)
                                + " --scheme dcqcn");

        double expected = senders * 0.4 * 10e9 * 0.002 / (8 * 18_000);
        assertThat((double) rows.get(4).messages())
                .isBetween(expected - 4 * Math.sqrt(expected), expected + 4 * Math.sqrt(expected));
        assertThat(rows.get(1)).isEqualTo(withName(rows.get(4), "10 to 100 kB"));
        assertThat(rows.get(4).whole()).isEqualTo(rows.get(4).messages());
        assertThat(rows.get(4).p50()).isBetween(1.0, 30.0);
    }

    private static Sizes withName(Sizes row, String name) {
        return new Sizes(name, row.messages(), row.whole(), row.p50());
    }

    @Test
    void aMessageAloneTakesItsIdealTime() {
        List<Sizes> rows =
                messages(
                        "--generate dumbbell:1 --traffic incast:1 --sizes 5000 --load 0.001"
                                + " --for 40ms --scheme drop-tail");

        assertThat(rows.get(4).messages()).isPositive();
        assertThat(rows.get(4).p50()).isEqualTo(1);
    }

    @Test
    void publishedSizesAndThoseOfAFileAreDrawn() throws IOException {
        Path file = folder.resolve("sizes.txt");
        Files.writeString(file, "# bytes percent\n2000 0\n2001 50\n50000 50\n50001 100\n");

        List<Sizes> own = messages("--generate leaf-spine:2,2,4 --for 5ms --sizes " + file);
        List<Sizes> hadoop = messages("--generate leaf-spine:2,2,4 --for 5ms --sizes hadoop");
        List<Sizes> again = messages("--generate leaf-spine:2,2,4 --for 5ms --sizes hadoop");

        assertThat(own.get(0).messages()).isGreaterThan(200);
        assertThat((double) own.get(0).messages() / own.get(4).messages()).isBetween(0.4, 0.6);
        assertThat(own.get(0).messages() + own.get(1).messages()).isEqualTo(own.get(4).messages());
        // 70 % of Hadoop's are of up to 7 kB, 90 % of up to 120 kB.
        assertThat((double) hadoop.get(0).messages() / hadoop.get(4).messages())
                .isBetween(0.6, 0.8);
        assertThat(again).isEqualTo(hadoop);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0 0;100 50           | the last line must have 100 %
                    0 10;100 100         | line 1: the first percentage must be 0
                    0 0;100 60;90 100    | line 3: bytes must rise
                    0 0;100 60;200 50    | line 3: the percentage must not fall
                    0 0;100 101          | line 2: the percentage must be at most 100
                    0 0;2000000000 100   | line 2: bytes must be at most 1000000000
                    0 0;ten 100          | line 2: must be bytes and a percentage, such as 10000 15, not ten 100
                    """)
    void aWrongFileOfSizesIsRefusedWithItsLine(String lines, String why) throws IOException {
        Path file = folder.resolve("sizes.txt");
        Files.writeString(file, lines.replace(";", "\n"));

        assertThat(network("--generate fat-tree:4 --sizes " + file)).isEqualTo(2);

        assertThat(err.toString()).contains("--sizes " + file + ": " + why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    --seed 1                                         | the network to run is missing: give FILE or --generate
                    FILE --generate dumbbell:2                       | --generate and FILE exclude each other
                    FILE --traffic permutation                       | --traffic needs --generate
                    FILE --rate 1G                                   | --rate needs --generate
                    FILE --load 0.5                                  | --load needs --generate
                    FILE --per-flow 1M                               | --per-flow needs --generate
                    FILE --process cbr                               | --process needs --generate
                    FILE --packet-bytes 100                          | --packet-bytes needs --generate
                    --generate ring:3                                | --generate must be dumbbell:HOSTS_PER_SIDE
                    --generate dumbbell                              | --generate must be dumbbell:HOSTS_PER_SIDE
                    --generate dumbbell:63                           | --generate dumbbell:63: hostsPerSide must be 1 to 62, not 63
                    --generate leaf-spine:2,2                        | --generate must be dumbbell:HOSTS_PER_SIDE
                    --generate leaf-spine:2,0,2                      | --generate leaf-spine:2,0,2: spines must be 1 to 62, not 0
                    --generate fat-tree:3                            | --generate fat-tree:3: k must be even, not 3
                    --generate fat-tree:-4                           | not "fat-tree:-4"
                    --generate fat-tree:4 --traffic all              | --traffic must be permutation, incast:SENDERS
                    --generate fat-tree:4 --traffic permutation:2    | --traffic must be permutation, incast:SENDERS
                    --generate fat-tree:4 --traffic incast           | --traffic must be permutation, incast:SENDERS
                    --generate fat-tree:4 --traffic incast:16        | --traffic incast:16: senders must be 1 to 15, not 16
                    --generate fat-tree:4 --traffic random-pairs:241 | --traffic random-pairs:241: flows must be 1 to 240, not 241
                    --generate fat-tree:4 --rate 10T                 | --rate must be 1k to 1000G bit/s
                    --generate fat-tree:4 --rate 1001G               | --rate must be 1k to 1000G bit/s
                    --generate fat-tree:4 --rate 0                   | --rate must be 1k to 1000G bit/s
                    --generate fat-tree:4 --per-flow 0               | --per-flow must be 1 to 1000G bit/s
                    --generate fat-tree:4 --load 0                   | --load must be above 0 and at most 1
                    --generate fat-tree:4 --load 1e-999999999        | --load must be above 0 and at most 1
                    --generate fat-tree:4 --load 1e999999999         | --load must be above 0 and at most 1
                    --generate fat-tree:4 --for 999999999h           | must be at most 8760h, not
                    --generate fat-tree:4 --rate 999                 | --rate must be 1k to 1000G bit/s
                    --generate fat-tree:4 --load 1.01                | --load must be above 0 and at most 1
                    --generate fat-tree:4 --load 1 --per-flow 1M     | --load and --per-flow exclude each other
                    --generate fat-tree:4 --process pareto           | --process must be cbr, poisson or onoff:ON,OFF
                    --generate fat-tree:4 --process onoff:1ms        | --process must be cbr, poisson or onoff:ON,OFF
                    --generate fat-tree:4 --process onoff:1ms,0ms    | --process must be cbr, poisson or onoff:ON,OFF
                    --generate fat-tree:4 --packet-bytes 9019        | --packet-bytes must be
                    --generate fat-tree:4 --set nothing=1            | has no parameter nothing
                    FILE --sizes hadoop                              | --sizes needs --generate
                    --generate fat-tree:4 --sizes none               | --sizes must be web-search, hadoop, bytes or a file that can be read, not none
                    --generate fat-tree:4 --sizes 0                  | --sizes must be 1 to 1000000000 bytes, not 0
                    --generate fat-tree:4 --sizes -5                 | --sizes must be 1 to 1000000000 bytes, not -5
                    --generate fat-tree:4 --sizes 1000000001         | --sizes must be 1 to 1000000000 bytes, not 1000000001
                    --generate fat-tree:4 --sizes 1                  | messages would begin, of at most 2000000
                    --generate fat-tree:4 --sizes hadoop --per-flow 1M | --per-flow applies to flows only: with --sizes give --load
                    --generate fat-tree:4 --sizes hadoop --process cbr | --process must be poisson with --sizes
                    --generate fat-tree:4 --sizes hadoop --packet-bytes 70 | --packet-bytes must be above 74 with --sizes
                    --generate fat-tree:4 --traffic all-to-all       | --traffic all-to-all needs --sizes
                    --generate fat-tree:4 --sizes hadoop --load 2    | --load must be above 0 and at most 1
                    """)
    void wrongWordsAreRefusedWithTheRule(String words, String why) {
        assertThat(network(words.replace("FILE", FILE))).isEqualTo(2);
        assertThat(err.toString()).contains(why);
        assertThat(out.toString()).isEmpty();
    }
}
