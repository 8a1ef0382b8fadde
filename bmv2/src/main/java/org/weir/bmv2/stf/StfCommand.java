// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.stf;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.weir.bmv2.cli.ModuleOptions;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.bmv2.cli.WeirVersion;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.extern.ExternModules;
import org.weir.bmv2.p4runtime.p4info.P4InfoText;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./weir stf}: runs tests in p4c's STF format against the switch. */
@Command(
        name = "weir stf",
        mixinStandardHelpOptions = true,
        versionProvider = WeirVersion.class,
        sortOptions = false,
        description = {
            "Runs a test in p4c's STF format against the switch, in virtual time, and prints the differences."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:passed",
            "1:something differed",
            "2:the program or the test uses an unsupported feature, or cannot be read"
        })
public final class StfCommand implements Callable<Integer> {

    private static final int DIFFERED = 1;
    private static final int UNSUPPORTED = 2;

    /** One program with its test. */
    private static final class Single {

        @Parameters(
                index = "0",
                paramLabel = "P.json",
                description = "Program as p4c-bm2-ss writes it.")
        private Path json;

        @Parameters(
                index = "1",
                paramLabel = "P.txtpb",
                description = "Its P4Info in protobuf's text format.")
        private Path p4info;

        @Parameters(index = "2", paramLabel = "TEST.stf", description = "The test.")
        private Path test;
    }

    /** Tests to run: one, or all of a folder. */
    private static final class What {

        @ArgGroup(exclusive = false)
        private Single single;

        @Option(
                names = "--all",
                paramLabel = "DIR",
                description =
                        "Runs every NAME.stf of a folder that also has NAME.json and NAME.txtpb"
                                + " (or NAME.p4info.txtpb), and counts the results.")
        private Path all;
    }

    @Spec private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private What what;

    @Mixin private ModuleOptions modules;

    private ExternModules loaded;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(WeirCommandLine.execute(new StfCommand(), args));
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            loaded = modules.load();
        } catch (IOException e) {
            return fail(e.getMessage());
        }
        int exitCode;
        if (what.all == null) {
            exitCode = run(what.single.json, what.single.p4info, what.single.test);
            if (exitCode == CommandLine.ExitCode.OK) {
                out.println("passed");
            }
        } else {
            exitCode = runAll(what.all);
        }
        out.flush();
        return exitCode;
    }

    private int runAll(Path folder) {
        List<Path> tests;
        try (Stream<Path> files = Files.list(folder)) {
            tests = files.filter(file -> file.toString().endsWith(".stf")).sorted().toList();
        } catch (IOException e) {
            return fail(
                    "--all "
                            + folder
                            + (Files.isRegularFile(folder)
                                    ? ": is a file, not a folder"
                                    : ": no such folder, or no permission"));
        }
        if (tests.isEmpty()) {
            return fail("--all " + folder + ": holds no .stf files");
        }
        int passed = 0;
        int worst = CommandLine.ExitCode.OK;
        for (Path test : tests) {
            String base = test.toString().substring(0, test.toString().length() - ".stf".length());
            Path p4info = Path.of(base + ".txtpb");
            if (!Files.exists(p4info)) {
                p4info = Path.of(base + ".p4info.txtpb");
            }
            int exitCode = run(Path.of(base + ".json"), p4info, test);
            passed += exitCode == CommandLine.ExitCode.OK ? 1 : 0;
            worst = Math.max(worst, exitCode);
        }
        spec.commandLine().getOut().printf("%d of %d passed%n", passed, tests.size());
        return worst;
    }

    private int run(Path json, Path p4info, Path test) {
        PrintWriter out = spec.commandLine().getOut();
        try {
            byte[] program = read(json);
            P4InfoText.read(new String(read(p4info), StandardCharsets.UTF_8));
            List<String> differences = StfRunner.run(program, loaded, test, out::println);
            differences.forEach(out::println);
            return differences.isEmpty() ? CommandLine.ExitCode.OK : DIFFERED;
        } catch (ProgramException e) {
            return fail(json + ", " + p4info + ": " + e.getMessage());
        } catch (StfException e) {
            return fail(e.getMessage());
        } catch (NoSuchFileException e) {
            return fail(e.getFile() + ": no such file");
        } catch (IOException e) {
            return fail(test + ": cannot be read: " + e.getMessage());
        }
    }

    private static byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private int fail(String message) {
        spec.commandLine().getOut().flush();
        spec.commandLine().getErr().println("weir stf: " + message);
        spec.commandLine().getErr().flush();
        return UNSUPPORTED;
    }
}
