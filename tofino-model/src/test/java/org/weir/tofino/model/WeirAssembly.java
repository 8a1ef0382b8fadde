// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Weir's own program as p4c compiled it for Tofino. */
final class WeirAssembly {

    private static final Path PIPELINES = Path.of("..", "pipelines", "src");

    private static final Path ASSEMBLY =
            PIPELINES.resolve("test/resources/org/weir/pipelines/tna/tofino/weir.bfa");

    private WeirAssembly() {}

    static String text() throws IOException {
        return Files.readString(ASSEMBLY);
    }

    static byte[] v1modelProgram() throws IOException {
        return Files.readAllBytes(
                PIPELINES.resolve("main/resources/org/weir/pipelines/v1model/weir.json"));
    }
}
