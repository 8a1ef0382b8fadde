// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.weir.agent.config.AgentSettings;
import org.weir.agent.config.RateText;
import org.weir.agent.config.TimeText;
import org.weir.agent.registration.ControllerAccess;
import org.weir.agent.shaping.HostInterface;
import org.weir.agent.shaping.InterfaceState;
import org.weir.agent.shaping.TrafficControl;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.bmv2.cli.WeirVersion;
import org.weir.control.cli.StandardOutput;
import org.weir.control.policy.PolicyException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir agent}: the daemon that makes this host's flows obey feedback. */
@Command(
        name = "weir agent",
        mixinStandardHelpOptions = true,
        versionProvider = WeirVersion.class,
        sortOptions = false,
        description = {
            "Takes feedback packets of Weir's switches off an interface of this host, and limits"
                    + " the rates of the flows that they name. With --reaction dcqcn or p4qcn it"
                    + " does the same with receivers' notifications (CNPs), and sends them."
        },
        footer = {
            "",
            "The file of --config is a JSON object with the fields interface, rateBps, classes,",
            "releaseSeconds, maxFlows, checkSockets, metrics, controller, credentials,",
            "leaseSeconds and reaction (as for a flow of network.json, or of the kind dcqcn or",
            "p4qcn). An option overrides the file's field.",
            "",
            "SIGTERM, SIGINT and SIGHUP end it; it then removes everything that it has installed."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:It was asked to end, and left nothing behind.",
            "1:The agent could not start now, such as without the interface, its rate or the"
                    + " address for metrics, or could not continue; it may later.",
            "2:The command line, the file or the host has to be changed first: a wrong setting, no"
                    + " permission, a missing program, another agent or an operator's qdisc on the"
                    + " interface; nothing was changed."
        })
public final class Agent implements Callable<Integer> {
    /** Linux's words for EACCES and EPERM, which Java and tc tell by their words only. */
    private static final Pattern DENIED =
            Pattern.compile("Permission denied|Operation not permitted");

    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final long BPS_PER_MBPS = 1_000_000;
    private static final long GRACE_SECONDS = 20;

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            description = "Network interface, such as eth0.")
    private String device;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = RateText.class,
            description =
                    "Rate of the interface's line: 10M, 2.5G or bit/s (default: as Linux reports,"
                            + " when the interface is connected).")
    private Long rateBps;

    @Option(
            names = "--classes",
            paramLabel = "N",
            split = ",",
            description = "Class indices of the network (default: 0,1,2,3,4,5,6,7).")
    private List<Integer> classes;

    @Option(
            names = "--release",
            paramLabel = "TIME",
            converter = TimeText.class,
            description =
                    "Longest time that a flow is shaped without feedback: 500ms, 20s, 5m (default:"
                            + " 20s).")
    private Double releaseSeconds;

    @Option(
            names = "--max-flows",
            paramLabel = "N",
            description = "Largest number of shaped flows, 1 to 4000 (default: 256).")
    private Integer maxFlows;

    @Option(
            names = "--any-socket",
            description =
                    "Obeys feedback about flows whose local port no socket of this network"
                            + " namespace has, such as those of containers.")
    private boolean anySocket;

    @Option(
            names = "--metrics",
            paramLabel = "ADDRESS:PORT",
            description = "Serves metrics at http://ADDRESS:PORT/metrics (default: nowhere).")
    private String metrics;

    @Option(
            names = "--controller",
            paramLabel = "URL",
            split = ",",
            description =
                    "ONOS with which the interface's addresses are registered, such as"
                            + " https://onos:8443; of a cluster, several nodes, tried in this order"
                            + " (default: none; the policy names the host).")
    private List<String> controller;

    @Option(
            names = "--credentials",
            paramLabel = "FILE",
            description =
                    "File with USER:PASSWORD for the controller, readable by its owner only"
                            + " (default: the variable "
                            + ControllerAccess.VARIABLE
                            + ").")
    private Path credentials;

    @Option(
            names = "--lease",
            paramLabel = "SECONDS",
            description =
                    "Time after which the controller forgets an address that is not renewed, 5 to"
                            + " 3600 s (default: 30).")
    private Integer leaseSeconds;

    @Option(
            names = "--reaction",
            paramLabel = "KIND",
            description =
                    "Reaction point of each flow: mixed, share, messages, pmqecn or target-rate obey"
                            + " feedback; dcqcn and p4qcn obey and send notifications (CNPs) instead"
                            + " (default: mixed).")
    private String reaction;

    @Option(names = "--config", paramLabel = "FILE", description = "JSON file with settings.")
    private Path config;

    @Option(
            names = "--replace",
            description =
                    "Ends an agent that runs on the interface, and takes over from it: its"
                            + " registration with the controller does not end in between.")
    private boolean replace;

    @Option(
            names = "--dry-run",
            description = "Reads feedback, prints the tc lines, and changes nothing.")
    private boolean dryRun;

    @Option(
            names = "--clean",
            description = "Removes what a killed agent has left on the interface, and ends.")
    private boolean clean;

    @Spec private CommandSpec spec;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile int exitCode;

    @Override
    public Integer call() {
        try {
            AgentSettings settings = settings();
            requirePrograms();
            if (clean) {
                return clean(settings.device());
            }
            HostInterface.indexOf(settings.device());
            long lineBps = lineBps(settings);
            if (lineBps == 0) {
                say("ended before " + settings.device() + " was connected");
                return 0;
            }
            InterfaceState state = TrafficControl.stateOf(settings.device());
            if (state.hasForeignRoot()) {
                return refuse(TrafficControl.foreignRoot(settings.device(), state));
            }
            AgentRun run = AgentRun.open(settings, lineBps, state, dryRun, replace, this::say);
            try (run) {
                run.toEnd(() -> asked.getCount() == 0);
            } catch (IOException e) {
                return fail(e.getMessage());
            }
            say("ended; nothing is left on " + settings.device());
            return 0;
        } catch (PolicyException | UnusableException | AccessDeniedException e) {
            // A service manager does not try again after this code, and does after the other.
            return refuse(e.getMessage());
        } catch (IOException e) {
            return DENIED.matcher(String.valueOf(e.getMessage())).find()
                    ? refuse(e.getMessage())
                    : fail(e.getMessage());
        }
    }

    /** Rate of the line, bit/s, which may have to be waited for; 0 if it was asked to end. */
    private long lineBps(AgentSettings settings) throws IOException {
        if (settings.rateBps().isPresent()) {
            return settings.rateBps().get();
        }
        String device = settings.device();
        return BPS_PER_MBPS
                * Link.awaitRateMbps(device, Link.of(device), this::isAskedWithin, this::say);
    }

    private boolean isAskedWithin(long ms) {
        try {
            return asked.await(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private int refuse(String reason) {
        spec.commandLine().getErr().println("weir agent: " + reason);
        return BAD_INPUT;
    }

    private int fail(String reason) {
        spec.commandLine().getErr().println("weir agent: " + reason);
        return FAILED;
    }

    private void say(String line) {
        spec.commandLine().getOut().println("weir agent: " + line);
    }

    private int clean(String device) throws IOException {
        InterfaceLock lock = InterfaceLock.take(device);
        try (lock) {
            List<String> lines = TrafficControl.clean(device);
            lines.forEach(line -> say("took away: tc " + line));
            if (lines.isEmpty()) {
                say("nothing of an agent is on " + device);
            }
            return 0;
        }
    }

    private AgentSettings settings() {
        ObjectNode root =
                config == null ? JsonNodeFactory.instance.objectNode() : AgentSettings.file(config);
        if (device != null) {
            root.put("interface", device);
        }
        if (rateBps != null) {
            root.put("rateBps", rateBps);
        }
        if (classes != null) {
            root.putArray("classes");
            classes.forEach(each -> root.withArray("classes").add(each));
        }
        if (releaseSeconds != null) {
            root.put("releaseSeconds", releaseSeconds);
        }
        if (maxFlows != null) {
            root.put("maxFlows", maxFlows);
        }
        if (anySocket) {
            root.put("checkSockets", false);
        }
        if (metrics != null) {
            root.put("metrics", metrics);
        }
        if (controller != null) {
            root.putArray("controller");
            controller.forEach(each -> root.withArray("controller").add(each));
        }
        if (credentials != null) {
            root.put("credentials", credentials.toString());
        }
        if (leaseSeconds != null) {
            root.put("leaseSeconds", leaseSeconds);
        }
        if (reaction != null) {
            root.putObject("reaction").put("kind", reaction);
        }
        return AgentSettings.read(config == null ? "options" : config.toString(), root);
    }

    private static void requirePrograms() throws UnusableException {
        for (String[] each :
                new String[][] {
                    {"tc", "iproute2"}, {"setsid", "util-linux"}, {"stdbuf", "coreutils"}
                }) {
            boolean found = false;
            for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
                found |= Files.isExecutable(Path.of(folder, each[0]));
            }
            if (!found) {
                throw new UnusableException(
                        each[0] + " is not on the PATH; on Debian and Ubuntu: package " + each[1]);
            }
        }
    }

    /** Takes signals: what is installed has to go before the process ends. */
    private void listen() {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    asked.countDown();
                                    try {
                                        if (ended.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
                                            Runtime.getRuntime().halt(exitCode);
                                        }
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                },
                                "end-request"));
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        Agent agent = new Agent();
        agent.listen();
        CommandLine command = WeirCommandLine.of(agent);
        int exitCode = command.execute(arguments);
        command.getOut().flush();
        command.getErr().flush();
        agent.exitCode = StandardOutput.finish("weir agent", System.out, System.err, exitCode);
        agent.ended.countDown();
        System.exit(agent.exitCode);
    }
}
