// SPDX-License-Identifier: Apache-2.0
package org.weir.control.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Paths;

/**
 * The standard output of a command in a module without picocli, which fails if it is not written.
 */
public final class StandardOutput {
    private static final int FAILED = 1;

    private StandardOutput() {}

    /**
     * Writes what is not written yet. If anything could not be written, such as to a full disk,
     * says so in one line. A pipe whose reader has ended is no failure.
     *
     * @param command name of the command, such as {@code weir solve}
     * @param err the line goes here
     * @param exitCode that of the command without this
     * @return the exit code: 1 if the output failed and {@code exitCode} is 0
     */
    public static int finish(String command, PrintStream out, PrintStream err, int exitCode) {
        if (!out.checkError() || isPipe()) {
            return exitCode;
        }
        err.println(command + ": the standard output cannot be written");
        return exitCode == 0 ? FAILED : exitCode;
    }

    /** A pipe fails because its reader has ended, such as {@code head}: no failure. */
    private static boolean isPipe() {
        try {
            return Files.readSymbolicLink(Paths.get("/proc/self/fd/1"))
                    .toString()
                    .startsWith("pipe:");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
