// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.weir.agent.config.AgentSettings;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.lab.cli.GeneratorOptions;
import org.weir.lab.cli.RunLength;
import org.weir.lab.network.NetworkFileException;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;
import org.weir.reaction.config.ReactionReader;
import org.weir.runner.InputException;
import org.weir.runner.onos.OnosCluster;
import org.weir.runner.onos.OnosFile;
import org.weir.runner.onos.OnosLeftovers;
import org.weir.runner.stock.StockProgram;
import org.weir.runner.tofino.ProgramBuild;
import org.weir.runner.tofino.TofinoSoftware;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code weir up}: a network of P4 switches and hosts on this machine, steered by a real ONOS.
 *
 * <p>A run is ended by {@code --for}, {@code quit}, SIGINT (Ctrl-C), SIGTERM or SIGHUP, all in the
 * same way: nothing is left running, and the exit code is 0 when every switch was connected and
 * settings were solved, 1 when not. It is 2 when the input is wrong. Only a run that does not end
 * within {@link EndRequest#GRACE_SECONDS} of a signal is cut short, with 128 and the signal's
 * number.
 */
@Command(
        name = "weir up",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Starts a network of P4 switches and hosts, and ONOS as its controller.",
        footer = {
            "",
            "While it runs: stop SWITCH, start SWITCH, link down NODE NODE, link up NODE NODE,"
                    + " quit;",
            "traffic off stops all flows, traffic on starts them again; samples off and",
            "samples on do the same with the readings of ONOS for the table and for --json.",
            "With --nodes also: stop NODE, start NODE, kill NODE, such as stop onos-2, and, as root,",
            "partition NODE (from the other nodes and the store), isolate NODE (from everything),",
            "heal NODE.",
            "",
            "Ctrl-C (SIGINT), SIGTERM and SIGHUP end the run like quit, with the same exit codes."
                    + " A",
            "shell script starts commands with & that ignore SIGINT: end them with SIGTERM (kill)."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The run has ended, with every switch connected and settings solved.",
            "1:It has ended otherwise, or failed.",
            "2:The command line or a file is wrong; nothing was started.",
            "129, 130, 143:It did not end within 40 s of SIGHUP, SIGINT or SIGTERM."
        })
public final class Up implements Callable<Integer> {
    private static final int EXIT_BAD_INPUT = 2;
    private static final String DEFAULT_TOPOLOGY = "netcfg/pmqecn-fig6/network.json";
    private static final String DEFAULT_POLICY = "netcfg/leaf-spine/onos.json";
    private static final String DEFAULT_STATE = ".weir";

    private static final Duration START_WITHIN = Duration.ofSeconds(180);
    private static final Duration CLUSTER_START_WITHIN = Duration.ofSeconds(300);

    /** Set by the launcher: the folder that Weir is in. */
    private static final String HOME_PROPERTY = "weir.home";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = RunLength.class,
            description =
                    "Ends the run this long after the first settings are solved: 60s, 5m, 1h"
                            + " (default: Ctrl-C ends it).")
    private Duration length;

    @Option(
            names = "--start-within",
            paramLabel = "TIME",
            converter = RunLength.class,
            description =
                    "Fails if no settings are solved within this time (default: 180s; with --nodes"
                            + " 300s).")
    private Duration startWithin;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Writes one sample per second as JSON lines (fewer while ONOS is slow), and"
                            + " the summary at the end.")
    private Path jsonFile;

    @Option(
            names = "--write-log",
            paramLabel = "FILE",
            description =
                    "Writes each change of a switch's primary, and each request to write to it, as"
                            + " JSON lines (docs/cluster.md).")
    private Path writeLog;

    @Option(
            names = "--topology",
            paramLabel = "FILE",
            description = "The network (default: Weir's " + DEFAULT_TOPOLOGY + ").")
    private Path topology;

    @Mixin private GeneratorOptions generator;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description = "With --generate: seed of the network and of its pairs (default: 1).")
    private Long seed;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description =
                    "With --generate: an ONOS network configuration whose policy is used (default:"
                            + " Weir's "
                            + DEFAULT_POLICY
                            + ").")
    private Path policyFile;

    @Option(
            names = "--port",
            paramLabel = "NAME=PORT",
            split = ",",
            description =
                    "Other TCP ports for onos-rest (8181), onos-ssh (8101), onos-cluster (9876),"
                            + " onos-store (5679), or for a switch by its name.")
    private Map<String, String> ports = new LinkedHashMap<>();

    @Option(
            names = "--switch",
            paramLabel = "KIND",
            defaultValue = SwitchChoice.OWN,
            description =
                    "weir (default): Weir's switch; simple_switch_grpc[=PATH]: an installed stock"
                            + " BMv2; tofino-model[=FOLDER], tofino2-model[=FOLDER]: Intel's model"
                            + " and drivers of an installed SDE (default: that of $SDE_INSTALL)."
                            + " All but weir need root.")
    private String switchKind;

    @Option(
            names = "--hosts",
            paramLabel = "KIND",
            defaultValue = HostChoice.SIMULATED,
            description =
                    "simulated (default): hosts of this process send the network's flows; netns:"
                            + " each host is a network namespace in which ./weir host NAME [--"
                            + " COMMAND] runs programs (needs root).")
    private String hostKind;

    @Option(
            names = "--agents",
            description =
                    "With --hosts netns: an agent in each host makes its programs obey feedback"
                            + " (docs/agent.md).")
    private boolean agents;

    @Option(
            names = "--reaction",
            paramLabel = "KIND",
            description =
                    "With --agents: reaction point of each flow, as weir agent --reaction (default:"
                            + " mixed).")
    private String reaction;

    @Option(
            names = "--nodes",
            paramLabel = "COUNT",
            defaultValue = "1",
            description =
                    "ONOS nodes in one cluster, 1 to 9, on 127.0.0.1, 127.0.0.2, … (default: 1;"
                            + " docs/cluster.md).")
    private int nodes;

    @Option(
            names = "--store-nodes",
            paramLabel = "COUNT",
            description =
                    "With --nodes: members of the cluster's store, 1 to 9, on 127.0.0.11, …"
                            + " (default: 1; three survive the loss of one).")
    private Integer storeNodes;

    @Option(
            names = "--store-node",
            paramLabel = "FILE",
            description = "With --nodes: jar of a member of the store.")
    private Path storeNode;

    @Option(names = "--onos-home", paramLabel = "DIR", description = "The assembled ONOS.")
    private Path onosHome;

    @Option(
            names = "--app",
            paramLabel = "FILE",
            description = "Weir's application for ONOS (.oar), if it is not installed in ONOS yet.")
    private Path oar;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Folder for ONOS's state and log (default: Weir's .weir).")
    private Path stateDirectory;

    @Option(names = "--no-onos", description = "Starts the network only; its switches stay empty.")
    private boolean withoutOnos;

    @Spec private CommandSpec spec;

    private final EndRequest end = new EndRequest();

    @Override
    public Integer call() throws InterruptedException {
        long startNs = System.nanoTime();
        UpRun.Plan plan;
        try {
            plan = plan(startNs);
        } catch (InputException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return EXIT_BAD_INPUT;
        }
        Screen screen = new Screen(System.out, System.console() != null);
        try (UpRun run = new UpRun(plan, screen, end)) {
            return run.toEnd();
        } catch (UncheckedIOException e) {
            return failed(e.getCause());
        } catch (IOException e) {
            return failed(e);
        }
    }

    private int failed(IOException failure) {
        spec.commandLine().getErr().println("weir up: " + Reason.of(failure));
        return 1;
    }

    /** Checks everything that can be checked before anything starts. */
    private UpRun.Plan plan(long startNs) throws InputException {
        Path home = Path.of(System.getProperty(HOME_PROPERTY, ""));
        if (stateDirectory == null) {
            stateDirectory = home.resolve(DEFAULT_STATE);
        }
        checkGenerator();
        checkCluster();
        OnosFile configuration;
        NetworkSpec written;
        if (generator.areGiven()) {
            OnosFile policy =
                    OnosFile.read(policyFile == null ? home.resolve(DEFAULT_POLICY) : policyFile);
            List<OnosFile.MarkedClass> classes = policy.markedClasses();
            if (classes.isEmpty()) {
                throw new InputException(
                        "--policy: needs a class with a match by dscp to send flows in");
            }
            written =
                    GeneratedNetwork.create(
                            generator,
                            classes,
                            seed == null ? GeneratorOptions.DEFAULT_SEED : seed);
            topology = Path.of("--generate");
            configuration = policy.forNetwork(written, generator.queuePackets());
        } else {
            if (topology == null) {
                topology = home.resolve(DEFAULT_TOPOLOGY);
            }
            written = readNetwork();
            configuration = withoutOnos ? null : readConfiguration(written);
        }
        NetworkSize.of(written)
                .warning(Runtime.getRuntime().availableProcessors())
                .ifPresent(text -> spec.commandLine().getErr().println("weir up: " + text));
        checkReaction();
        HostChoice hosts = HostChoice.parse(hostKind, agents, written);
        PortOverrides overrides = PortOverrides.parse(ports, written);
        NetworkSpec network = hosts.applyTo(overrides.applyTo(written));
        OnosFile onos = null;
        if (!withoutOnos) {
            onos = hosts.applyTo(overrides.applyTo(configuration, written), network);
            checkOnosHome();
        }
        if (jsonFile != null && !canWrite(jsonFile)) {
            throw new InputException("--json: " + jsonFile + ": cannot be written");
        }
        if (writeLog != null && !canWrite(writeLog)) {
            throw new InputException("--write-log: " + writeLog + ": cannot be written");
        }
        if (jsonFile != null && writeLog != null && isSameFile(jsonFile, writeLog)) {
            throw new InputException("--json and --write-log: give each a file of its own");
        }
        if (!switchKind.equals(SwitchChoice.OWN)) {
            if (writeLog != null) {
                throw new InputException("--write-log: needs --switch weir: others have none");
            }
            SwitchChoice.requireStrictPriority(topology, written);
        }
        Optional<StockProgram> stock = SwitchChoice.parse(switchKind);
        Optional<TofinoSoftware> tofino =
                SwitchChoice.tofino(
                        switchKind,
                        topology,
                        network,
                        ProgramBuild.of(onos != null && onos.usesActivity()),
                        home);
        if (onos != null && (stock.isPresent() || tofino.isPresent())) {
            onos = onos.withPorts(network);
        }
        OnosCluster.Plan cluster =
                new OnosCluster.Plan(
                        onosHome,
                        storeNode,
                        stateDirectory,
                        overrides.onosPorts(),
                        nodes,
                        nodes == 1 ? 0 : storeNodes == null ? 1 : storeNodes);
        Preflight preflight = new Preflight();
        preflight.checkSwitches(topology, network);
        if (!withoutOnos) {
            StateFolder.check(stateDirectory, overrides.onosPorts().rest());
            endLeftovers();
            preflight.checkOnos(cluster);
        }
        return new UpRun.Plan(
                network,
                hosts,
                reaction == null ? ReactionReader.OF_AGENTS : reaction,
                stock,
                tofino,
                onos,
                cluster,
                oar,
                stateDirectory,
                jsonFile,
                writeLog,
                length,
                startWithin != null
                        ? startWithin
                        : nodes == 1 ? START_WITHIN : CLUSTER_START_WITHIN,
                startNs);
    }

    /** Ends an ONOS that a killed run has left: it would have this run's ports. */
    private void endLeftovers() throws InputException {
        try {
            for (long onos : OnosLeftovers.end(stateDirectory)) {
                spec.commandLine()
                        .getOut()
                        .println("ended ONOS, process " + onos + ", left by a run that was killed");
            }
            for (String namespace : OnosLeftovers.removeNamespaces()) {
                spec.commandLine()
                        .getOut()
                        .println("took away " + namespace + ", left by a run that was killed");
            }
        } catch (IOException e) {
            throw new InputException("--state: " + Reason.of(e));
        }
    }

    /** Refuses a reaction point that agents do not have. */
    private void checkReaction() throws InputException {
        if (reaction == null) {
            return;
        }
        if (!agents) {
            throw new InputException("--reaction: needs --agents, whose reaction points it names");
        }
        Optional<String> error = AgentSettings.reactionError(reaction);
        if (error.isPresent()) {
            throw new InputException("--reaction: " + error.get());
        }
    }

    /** Refuses options that do not go together. */
    private void checkGenerator() throws InputException {
        if (!generator.areGiven()) {
            if (seed != null) {
                throw new InputException("--seed: needs --generate, the network to make");
            }
            if (policyFile != null) {
                throw new InputException("--policy: needs --generate, the network to make");
            }
            try {
                generator.checkBeside(true);
            } catch (IllegalArgumentException e) {
                throw new InputException(e.getMessage());
            }
        } else if (topology != null) {
            throw new InputException("--generate and --topology exclude each other: give one");
        }
    }

    private void checkCluster() throws InputException {
        if (nodes < 1 || nodes > OnosCluster.MOST) {
            throw new InputException(
                    "--nodes: must be 1 to " + OnosCluster.MOST + ", not " + nodes);
        }
        if (nodes == 1) {
            if (storeNodes != null) {
                throw new InputException("--store-nodes: needs --nodes: one node is its own store");
            }
            return;
        }
        if (withoutOnos) {
            throw new InputException("--nodes and --no-onos exclude each other: give one");
        }
        if (storeNodes != null && (storeNodes < 1 || storeNodes > OnosCluster.MOST)) {
            throw new InputException(
                    "--store-nodes: must be 1 to " + OnosCluster.MOST + ", not " + storeNodes);
        }
        if (storeNode == null) {
            throw new InputException("--store-node: is required with --nodes");
        }
        if (!Files.isReadable(storeNode)) {
            throw new InputException("--store-node: " + storeNode + ": cannot be read");
        }
    }

    private NetworkSpec readNetwork() throws InputException {
        try {
            return NetworkFileReader.read(topology);
        } catch (NetworkFileException e) {
            throw new InputException(e.getMessage());
        }
    }

    private OnosFile readConfiguration(NetworkSpec written) throws InputException {
        return OnosFile.read(
                written.onosFile()
                        .orElseThrow(() -> new InputException(topology + ": onos: is required")));
    }

    private void checkOnosHome() throws InputException {
        if (onosHome == null) {
            throw new InputException("--onos-home: is required, unless --no-onos is given");
        }
        if (!Files.isExecutable(onosHome.resolve("bin/onos-run"))) {
            throw new InputException("--onos-home: " + onosHome + ": has no bin/onos-run");
        }
        if (oar != null && !Files.isReadable(oar)) {
            throw new InputException("--app: " + oar + ": cannot be read");
        }
    }

    /** Leaves what is in the file: the command may yet be refused. */
    private static boolean canWrite(Path file) {
        try {
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Of two files that can be written; devices such as /dev/null take the lines of both. */
    private static boolean isSameFile(Path one, Path other) {
        try {
            return Files.isRegularFile(one) && Files.isSameFile(one, other);
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        Up up = new Up();
        up.end.listen();
        up.end.exit(WeirCommandLine.execute(up, arguments));
    }
}
