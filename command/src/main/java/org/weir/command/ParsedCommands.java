// SPDX-License-Identifier: Apache-2.0
package org.weir.command;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Commands of modules that run inside ONOS, which has no picocli: {@code control} and {@code
 * tofino} parse them by themselves.
 */
final class ParsedCommands {

    /** {@code weir solve}. */
    @Command(
            name = "weir solve",
            description = "Solves the ports of a file, or random ports, and explains the answers.")
    static final class Solve extends ScriptCommands.Helped {
        @Parameters(arity = "0..1", paramLabel = "FILE", description = "The ports, as JSON.")
        private Path file;

        @Option(names = "--json", description = "Prints JSON.")
        private boolean asJson;

        @Option(
                names = "--objective",
                paramLabel = "NAME",
                completionCandidates = Objectives.class,
                description = "${COMPLETION-CANDIDATES}")
        private String objective;

        @Option(
                names = "--solver",
                paramLabel = "NAME",
                completionCandidates = Solvers.class,
                description = "${COMPLETION-CANDIDATES}")
        private String solver;

        @Option(names = "--seed", paramLabel = "N", description = "Seed of the search.")
        private Long seed;

        @Option(
                names = "--random",
                paramLabel = "PORTS",
                description = "Solves so many random ports by both methods.")
        private Integer random;
    }

    /** {@code weir tofino}. */
    @Command(
            name = "weir tofino",
            description = "Writes Stratum's configuration; reads a switch through BF Runtime.",
            subcommands = {Stratum.class, Ports.class, Port.class, Queues.class})
    static final class Tofino extends ScriptCommands.Helped {}

    /** {@code weir tofino stratum}. */
    @Command(name = "stratum", description = "Writes Stratum's configuration.")
    static final class Stratum extends ScriptCommands.Helped {
        @Option(names = "--policy", required = true, paramLabel = "FILE", description = "Policy.")
        private Path policy;

        @Option(names = "--chassis", required = true, paramLabel = "FILE", description = "Switch.")
        private Path chassis;

        @Option(names = "--out", required = true, paramLabel = "DIR", description = "Folder.")
        private Path out;

        @Option(
                names = "--target",
                paramLabel = "ASIC",
                completionCandidates = Asics.class,
                description = "${COMPLETION-CANDIDATES}")
        private String target;
    }

    /** Switch to talk to. */
    abstract static class AtSwitch extends ScriptCommands.Helped {
        @Option(
                names = "--bfrt",
                required = true,
                paramLabel = "ADDRESS",
                description = "BF Runtime's address.")
        private String bfrt;
    }

    /** {@code weir tofino ports}. */
    @Command(name = "ports", description = "Lists the ports.")
    static final class Ports extends AtSwitch {}

    /** {@code weir tofino port}. */
    @Command(name = "port", description = "Adds or changes a port.")
    static final class Port extends AtSwitch {
        @Option(names = "--dev-port", required = true, paramLabel = "N", description = "The port.")
        private Integer devPort;

        @Option(
                names = "--set",
                required = true,
                paramLabel = "ACTION",
                completionCandidates = Actions.class,
                description = "${COMPLETION-CANDIDATES}")
        private String action;

        @Option(
                names = "--speed",
                paramLabel = "GBITS",
                completionCandidates = Speeds.class,
                description = "${COMPLETION-CANDIDATES}")
        private String speed;

        @Option(
                names = "--fec",
                paramLabel = "KIND",
                completionCandidates = Fecs.class,
                description = "${COMPLETION-CANDIDATES}")
        private String fec;
    }

    /** {@code weir tofino queues}. */
    @Command(name = "queues", description = "Shows how a port's queues are served.")
    static final class Queues extends AtSwitch {
        @Option(names = "--dev-port", required = true, paramLabel = "N", description = "The port.")
        private Integer devPort;
    }

    /** Values of an option. */
    abstract static class Values implements Iterable<String> {
        private final List<String> values;

        Values(String... values) {
            this.values = List.of(values);
        }

        @Override
        public java.util.Iterator<String> iterator() {
            return values.iterator();
        }
    }

    /** Objectives. */
    static final class Objectives extends Values {
        Objectives() {
            super("targets", "published");
        }
    }

    /** Solver methods. */
    static final class Solvers extends Values {
        Solvers() {
            super("de", "direct");
        }
    }

    /** ASICs. */
    static final class Asics extends Values {
        Asics() {
            super("tofino", "tofino2");
        }
    }

    /** Changes of a port. */
    static final class Actions extends Values {
        Actions() {
            super("add", "enable", "disable", "remove");
        }
    }

    /** Speeds of a port, Gbit/s. */
    static final class Speeds extends Values {
        Speeds() {
            super("1", "10", "25", "40", "50", "100", "200", "400");
        }
    }

    /** Kinds of forward error correction. */
    static final class Fecs extends Values {
        Fecs() {
            super("none", "firecode", "rs");
        }
    }

    private ParsedCommands() {}
}
