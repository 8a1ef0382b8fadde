// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.weir.control.cli.FileFault;
import org.weir.lab.report.Report;
import org.weir.lab.report.ResultException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir lab report}. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description =
                "Compares measured results, as lab run --out wrote them, with the published ones.")
final class LabReportCommand implements Callable<Integer> {
    private static final String PAGE = "report.html";

    @Spec private CommandSpec spec;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Folder of the results; report.html is written into it.")
    private Path directory;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "Also writes the tables as Markdown, as in docs/results.md.")
    private Path table;

    /** For the parser. */
    LabReportCommand() {}

    @Override
    public Integer call() {
        try {
            Report report = Report.read(directory);
            if (report.size() == 0) {
                throw refused(
                        directory
                                + ": holds no result; write one with lab run ID --out "
                                + directory);
            }
            // All is read and drawn before the first file is written.
            String page = report.page();
            report.notes().forEach(spec.commandLine().getErr()::println);
            if (table != null) {
                write(table, report.table());
            }
            write(directory.resolve(PAGE), page);
            return 0;
        } catch (ResultException e) {
            throw refused(e.getMessage());
        } catch (IOException e) {
            throw refused("cannot read " + directory + ": " + FileFault.of(e));
        }
    }

    private void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw refused(
                    (file.equals(table) ? "--results: " : "")
                            + "cannot write "
                            + file
                            + ": "
                            + FileFault.of(e));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(file);
        out.flush();
    }

    private ParameterException refused(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
