// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.weir.bmv2.cli.WeirCommandLine;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.PortId;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.control.policy.PortAqm;
import org.weir.lab.cli.RunLength;
import org.weir.lab.whatif.MeasuredNetwork;
import org.weir.lab.whatif.WhatIf;
import org.weir.runner.InputException;
import org.weir.runner.onos.OnosClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code weir plan}: what a plan would do, found by running the live network's copy under the
 * plan's policy in virtual time. The result is attached to the plan.
 */
@Command(
        name = "weir plan",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Simulates a plan of a running ONOS: reads topology, link rates and measured"
                        + " traffic by REST, runs them under the plan's policy in virtual time with"
                        + " the same controller and the same P4 program, prints measured, expected,"
                        + " guaranteed and simulated figures, and attaches the result to the plan.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:The plan was simulated, or measured with --compare.",
            "1:ONOS refused a request or did not take the result, or a switch refused the program.",
            "2:The command line is wrong, ONOS does not answer, or there is no such plan."
        })
public final class PlanCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final long NS_PER_US = 1000;

    @Parameters(paramLabel = "ID", description = "Number of the plan.")
    private long number;

    @Option(
            names = "--onos",
            defaultValue = "http://127.0.0.1:8181",
            paramLabel = "URL",
            description =
                    "Address of ONOS (default: ${DEFAULT-VALUE}). The user and the password are"
                            + " those of ONOS_USER and ONOS_PASSWORD; onos and rocks without them.")
    private String onos;

    @Option(
            names = "--seeds",
            defaultValue = "5",
            paramLabel = "N",
            description = "Runs, each with a seed of its own (default: ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(
            names = "--periods",
            defaultValue = "60",
            paramLabel = "N",
            description =
                    "Periods of the control loop that each run measures, after "
                            + WhatIf.WARM_UP_PERIODS
                            + " in which the loop learns the loads (default: ${DEFAULT-VALUE}).")
    private int periods;

    @Option(
            names = "--link-delay-us",
            defaultValue = "100",
            paramLabel = "US",
            description =
                    "Delay of every link, µs, which ONOS does not know (default:"
                            + " ${DEFAULT-VALUE}).")
    private int linkDelayUs;

    @Option(
            names = "--scale",
            paramLabel = "CLASS=FACTOR",
            description =
                    "A class sends so many times what is measured, at every port. Example: A=1.5.")
    private Map<String, Double> scale = new LinkedHashMap<>();

    @Option(
            names = "--fixed-senders",
            description =
                    "Senders ignore feedback. Without it they have the reaction point target-rate.")
    private boolean fixedSenders;

    @Option(
            names = "--dry-run",
            description = "Prints the result and does not attach it to the plan.")
    private boolean dryRun;

    @Option(
            names = "--compare",
            converter = RunLength.class,
            paramLabel = "TIME",
            description =
                    "Simulates nothing: measures the running network for this long while the plan is"
                            + " in force, and prints the means beside the plan's figures.")
    private Duration compare;

    @Spec private CommandSpec spec;

    /** Longest wait for ONOS's answer when the result is attached. */
    private Duration longestPut = Duration.ofSeconds(10);

    /** For the parser. */
    /** The command of a user. */
    public PlanCommand() {}

    /** A command that waits for another time until the result is attached. */
    PlanCommand(Duration longestPut) {
        this.longestPut = longestPut;
    }

    /** The command line. */
    public static void main(String[] args) {
        System.exit(WeirCommandLine.execute(new PlanCommand(), args));
    }

    @Override
    public Integer call() throws InterruptedException {
        if (number < 1) {
            throw new ParameterException(
                    spec.commandLine(), "ID must be a whole number of at least 1, not " + number);
        }
        check("--seeds", seeds, 1000);
        check("--periods", periods, 1_000_000);
        check("--link-delay-us", linkDelayUs, 1_000_000);
        OnosClient client = client();
        PrintWriter out = spec.commandLine().getOut();
        try {
            JsonNode plan = client.get("weir/v1/plans/" + number);
            if (compare != null) {
                checkInForce(client, plan);
                ObjectNode after = MeasuredMeans.of(client, compare);
                PlanTable.of(plan).with("then measured", after).lines().forEach(out::println);
                out.flush();
                return 0;
            }
            ObjectNode simulation = simulate(client, plan);
            ((ObjectNode) plan).set("simulation", simulation);
            PlanTable.of(plan).lines().forEach(out::println);
            simulation.path("assumptions").forEach(one -> out.println("assumed: " + one.asText()));
            out.flush();
            if (dryRun) {
                out.println("not attached (--dry-run)");
                out.flush();
                return 0;
            }
            return attach(client, simulation);
        } catch (InputException | IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (OnosClient.RefusedException e) {
            if (e.status() == 404) {
                throw new ParameterException(
                        spec.commandLine(), "ID: ONOS has no plan " + number, e);
            }
            spec.commandLine().getErr().println("weir plan: " + e.getMessage());
            return FAILED;
        } catch (ProgramException e) {
            spec.commandLine().getErr().println("weir plan: a switch refuses the program: " + e);
            return FAILED;
        } catch (ConnectException | HttpTimeoutException e) {
            throw new ParameterException(
                    spec.commandLine(), "--onos: nothing answers at " + onos, e);
        } catch (IOException e) {
            spec.commandLine().getErr().println("weir plan: " + e);
            return FAILED;
        }
    }

    /** Attaches what has been printed, which took long to find; returns the exit code. */
    private int attach(OnosClient client, ObjectNode simulation) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        int exitCode = 0;
        try {
            client.put("weir/v1/plans/" + number + "/simulation", simulation, longestPut);
            out.println("attached to plan " + number);
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            out.println("not attached: " + reason);
            spec.commandLine().getErr().println("weir plan: " + reason);
            exitCode = FAILED;
        }
        out.flush();
        return exitCode;
    }

    /** Measurements of another policy say nothing about the plan. */
    private void checkInForce(OnosClient client, JsonNode plan)
            throws IOException, InterruptedException {
        String state = plan.path("state").asText();
        if (!state.equals("applied") && !state.equals("guarded")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--compare: plan "
                            + number
                            + " is "
                            + state
                            + (state.equals("rolled-back") ? "" : ": apply it to all ports first"));
        }
        long version = plan.path("appliedAs").asLong();
        long running = client.get("weir/v1/policy/versions?limit=1").path("running").asLong();
        if (running != version) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--compare: plan "
                            + number
                            + " was in force as version "
                            + version
                            + ", and version "
                            + running
                            + " has followed");
        }
    }

    private void check(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + ": must be 1 to " + most + ", not " + value);
        }
    }

    private OnosClient client() {
        try {
            return new OnosClient(
                    onos,
                    System.getenv().getOrDefault("ONOS_USER", "onos"),
                    System.getenv().getOrDefault("ONOS_PASSWORD", "rocks"));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--onos: " + e.getMessage(), e);
        }
    }

    private ObjectNode simulate(OnosClient client, JsonNode plan)
            throws IOException, InterruptedException, InputException, ProgramException {
        Policy policy = PolicyReader.read(plan.path("policy"), "plan " + number);
        MeasuredNetwork network =
                new LiveNetwork(
                                client.get("weir/v1/ports").path("ports"),
                                client.get("v1/links").path("links"),
                                client.get("v1/hosts").path("hosts"),
                                client.get("v1/devices/ports").path("ports"),
                                linkDelayUs * NS_PER_US)
                        .measured(plan, policy);
        for (Map.Entry<String, Double> one : scale.entrySet()) {
            network = scaled(network, policy, one.getKey(), one.getValue());
        }
        WhatIf whatIf = new WhatIf(network, policy, !fixedSenders);
        if (whatIf.traffic().demands().isEmpty()) {
            throw new InputException(
                    "plan "
                            + number
                            + ": no traffic was measured when it was made; make another one when"
                            + " arrivalRateBps of GET /ports is not 0");
        }
        if (whatIf.isTooLong(seeds, periods)) {
            throw new InputException(
                    String.format(
                            Locale.ROOT,
                            "%.2g packets are too many: choose fewer --seeds or --periods",
                            whatIf.packets(seeds, periods)));
        }
        Progress progress = new Progress(spec.commandLine().getErr());
        Map<PortId, Map<String, WhatIf.Figures>> figures =
                whatIf.run(seeds, periods, progress::reaches);
        progress.clear();
        return SimulationJson.of(figures, seeds, periods, assumptions(network, policy, whatIf));
    }

    private static MeasuredNetwork scaled(
            MeasuredNetwork network, Policy policy, String className, double factor)
            throws InputException {
        for (int i = 0; i < policy.classes().size(); i++) {
            if (policy.classes().get(i).spec().name().equals(className)) {
                if (!(factor >= 0 && factor <= 100)) {
                    throw new InputException("--scale: FACTOR must be 0 to 100, not " + factor);
                }
                return network.scaled(i, factor);
            }
        }
        throw new InputException("--scale: the plan has no class " + className);
    }

    private List<String> assumptions(MeasuredNetwork network, Policy policy, WhatIf whatIf) {
        List<String> all = new ArrayList<>();
        all.add(
                String.format(
                        Locale.ROOT,
                        "The pairs of hosts are estimated from the loads of the ports, as near to"
                                + " equal as these allow; a port's load differs by up to %.1f %%"
                                + " of the class's largest.",
                        100 * whatIf.traffic().misfit()));
        all.add(
                "Each class offers the rate that was measured when the plan was made, also where"
                        + " feedback or drops held it down.");
        scale.forEach((name, factor) -> all.add("Class " + name + " sends × " + factor + "."));
        all.add(
                "Packets arrive as Poisson processes, one flow per pair and class, all of the"
                        + " class's mean size.");
        all.add(
                fixedSenders
                        ? "Senders ignore feedback."
                        : "Senders react to feedback by target-rate.");
        all.add(
                String.format(
                        Locale.ROOT,
                        "Each link takes %.3g ms; hosts send at their port's rate; each pair uses"
                                + " one shortest path.",
                        linkDelayUs / 1e3));
        boolean hasAqm =
                network.loadsBps().keySet().stream()
                        .anyMatch(
                                end ->
                                        policy.aqm(new PortId(end.node(), end.port())).scheme()
                                                != PortAqm.Scheme.NONE);
        if (hasAqm) {
            all.add("The policy's AQM algorithm does not run in the simulation.");
        }
        return all;
    }

    /** Progress on the error output, at a terminal only. */
    private static final class Progress {
        private final PrintWriter err;
        private final boolean terminal = System.console() != null;
        private int shown = -1;

        Progress(PrintWriter err) {
            this.err = err;
        }

        void reaches(double part) {
            int percent = (int) (100 * part);
            if (terminal && percent > shown) {
                shown = percent;
                err.printf("\rsimulating: %d %%", percent);
                err.flush();
            }
        }

        void clear() {
            if (terminal) {
                err.print("\r                    \r");
                err.flush();
            }
        }
    }
}
