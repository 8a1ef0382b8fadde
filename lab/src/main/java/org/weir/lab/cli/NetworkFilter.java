// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.util.regex.Pattern;
import org.weir.lab.compare.result.RunFolder;
import picocli.CommandLine.Option;

/**
 * Options that choose networks of an earlier comparison by their descriptions. Example: {@code
 * --only "(40|100) Gb/s" --except flood} leaves the fast networks without a flood.
 */
final class NetworkFilter {
    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description =
                    "With --from: only the networks whose lines in networks.txt contain a match of"
                            + " this regular expression, such as flood or \"(40|100) Gb/s\".")
    private Pattern only;

    @Option(
            names = "--except",
            paramLabel = "REGEX",
            description = "With --from: without the networks whose lines contain a match of it.")
    private Pattern except;

    boolean isGiven() {
        return only != null || except != null;
    }

    /**
     * The runs of the chosen networks.
     *
     * @throws IllegalArgumentException naming the options, if no network is left
     */
    RunFolder choose(RunFolder runs) {
        if (!isGiven()) {
            return runs;
        }
        try {
            return runs.networks(
                    line ->
                            (only == null || only.matcher(line).find())
                                    && (except == null || !except.matcher(line).find()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--only and --except: " + e.getMessage(), e);
        }
    }
}
