// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.p4runtime.LocalClient;

/** Program and initial table entries of a switch. All files are read before anything starts. */
final class StartupFiles {

    /** Largest number of refused updates of a file that are reported. */
    private static final int MAX_REFUSALS = 10;

    private record Entries(Path file, String text) {}

    private final Path json;
    private final Path p4info;
    private final byte[] program;
    private final String info;
    private final List<Entries> entries = new ArrayList<>();

    /**
     * Reads files.
     *
     * @param json the program; null for none
     * @param p4info its P4Info; null for none
     * @param entriesFiles write requests, in the order in which they are applied
     * @throws IOException naming option and file
     */
    StartupFiles(Path json, Path p4info, List<Path> entriesFiles) throws IOException {
        this.json = json;
        this.p4info = p4info;
        program = json == null ? null : read("--json", json);
        info = p4info == null ? null : new String(read("--p4info", p4info), StandardCharsets.UTF_8);
        for (Path file : entriesFiles) {
            entries.add(
                    new Entries(file, new String(read("--entries", file), StandardCharsets.UTF_8)));
        }
    }

    private static byte[] read(String option, Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IOException(option + " " + file + ": no such file", e);
        } catch (IOException e) {
            throw new IOException(option + " " + file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Sets a switch up.
     *
     * @throws ProgramException naming file, update and rule, a line for each update refused
     */
    void apply(LocalClient client) throws ProgramException {
        if (program == null) {
            return;
        }
        try {
            client.loadPipeline(info, program);
        } catch (ProgramException e) {
            throw new ProgramException(json + ", " + p4info + ": " + e.getMessage(), e);
        }
        for (Entries request : entries) {
            List<String> refusals;
            try {
                refusals = client.write(request.text);
            } catch (ProgramException e) {
                throw new ProgramException("--entries " + request.file + ": " + e.getMessage(), e);
            }
            if (!refusals.isEmpty()) {
                throw new ProgramException(message(request.file, refusals));
            }
        }
    }

    private static String message(Path file, List<String> refusals) {
        StringBuilder lines = new StringBuilder();
        for (String refusal : refusals.subList(0, Math.min(MAX_REFUSALS, refusals.size()))) {
            lines.append(lines.length() == 0 ? "" : System.lineSeparator());
            lines.append("--entries ").append(file).append(": ").append(refusal);
        }
        if (refusals.size() > MAX_REFUSALS) {
            lines.append(System.lineSeparator())
                    .append("--entries ")
                    .append(file)
                    .append(": and ")
                    .append(refusals.size() - MAX_REFUSALS)
                    .append(" more updates");
        }
        return lines.toString();
    }
}
