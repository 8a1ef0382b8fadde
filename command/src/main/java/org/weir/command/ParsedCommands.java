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
        @Parameters(
                arity = "0..1",
                paramLabel = "FILE",
                description =
                        "The ports with their classes and loads, as JSON (netcfg/solve.schema.json).")
        private Path file;

        @Option(names = "--json", description = "Prints the settings and reasons as JSON.")
        private boolean asJson;

        @Option(
                names = "--objective",
                paramLabel = "NAME",
                completionCandidates = Objectives.class,
                description =
                        "targets: Weir's, which keeps the classes' targets; published: PMQECN's"
                                + " (default: the file's, or targets).")
        private String objective;

        @Option(
                names = "--solver",
                paramLabel = "NAME",
                completionCandidates = Solvers.class,
                description =
                        "direct: rounds the direct answer to whole packets; de: also searches the"
                                + " whole numbers near it by differential evolution (default:"
                                + " de).")
        private String solver;

        @Option(names = "--seed", paramLabel = "N", description = "Seed of the random numbers.")
        private Long seed;

        @Option(
                names = "--random",
                paramLabel = "PORTS",
                description =
                        "Instead of FILE: solves this number of random ports by both methods, and"
                                + " counts the targets that are promised and missed.")
        private Integer random;
    }

    /** {@code weir tofino}. */
    @Command(
            name = "weir tofino",
            description = "Writes Stratum's configuration; reads a switch through BF Runtime.",
            subcommands = {Stratum.class, Ports.class, Port.class, Queues.class})
    static final class Tofino extends ScriptCommands.Helped {}

    /** {@code weir tofino stratum}. */
    @Command(
            name = "stratum",
            description =
                    "Writes Stratum's configuration for a Tofino switch: chassis_config.pb.txt, and its"
                            + " queues alone as tofino_qos.pb.txt.")
    static final class Stratum extends ScriptCommands.Helped {
        @Option(
                names = "--policy",
                required = true,
                paramLabel = "FILE",
                description = "The policy, or ONOS's network configuration with it.")
        private Path policy;

        @Option(
                names = "--chassis",
                required = true,
                paramLabel = "FILE",
                description =
                        "The switch and its ports, in the form of netcfg/tofino/chassis.json.")
        private Path chassis;

        @Option(
                names = "--out",
                required = true,
                paramLabel = "DIR",
                description = "Folder of the files.")
        private Path out;

        @Option(
                names = "--target",
                paramLabel = "ASIC",
                completionCandidates = Asics.class,
                description = "The ASIC: ${COMPLETION-CANDIDATES} (default: tofino).")
        private String target;
    }

    /** Switch to talk to. */
    abstract static class AtSwitch extends ScriptCommands.Helped {
        @Option(
                names = "--bfrt",
                required = true,
                paramLabel = "ADDRESS",
                description =
                        "BF Runtime server of the switch: grpc://HOST[:PORT][?device_id=N], such as"
                                + " grpc://10.0.0.11:50052?device_id=0.")
        private String bfrt;
    }

    /** {@code weir tofino ports}. */
    @Command(name = "ports", description = "Lists the ports that a switch has.")
    static final class Ports extends AtSwitch {}

    /** {@code weir tofino port}. */
    @Command(name = "port", description = "Adds a port to a switch, or changes one.")
    static final class Port extends AtSwitch {
        @Option(
                names = "--dev-port",
                required = true,
                paramLabel = "N",
                description = "The port by the ASIC's number (dev_port), 0 to 511.")
        private Integer devPort;

        @Option(
                names = "--set",
                required = true,
                paramLabel = "ACTION",
                completionCandidates = Actions.class,
                description = "Change of the port: ${COMPLETION-CANDIDATES}.")
        private String action;

        @Option(
                names = "--speed",
                paramLabel = "GBITS",
                completionCandidates = Speeds.class,
                description =
                        "Rate of a port to add, Gbit/s: ${COMPLETION-CANDIDATES} (default: 100).")
        private String speed;

        @Option(
                names = "--fec",
                paramLabel = "KIND",
                completionCandidates = Fecs.class,
                description =
                        "Error correction of a port to add: ${COMPLETION-CANDIDATES} (default:"
                                + " none).")
        private String fec;
    }

    /** {@code weir tofino queues}. */
    @Command(
            name = "queues",
            description = "Shows priority, weight, largest rate and drops of each queue of a port.")
    static final class Queues extends AtSwitch {
        @Option(
                names = "--dev-port",
                required = true,
                paramLabel = "N",
                description = "The port by the ASIC's number (dev_port), 0 to 511.")
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
