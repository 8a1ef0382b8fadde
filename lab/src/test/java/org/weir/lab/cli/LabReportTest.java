// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.rules.ComputesOnly;
import picocli.CommandLine;

/** {@code weir lab report} of what a run has written, and of what it has not. */
@ComputesOnly
class LabReportTest {
    @TempDir Path folder;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path result;

    private int lab(String... arguments) {
        CommandLine command = new CommandLine(new LabCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(err));
        return command.execute(arguments);
    }

    @BeforeEach
    void run() {
        String[] run = {
            "run",
            "pmqecn-fig7",
            "--scheme",
            "drop-tail",
            "--set",
            "seconds=2",
            "--set",
            "warmUpSeconds=1",
            "--out",
            folder.toString()
        };
        assertThat(lab(run)).as(err.toString()).isZero();
        err.getBuffer().setLength(0);
        result = folder.resolve("pmqecn-fig7/result.json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(?s)^.*$ | <html> | is not JSON: Unexpected character ('<' (code 60))",
                "(?s).{40}\\z | '' | is not JSON: Unexpected end-of-input",
                "(?s)^.*$ | [1] | experiment must be text",
                "\"experiment\" : \"pmqecn-fig7\" | \"experiment\" : \"qcn-fig3\" |"
                        + " experiment must be pmqecn-fig7",
                "\"seeds\" : \\[ 1 \\] | \"seeds\" : [ ] | seeds must be at least one",
                "\"label\" : \"largest | \"lable\" : \"largest | quantities[0].label must be text",
                "\"mean\" : \\S+, | \"mean\" : \"many\", |"
                        + " cases[0].measured.queueMax.mean must be a number or null",
                "\"queue\\.drop | \"../queue.drop | cases[0].series[0] must be the name of a file",
                "\"queue\\.drop | \"queue.other | queue.other-tail.1.csv: is missing"
            })
    void aDamagedOrForeignResultIsNamedAndNothingIsWritten(String what, String by, String why)
            throws IOException {
        String text = Files.readString(result, StandardCharsets.UTF_8);
        Files.writeString(result, text.replaceFirst(what, by));
        assertThat(Files.readString(result)).isNotEqualTo(text);

        assertRefused(why, folder.resolve("table.md"));

        assertThat(folder.resolve("table.md")).doesNotExist();
    }

    @Test
    void aDamagedSeriesIsNamedWithItsLine() throws IOException {
        Path series = folder.resolve("pmqecn-fig7/queue.drop-tail.1.csv");
        Files.writeString(series, Files.readString(series).replaceFirst("\\n[^\\n]*\\n", "\n7\n"));

        assertRefused(series + ": line 2 must be two numbers or more", folder.resolve("t.md"));
    }

    @Test
    void aResultThatIsAFolderIsReported() throws IOException {
        Files.delete(result);
        Files.createDirectory(result);

        assertRefused(result + ": cannot be read: is a folder", folder.resolve("t.md"));
    }

    @Test
    void aTableThatCannotBeWrittenIsReported() {
        assertRefused("cannot write", folder.resolve("no/such/table.md"));
    }

    private void assertRefused(String why, Path table) {
        int exit = lab("report", "--out", folder.toString(), "--results", table.toString());
        assertThat(exit).as(err.toString()).isEqualTo(2);
        assertThat(err.toString()).contains(why);
        assertThat(folder.resolve("report.html")).doesNotExist();
    }

    @Test
    void aResultOfAnotherVersionOrOfNoExperimentIsReported() throws IOException {
        Path copy = Files.createDirectory(folder.resolve("fig7-of-monday"));
        Files.copy(result, copy.resolve("result.json"));
        Files.writeString(
                result,
                Files.readString(result).replaceFirst("\"version\" : \\d+", "\"version\" : 123"));

        assertThat(lab("report", "--out", folder.toString())).as(err.toString()).isZero();

        assertThat(err.toString())
                .contains("pmqecn-fig7: written by version 123 of the experiment")
                .contains("fig7-of-monday: left out, no experiment is named so");
        assertThat(folder.resolve("report.html")).content().contains("written by version 123");
    }
}
