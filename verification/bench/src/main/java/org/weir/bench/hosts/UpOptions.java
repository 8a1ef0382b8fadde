// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Options of benches that run {@code ./weir up}: the network, and the ONOS that the launcher names.
 */
public final class UpOptions {
    @Option(
            names = "--topology",
            paramLabel = "FILE",
            description =
                    "A copy of the network file that is described above, to measure with another"
                            + " policy.")
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
    public boolean areComplete() {
        return onosHome != null && oar != null;
    }

    /** The network file that was given. */
    public Optional<Path> topology() {
        return Optional.ofNullable(topology);
    }

    /** The network file that was given, or PMQECN's Fig. 6. */
    public Path network() {
        return topology()
                .orElse(
                        Path.of(
                                System.getProperty("weir.home", "."),
                                "netcfg",
                                "pmqecn-fig6",
                                "network.json"));
    }

    /**
     * A port that was given.
     *
     * @param prefix its name and {@code =}, such as {@code onos-rest=}
     */
    public Optional<Integer> port(String prefix) {
        return Arrays.stream(ports == null ? new String[0] : ports.split(","))
                .filter(each -> each.startsWith(prefix))
                .findFirst()
                .map(each -> Integer.valueOf(each.substring(prefix.length())));
    }

    /**
     * Options of {@code ./weir up}.
     *
     * @param network the network file; none for the default
     */
    public List<String> of(Optional<Path> network) {
        List<String> options = new ArrayList<>();
        options.addAll(List.of("--onos-home", onosHome.toString(), "--app", oar.toString()));
        if (ports != null) {
            options.addAll(List.of("--port", ports));
        }
        network.ifPresent(file -> options.addAll(List.of("--topology", file.toString())));
        return options;
    }
}
