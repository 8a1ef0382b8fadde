// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Weir's own program as p4c compiled it for Tofino. */
public final class WeirAssembly {

    private static final Path COMPILED = Path.of("..", "..", "pipelines", "compiled");

    private WeirAssembly() {}

    public static String text() throws IOException {
        return Files.readString(COMPILED.resolve("lab/tna/tofino/weir/weir.bfa"));
    }

    /** The build with ABC. */
    public static String activityText() throws IOException {
        return Files.readString(COMPILED.resolve("lab/tna/tofino/weir_abc/weir_abc.bfa"));
    }

    /**
     * A program of the lab's schemes, for v1model.
     *
     * @param name of its source, without ending
     */
    public static byte[] labProgram(String name) throws IOException {
        return Files.readAllBytes(COMPILED.resolve("lab/schemes/" + name + ".json"));
    }

    public static byte[] v1modelProgram() throws IOException {
        return Files.readAllBytes(COMPILED.resolve("onos/v1model/weir.json"));
    }
}
