// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.extern.ExternModules;
import picocli.CommandLine.Option;

/** The option for externs of one's own. */
public final class ModuleOptions {

    @Option(
            names = "--load-modules",
            paramLabel = "JAR",
            split = ",",
            description =
                    "Externs in Java that v1model does not have: jars or folders with classes."
                            + " Repeatable.")
    private List<Path> modules = new ArrayList<>();

    /**
     * Loads them.
     *
     * @throws IOException when one cannot be loaded; the message names option and module
     */
    public ExternModules load() throws IOException {
        try {
            return ExternModules.load(modules);
        } catch (IOException e) {
            throw new IOException("--load-modules: " + e.getMessage(), e);
        }
    }
}
