// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.json.ProgramReader;

/** Programs that come with Weir. */
public final class Programs {

    private Programs() {}

    /** A program by the name of its resource. */
    public static byte[] read(String name) {
        try (InputStream stream = Programs.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program as the model of its JSON. */
    public static Program parse(byte[] json) {
        try {
            return ProgramReader.read(json);
        } catch (ProgramException e) {
            throw new IllegalStateException("a program that comes with Weir: " + e.getMessage(), e);
        }
    }
}
