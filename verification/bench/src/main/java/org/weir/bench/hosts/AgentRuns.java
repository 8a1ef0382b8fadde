// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.weir.reaction.config.ReactionReader;
import picocli.CommandLine.Option;

/** Options of benches that measure hosts without agents and with: which runs, and which agents. */
public final class AgentRuns {
    @Option(names = "--agents-only", description = "Leaves the run without agents out.")
    private boolean agentsOnly;

    @Option(names = "--without-agents-only", description = "Leaves the run with agents out.")
    private boolean withoutAgentsOnly;

    @Option(
            names = "--reaction",
            paramLabel = "KIND",
            description =
                    "Reaction point of the agents, as weir agent --reaction (default: mixed).")
    private String reaction;

    @Option(
            names = "--samples",
            paramLabel = "DIR",
            description =
                    "Keeps the controller's samples in this folder, which must exist: with.json and"
                            + " without.json, as weir up --json writes them.")
    private Path samples;

    /** A line that says what is wrong, and names the option. */
    Optional<String> error() {
        if (agentsOnly && withoutAgentsOnly) {
            return Optional.of("--without-agents-only: not with --agents-only");
        }
        if (samples != null && !Files.isDirectory(samples)) {
            return Optional.of("--samples: no folder " + samples);
        }
        return Optional.empty();
    }

    /** A run for each element, in this order: true with agents. */
    List<Boolean> runs() {
        if (agentsOnly) {
            return List.of(true);
        }
        return withoutAgentsOnly ? List.of(false) : List.of(false, true);
    }

    /**
     * Starts the hosts of a run.
     *
     * @param tcp options of the senders' connections; none without TCP
     */
    ClassHosts start(UpOptions up, Optional<TcpOptions> tcp, boolean agents)
            throws IOException, InterruptedException {
        return new ClassHosts(
                up,
                tcp,
                agents
                        ? Optional.of(reaction == null ? ReactionReader.OF_AGENTS : reaction)
                        : Optional.empty(),
                Optional.ofNullable(samples)
                        .map(folder -> folder.resolve(agents ? "with.json" : "without.json")));
    }

    /** A run as the output names it. */
    String name(boolean agents) {
        return agents
                ? "with agents" + (reaction == null ? "" : " of the kind " + reaction)
                : "without agents";
    }
}
