// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of benches with Linux's TCP: congestion control and ECN of the senders. */
public final class TcpOptions {
    @Option(
            names = "--congestion",
            paramLabel = "NAME",
            defaultValue = "cubic",
            description =
                    "With tcp: Linux's congestion control of the senders, such as cubic, reno or"
                            + " bbr (default: ${DEFAULT-VALUE}).")
    private String congestion;

    @Option(names = "--ecn", description = "With tcp: connections use ECN.")
    private boolean ecn;

    /** The end of an {@code ip route} command, by which a sender's connections use them. */
    List<String> ofRoute() {
        List<String> options = new ArrayList<>(List.of("congctl", congestion));
        if (ecn) {
            options.addAll(List.of("features", "ecn"));
        }
        return options;
    }

    /** Transport as the output names it. */
    String name() {
        return "tcp " + congestion + (ecn ? " with ECN" : "");
    }
}
