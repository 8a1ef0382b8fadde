// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.weir.lab.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir lab report}. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Sets measured beside published, from what lab run --out has written.")
final class LabReportCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Where the results are; gets report.html.")
    private Path directory;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "Also writes the tables as Markdown, as in docs/results.md.")
    private Path table;

    /** For the parser. */
    LabReportCommand() {}

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Report report = Report.read(directory);
        if (report.size() == 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    directory + ": holds no result; write one with lab run ID --out " + directory);
        }
        if (table != null) {
            report.writeTable(table);
            out.println(table);
        }
        out.println(report.writePage(directory));
        out.flush();
        return 0;
    }
}
