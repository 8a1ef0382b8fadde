// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.weir.lab.network.Network;
import org.weir.lab.trace.PacketTrace;
import picocli.CommandLine.Option;

/** {@code --trace} and what goes with it. */
final class TraceOptions {
    @Option(
            names = "--trace",
            paramLabel = "FILE.pcapng",
            description =
                    "Writes the frames of the network's links. With several runs, each has its own"
                            + " file, with scenario, case and seed in its name.")
    private Path file;

    @Option(
            names = "--trace-link",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Only these links of the trace: h1-s1:1, or a host or port at an end, h1 or s1:1.")
    private List<String> links = new ArrayList<>();

    /**
     * Checks that they go together.
     *
     * @throws IllegalArgumentException when links are named and no file
     */
    void check() {
        if (file == null && !links.isEmpty()) {
            throw new IllegalArgumentException("--trace-link needs --trace, the file to write");
        }
    }

    /** Whether a trace is wanted. */
    boolean areGiven() {
        return file != null;
    }

    /** The file; null where none is wanted. */
    Path file() {
        return file;
    }

    /** Begins the trace of the only run; null where none is wanted. */
    PacketTrace start(Network network) throws IOException {
        return file == null ? null : PacketTrace.start(file, network, links);
    }

    /** Traces of an experiment's runs. */
    RunTraces ofRuns(boolean onlyRun) {
        return new RunTraces(file, links, onlyRun);
    }
}
