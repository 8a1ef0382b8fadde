// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.compare;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.weir.bmv2.control.ProgramException;
import org.weir.bmv2.program.Program;
import org.weir.bmv2.program.ProgramReader;

/** Programs that come with Weir. */
final class Resources {

    private Resources() {}

    static byte[] read(String name) {
        try (InputStream stream = Resources.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Program parse(byte[] json) {
        try {
            return ProgramReader.read(json);
        } catch (ProgramException e) {
            throw new IllegalStateException("a program that comes with Weir: " + e.getMessage(), e);
        }
    }
}
