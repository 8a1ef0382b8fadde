// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that the shell script {@code weir} runs, or other scripts that it starts. */
final class ScriptCommands {

    private static final String HEADING = "%nExit codes:%n";
    private static final String DONE = "0:Done.";

    /** Option that every command has. */
    abstract static class Helped {
        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Shows this help and ends.")
        private boolean help;
    }

    /** {@code weir host}. */
    @Command(
            name = "weir host",
            description =
                    "Runs a command, or a shell, in a host of ./weir up --hosts netns; without NAME"
                            + " lists the hosts. Needs root.",
            exitCodeListHeading = HEADING,
            exitCodeList = {
                "0-255:That of the command.",
                "2:There is no such host, or you are not root.",
                "126:The command cannot be executed.",
                "127:There is no such command."
            })
    static final class Host extends Helped {
        @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The host.")
        private String name;

        @Parameters(
                index = "1..*",
                paramLabel = "COMMAND",
                description = "The command, after --; default: a shell.")
        private List<String> command;
    }

    /** {@code weir test}. */
    @Command(
            name = "weir test",
            description = "Builds everything and runs every check.",
            exitCodeListHeading = HEADING,
            exitCodeList = {
                "0:All checks passed.",
                "1:A check failed.",
                "2:There is no JDK 17 or no Maven 3.8."
            })
    static final class Test extends Helped {
        @Parameters(paramLabel = "OPTION", description = "Options for Maven.")
        private List<String> options;
    }

    /** {@code weir write}. */
    @Command(
            name = "weir write",
            description =
                    "Writes the files again that the code prints: docs/commands.md,"
                            + " docs/tunables.md, docs/policy.md, docs/alerts.md and the schemas of"
                            + " docs/openapi.json. Prints the name of each file that changed.",
            exitCodeListHeading = HEADING,
            exitCodeList = {
                DONE,
                "1:The build failed; its log is .weir/write.log.",
                "2:There is no JDK 17 or no Maven 3.8, or the command line is wrong."
            })
    static final class Write extends Helped {
        @Option(
                names = "--runs",
                description =
                        "Writes also the recorded results of simulations, with which tests compare"
                                + " new runs; takes minutes.")
        private boolean runs;
    }

    /** {@code weir p4}. */
    @Command(
            name = "weir p4",
            description = "Compiles the P4 programs with an installed p4c.",
            exitCodeListHeading = HEADING,
            exitCodeList = {
                DONE,
                "1:A program does not compile or differs.",
                "2:A compiler is missing, or the command line is wrong."
            })
    static final class P4 extends Helped {
        @Option(names = "--check", description = "Compares instead of writing.")
        private boolean check;

        @Option(
                names = "--resources",
                description = "Prints the Tofino programs' use of the ASIC; compiles nothing.")
        private boolean resources;
    }

    /** {@code weir dashboard}. */
    @Command(
            name = "weir dashboard",
            description = "Builds the dashboard's page, with Node.",
            exitCodeListHeading = HEADING,
            exitCodeList = {
                DONE,
                "1:The page differs or was not built.",
                "2:There is no Node, or the command line is wrong."
            })
    static final class Dashboard extends Helped {
        @Option(names = "--check", description = "Compares instead of writing.")
        private boolean check;
    }

    /** {@code weir docs}. */
    @Command(
            name = "weir docs",
            description = "Builds the documents as a site, with Sphinx.",
            exitCodeListHeading = HEADING,
            exitCodeList = {
                DONE,
                "1:A document is wrong.",
                "2:There is no Python, or the command line is wrong."
            })
    static final class Docs extends Helped {
        @Option(
                names = "--out",
                paramLabel = "DIR",
                description = "Folder of the site (default: .weir/docs/site).")
        private Path out;
    }

    /** {@code weir release}. */
    @Command(
            name = "weir release",
            description = "Makes a release in this clone.",
            exitCodeListHeading = HEADING,
            exitCodeList = {
                DONE,
                "1:A step failed.",
                "2:The command line, the clone or the change log is wrong."
            })
    static final class Release extends Helped {
        @Parameters(paramLabel = "VERSION", description = "Its version, such as 0.1.0.")
        private String version;

        @Option(
                names = "--next",
                paramLabel = "VERSION",
                description = "Version of the next snapshot.")
        private String next;

        @Option(names = "--dry-run", description = "Prints the steps and changes nothing.")
        private boolean dryRun;
    }

    /** {@code weir help}. */
    @Command(name = "weir help", description = "Prints the commands, or the help of one.")
    static final class Help extends Helped {
        @Parameters(
                arity = "0..*",
                paramLabel = "COMMAND",
                description = "The command, such as lab or lab run.")
        private List<String> command;
    }

    /** {@code weir version}. */
    @Command(name = "weir version", description = "Prints Weir's version.")
    static final class Version extends Helped {}

    private ScriptCommands() {}
}
