// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code weir lab class-path}: the jars against which a scheme outside Weir is compiled. */
@Command(
        name = "class-path",
        mixinStandardHelpOptions = true,
        description = "Prints the lab's jars, as javac --class-path takes them.")
final class LabClassPathCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().println(System.getProperty("java.class.path"));
    }
}
