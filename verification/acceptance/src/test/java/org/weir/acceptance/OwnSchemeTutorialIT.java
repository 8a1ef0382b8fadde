// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/tutorial-own-scheme.md}, all its shell blocks in one shell, in a folder outside the
 * repository. Where there is no p4c, a program of that name gives the committed output for the P4
 * of the tutorial, and fails if that or the frame has changed. After such a change:
 *
 * <pre>
 * sha256sum early.p4; (cd $WEIR/pipelines/schemes; sha256sum frame/*.p4)     # early.sha256
 * java $WEIR/pipelines/src/test/java/org/weir/pipelines/CompactJson.java early.json
 * </pre>
 */
class OwnSchemeTutorialIT {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\n(.*?)^```$");
    private static final String COMPILER = "p4c-bm2-ss";

    @TempDir Path folder;

    @Test
    void theTutorialRunsWordByWord() throws Exception {
        String text = Files.readString(Shell.home().resolve("docs/tutorial-own-scheme.md"));
        String blocks =
                BLOCK.matcher(text)
                        .results()
                        .map(each -> each.group(1))
                        .collect(Collectors.joining());
        Path script = folder.resolve("tutorial.sh");
        Files.writeString(script, "set -e\n" + blocks);
        if (!Shell.has(COMPILER)) {
            provideCompiler();
        }

        String output =
                Shell.run(
                                folder,
                                "env",
                                "WEIR=" + Shell.home(),
                                "PATH=" + folder + ":" + System.getenv("PATH"),
                                "bash",
                                script.toString())
                        .orFail();

        assertThat(goodputMbps(output)).as(output).isBetween(9.0, 10.0);
        Path made = folder.resolve("early");
        assertThat(made.resolve("results/report.html")).content().contains("early", "dcqcn");
        assertThat(made.resolve("early.pcapng")).isNotEmptyFile();
        assertThat(output).contains("Early: switches notify senders of the packets above");
        assertThat(shareMbps(made.resolve("scalable.txt"))).as(output).isBetween(6.0, 10.0);
        assertThat(made.resolve("scalable/report.html")).content().contains("datacentre");
    }

    /** Goodput of the scheme in the last table of Fig. 7, whose line carries 10 Mb/s. */
    private static double goodputMbps(String output) {
        String table = output.substring(output.lastIndexOf("goodput, Mb/s"));
        Matcher row = Pattern.compile("(?m)^ +early +(\\S+) ±").matcher(table);
        assertThat(row.find()).as(output).isTrue();
        return Double.parseDouble(row.group(1));
    }

    /**
     * Goodput of three flows, each with another congestion control, in the tutorial's own table.
     */
    private static double shareMbps(Path table) throws IOException {
        List<Double> flows =
                Files.readAllLines(table).stream()
                        .filter(line -> line.matches("[ABC] .*"))
                        .map(line -> Double.parseDouble(line.trim().split(" +")[2]))
                        .toList();
        assertThat(flows).hasSize(3).allMatch(one -> one > 0.3);
        return flows.stream().mapToDouble(Double::doubleValue).sum();
    }

    private void provideCompiler() throws IOException {
        for (String name : new String[] {"early.json", "early.sha256"}) {
            try (InputStream file = getClass().getResourceAsStream("own-scheme/" + name)) {
                Files.copy(file, folder.resolve(name));
            }
        }
        Path compiler = folder.resolve(COMPILER);
        Files.writeString(
                compiler,
                String.join(
                        "\n",
                        "#!/bin/sh",
                        "set -e",
                        "sed \"s#  frame/#  $WEIR/pipelines/schemes/frame/#\" "
                                + folder.resolve("early.sha256")
                                + " | sha256sum --quiet -c - >&2",
                        "cp " + folder.resolve("early.json") + " early.json",
                        ""));
        assertThat(compiler.toFile().setExecutable(true)).isTrue();
    }
}
