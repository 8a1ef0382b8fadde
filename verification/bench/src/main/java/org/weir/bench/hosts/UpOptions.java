// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Options of benches that run {@code ./weir up}: the network, and the ONOS that the launcher names.
 */
final class UpOptions {
    @Option(
            names = "--topology",
            paramLabel = "FILE",
            description =
                    "A copy of Fig. 6's network file, to measure with another policy (default:"
                            + " Weir's netcfg/pmqecn-fig6/network.json).")
    private Path topology;

    @Option(
            names = "--port",
            paramLabel = "NAME=PORT",
            description = "Other TCP ports, as those of ./weir up: onos-rest=8281,onos-ssh=8201,…")
    private String ports;

    @Option(names = "--onos-home", hidden = true)
    private Path onosHome;

    @Option(names = "--app", hidden = true)
    private Path oar;

    /** True if the launcher named ONOS and the application. */
    boolean areComplete() {
        return onosHome != null && oar != null;
    }

    /** The network file that was given. */
    Optional<Path> topology() {
        return Optional.ofNullable(topology);
    }

    /**
     * Options of {@code ./weir up}.
     *
     * @param network the network file; none for the default
     */
    List<String> of(Optional<Path> network) {
        List<String> options = new ArrayList<>();
        options.addAll(List.of("--onos-home", onosHome.toString(), "--app", oar.toString()));
        if (ports != null) {
            options.addAll(List.of("--port", ports));
        }
        network.ifPresent(file -> options.addAll(List.of("--topology", file.toString())));
        return options;
    }
}
