// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Command-line parser of Weir's commands. */
public final class WeirCommandLine {
    private static final String[] EXIT_CODES = {
        "0:Done.",
        "1:It failed; the standard error says why.",
        "2:The command line or a file is wrong."
    };

    private WeirCommandLine() {}

    /**
     * Runs a command; a wrong command line is reported in one line and a hint, with exit code 2. A
     * standard output that could not be written, such as to a full disk, is reported, too.
     *
     * @param command an object annotated as a picocli command
     * @return the exit code
     */
    public static int execute(Object command, String... arguments) {
        CommandLine commandLine = of(command);
        int exitCode = commandLine.execute(arguments);
        commandLine.getOut().flush();
        if (!System.out.checkError() || isPipe()) {
            return exitCode;
        }
        String name = commandLine.getCommandSpec().qualifiedName();
        commandLine.getErr().println(name + ": the standard output cannot be written");
        commandLine.getErr().flush();
        return exitCode == 0 ? CommandLine.ExitCode.SOFTWARE : exitCode;
    }

    /** A pipe fails because its reader has ended, such as {@code head}: no failure. */
    private static boolean isPipe() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/1"))
                    .toString()
                    .startsWith("pipe:");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** The command, with its version, its exit codes, and with our way to tell what is wrong. */
    public static CommandLine of(Object command) {
        CommandLine commandLine = new CommandLine(command);
        complete(commandLine);
        NumberText.register(commandLine);
        commandLine.setParameterExceptionHandler(
                (exception, given) -> {
                    CommandLine failed = exception.getCommandLine();
                    String name = failed.getCommandSpec().qualifiedName();
                    failed.getErr().println(name + ": " + words(exception));
                    failed.getErr().println("see " + name + " --help");
                    return failed.getCommandSpec().exitCodeOnInvalidInput();
                });
        commandLine.setExecutionStrategy(
                parsed -> {
                    refuseUnknown(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                });
        return commandLine;
    }

    /** Help of a command that does not exist is no help; picocli gives that of the whole. */
    private static void refuseUnknown(ParseResult parsed) {
        CommandLine of = parsed.commandSpec().commandLine();
        boolean isHelpOfAll = !of.getSubcommands().isEmpty() && !parsed.hasSubcommand();
        if (isHelpOfAll && !parsed.unmatched().isEmpty()) {
            throw new UnmatchedArgumentException(of, parsed.unmatched());
        }
    }

    /** The complaint, without picocli's words for its own parts. */
    private static String words(ParameterException refusal) {
        if (refusal instanceof UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()) {
            String word = unmatched.getUnmatched().get(0);
            Set<String> commands = refusal.getCommandLine().getSubcommands().keySet();
            return commands.isEmpty()
                    ? "unexpected word '" + word + "'"
                    : "unknown command '" + word + "', known are " + String.join(", ", commands);
        }
        return refusal.getMessage().replace("option option ", "option ");
    }

    private static void complete(CommandLine commandLine) {
        CommandSpec spec = commandLine.getCommandSpec();
        spec.versionProvider(new WeirVersion());
        UsageMessageSpec usage = spec.usageMessage();
        if (usage.exitCodeList().isEmpty()) {
            usage.exitCodeListHeading("%nExit codes:%n");
            usage.exitCodeList(UsageMessageSpec.keyValuesMap(EXIT_CODES));
        }
        commandLine.getSubcommands().values().forEach(WeirCommandLine::complete);
    }
}
