// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.runner.InputException;
import org.weir.runner.onos.OnosPorts;
import picocli.CommandLine.Option;

/** Options that all commands {@code weir soak} have: most of them are passed to {@code weir up}. */
final class SoakOptions {
    @Option(names = "--out", paramLabel = "FILE", description = "Writes the results as JSON.")
    private Path outFile;

    @Option(
            names = "--port",
            paramLabel = "NAME=PORT",
            split = ",",
            description = "As for weir up.")
    private Map<String, String> ports = new LinkedHashMap<>();

    @Option(names = "--onos-home", paramLabel = "DIR", description = "The assembled ONOS.")
    private Path onosHome;

    @Option(names = "--app", paramLabel = "FILE", description = "Weir's application for ONOS.")
    private Path oar;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Folder for state and output of the runs (default: Weir's .weir).")
    private Path stateDirectory;

    /**
     * Empties the file of {@code --out}.
     *
     * @throws InputException if it cannot be written
     */
    void checkOut() throws InputException {
        if (outFile == null) {
            return;
        }
        try {
            Files.writeString(outFile, "");
        } catch (IOException e) {
            throw new InputException("--out: " + outFile + ": cannot be written");
        }
    }

    /** Writes results as a JSON array to the file of {@code --out}, if there is one. */
    void write(List<?> results) throws IOException {
        if (outFile != null) {
            new ObjectMapper()
                    .writerWithDefaultPrettyPrinter()
                    .writeValue(outFile.toFile(), results);
        }
    }

    /** Folder for the state of {@code weir up}. */
    Path state() {
        return stateDirectory != null
                ? stateDirectory
                : Path.of(System.getProperty("weir.home", ""), ".weir");
    }

    /** Folder for samples and output of {@code weir up}; makes it. */
    Path folder() throws IOException {
        return Files.createDirectories(state().resolve("soak"));
    }

    /** Port at which ONOS answers REST. */
    int restPort() {
        String given = ports.get("onos-rest");
        // weir up refuses text that is no number.
        return given != null && given.matches("\\d{1,5}")
                ? Integer.parseInt(given)
                : OnosPorts.DEFAULT.rest();
    }

    /**
     * Arguments of {@code weir up}, to which a command adds its own.
     *
     * @param samples file to which {@code weir up} writes its samples
     * @param startWithin longest time until ONOS knows the network
     */
    List<String> upArguments(Path samples, Duration startWithin) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("--json", samples.toString()));
        arguments.addAll(List.of("--start-within", startWithin.toSeconds() + "s"));
        arguments.addAll(List.of("--state", state().toString()));
        if (onosHome != null) {
            arguments.addAll(List.of("--onos-home", onosHome.toString()));
        }
        if (oar != null) {
            arguments.addAll(List.of("--app", oar.toString()));
        }
        ports.forEach((name, port) -> arguments.addAll(List.of("--port", name + "=" + port)));
        return arguments;
    }
}
