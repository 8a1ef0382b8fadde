// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.scheme;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.PortSettings;
import org.weir.control.RateWindow;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;
import org.weir.control.tuning.PolicyInterval;
import org.weir.control.tuning.Tunable;
import org.weir.lab.controller.VirtualController;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirClasses;
import org.weir.lab.program.WeirProgram;
import org.weir.lab.workload.TrafficClass;
import org.weir.reaction.Reaction;

/**
 * PMQECN: Weir's own data plane, and its controller with one of its objectives. {@code published}
 * is the paper's programme; {@code targets} is Weir's own.
 */
final class Pmqecn implements Scheme.Controlled {
    private static final String PAPER = "not published";
    private static final String TARGETS = "targets";
    private static final String WEIR = "ours";

    /** Tunables of the controller that an experiment may change. */
    private static final List<Tunable> PASSED_ON =
            List.of(
                    Tunable.PORT_UTILIZATION,
                    Tunable.FEEDBACK_LAG_MS,
                    Tunable.IDLE_SHARE,
                    Tunable.PRESSURE_GAIN,
                    Tunable.COMMON_THRESHOLD,
                    Tunable.MISS_HOLD_ROUNDS,
                    Tunable.MISS_THRESHOLD,
                    Tunable.MIN_LIMIT,
                    Tunable.MIN_THRESHOLD,
                    Tunable.TOLERANT_THRESHOLD,
                    Tunable.COMMON_LIMIT,
                    Tunable.WEIGHT_LEVELS,
                    Tunable.USUAL_PACKET_BYTES,
                    Tunable.LEAST_PACKET_BYTES);

    private static final List<Parameter> CONTROL =
            List.of(
                    new Parameter(
                            "periodMs",
                            "ms",
                            1000,
                            1,
                            3_600_000,
                            "time between two solve rounds",
                            PAPER + "; the authors' controller loops in 2 s"),
                    new Parameter(
                            "controlDelayMs",
                            "ms",
                            5,
                            0,
                            60_000,
                            "time a reading, report or setting is under way",
                            PAPER),
                    new Parameter(
                            "prepared",
                            "",
                            0,
                            0,
                            1,
                            "1: ports have the settings for an unknown load when the time begins",
                            PAPER),
                    new Parameter(
                            "rateWindowMs",
                            "ms",
                            0,
                            0,
                            RateWindow.MAX_US / 1000.0,
                            "over which the switch measures λ; 0: by the port's rate",
                            "docs/tunables.md"),
                    new Parameter(
                            "reportIntervalMs",
                            "ms",
                            50,
                            0.001,
                            60_000,
                            "least time between two reports of a queue",
                            "docs/telemetry.md; ours"),
                    new Parameter(
                            "capacityPackets",
                            "packets",
                            64,
                            6,
                            65535,
                            "N, packets that a port's classes may have waiting",
                            "the authors' code"),
                    target("aDelayMs", "class A's mean delay", 5),
                    target("aP99DelayMs", "class A's 99th percentile of delay", 20),
                    target("bDelayMs", "class B's mean delay", 20),
                    target("bP99DelayMs", "class B's 99th percentile of delay", 60),
                    target("cDelayMs", "class C's mean delay", 0),
                    target("cP99DelayMs", "class C's 99th percentile of delay", 0),
                    importance(TrafficClass.A),
                    importance(TrafficClass.B),
                    importance(TrafficClass.C),
                    loss(TrafficClass.A, 0.001),
                    loss(TrafficClass.B, 0.01),
                    loss(TrafficClass.C, 0.05),
                    new Parameter(
                            "ratesGuaranteed",
                            "",
                            1,
                            0,
                            1,
                            "1: classes A and B have a minimum rate of 1 Mb/s",
                            "netcfg/pmqecn-fig6; ours"));
    private static final Parameter CLASS_LIMIT =
            new Parameter(
                    "classLimitPackets",
                    "packets",
                    0,
                    0,
                    65535,
                    "waiting packets of a class from which it is dropped; 0: N, capacityPackets",
                    "PMQECN section 3: k queues M/M/1/N, each full at N");
    private static final double NS_PER_US = 1000;

    private final String name;
    private final String objective;
    private final PmqecnSenders senders;

    private Pmqecn(String name, String objective, PmqecnSenders senders) {
        this.name = name;
        this.objective = objective;
        this.senders = senders;
    }

    private static Parameter target(String name, String what, double ms) {
        return new Parameter(
                name,
                "ms",
                ms,
                0,
                1e6,
                "target of " + what + "; 0: none",
                "netcfg/pmqecn-fig6; ours");
    }

    private static Parameter loss(TrafficClass one, double fraction) {
        return new Parameter(
                prefix(one) + "LossFraction",
                "",
                fraction,
                1e-6,
                1,
                "target of class " + one + "'s lost packets over all",
                "netcfg/pmqecn-fig6; ours");
    }

    private static Parameter importance(TrafficClass one) {
        return new Parameter(
                importanceName(one),
                "",
                TrafficClass.values().length - one.ordinal(),
                0.01,
                100,
                "importance of class " + one + ", by which ports are divided",
                "netcfg/pmqecn-fig6; ours");
    }

    private static String importanceName(TrafficClass one) {
        return prefix(one) + "Importance";
    }

    private static String prefix(TrafficClass one) {
        return one.name().toLowerCase(Locale.ROOT);
    }

    private static List<Parameter> ofTargets() {
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(
                new Parameter(
                        Tunable.TARGET_UTILIZATION.fieldName(),
                        "",
                        0.999,
                        Tunable.TARGET_UTILIZATION.min(),
                        Tunable.TARGET_UTILIZATION.max(),
                        "largest λ* over what a class can have",
                        "ours: senders drain queues themselves"));
        PASSED_ON.forEach(one -> parameters.add(tunable(one)));
        return List.copyOf(parameters);
    }

    private static Parameter tunable(Tunable one) {
        return new Parameter(
                one.fieldName(),
                one.unit(),
                one.defaultValue(),
                one.min(),
                one.max(),
                one.help(),
                "docs/tunables.md");
    }

    static List<Scheme> objectives() {
        return List.of(
                new Pmqecn(SchemeNames.PMQECN_PUBLISHED, "published", PmqecnSenders.PAPER),
                new Pmqecn(SchemeNames.PMQECN_TARGETS, TARGETS, PmqecnSenders.TARGET_RATE),
                new Pmqecn(SchemeNames.TARGETS_DCTCP, TARGETS, PmqecnSenders.DCTCP));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String title() {
        return "PMQECN: virtual queues, two-point feedback, settings solved for " + objective;
    }

    @Override
    public String settingsName() {
        return isOurs() ? SchemeNames.PMQECN_TARGETS : name;
    }

    @Override
    public String senders() {
        return senders.text();
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>(senders.parameters());
        if (isOurs()) {
            parameters.addAll(ofTargets());
        }
        parameters.addAll(CONTROL);
        if (!isOurs()) {
            parameters.add(CLASS_LIMIT);
        }
        return List.copyOf(parameters);
    }

    private boolean isOurs() {
        return objective.equals(TARGETS);
    }

    @Override
    public Optional<Reaction> reaction(Values values) {
        return Optional.of(senders.reaction(values));
    }

    @Override
    public boolean carriesIpv6() {
        return true;
    }

    @Override
    public int dataQueues() {
        return TrafficClass.values().length;
    }

    @Override
    public void install(Network network, Values values) throws ProgramException {
        control(network, values, UnaryOperator.identity());
    }

    @Override
    public VirtualController control(
            Network network, Values values, UnaryOperator<PortSettings> onTheWay)
            throws ProgramException {
        Map<String, WeirProgram> programs = StaticRoutes.install(network);
        WeirClasses.install(network, programs);
        for (WeirProgram program : programs.values()) {
            if (!isOurs() && values.whole(CLASS_LIMIT.name()) > 0) {
                program.commonLimit((int) values.whole(CLASS_LIMIT.name()));
            }
        }
        if (senders.areAcknowledged()) {
            network.hosts().forEach(host -> host.acknowledgePackets());
        }
        VirtualController controller =
                new VirtualController(
                        network, programs, policy(values), values.msAsNs("controlDelayMs"));
        controller.changeOnTheWay(onTheWay);
        for (SwitchNode node : network.nodes()) {
            Set<Integer> used = portsOfFlows(node.spec().name(), network.spec());
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                if (used.contains(port.number())) {
                    controller.control(node, port);
                }
            }
        }
        if (values.whole("prepared") == 1) {
            controller.prepare();
        }
        controller.start(network);
        return controller;
    }

    /** The ports by which flows leave a switch. */
    private static Set<Integer> portsOfFlows(String device, NetworkSpec spec) {
        Set<Integer> ports = new TreeSet<>();
        for (HostConfig host : spec.hosts()) {
            // A network without flows has messages, from any host to any.
            boolean receives =
                    spec.flows().isEmpty()
                            || spec.flows().stream()
                                    .anyMatch(
                                            flow -> flow.flow().destination().equals(host.ipv4()));
            Integer port = StaticRoutes.portsTowards(host.name(), spec).get(device);
            if (receives && port != null) {
                ports.add(port);
            }
        }
        return ports;
    }

    /** The feedback interval; the longest for senders that react to marks only. */
    private long feedbackIntervalUs(Values values) {
        String name = SenderParameters.FEEDBACK_INTERVAL_MS.name();
        return values.has(name)
                ? Math.round(values.msAsNs(name) / NS_PER_US)
                : Math.round(PolicyInterval.FEEDBACK_INTERVAL_US.max());
    }

    private Policy policy(Values values) {
        ObjectNode weir = new ObjectMapper().createObjectNode();
        weir.put("objective", objective);
        weir.put("periodMs", values.whole("periodMs"));
        weir.put("seed", 1);
        weir.put("feedbackIntervalUs", feedbackIntervalUs(values));
        weir.put("reportIntervalUs", Math.round(values.msAsNs("reportIntervalMs") / NS_PER_US));
        if (isOurs()) {
            ObjectNode tunables = weir.putObject("tunables");
            tunables.put(Tunable.TARGET_UTILIZATION.fieldName(), values.get("targetUtilization"));
            for (Tunable one : PASSED_ON) {
                tunables.put(one.fieldName(), values.get(one.fieldName()));
            }
            tunables.put(Tunable.THROTTLE_FLOOR.fieldName(), values.get("targetUtilization"));
        }
        ObjectNode port = weir.putObject("port");
        port.put("capacityPackets", values.whole("capacityPackets"));
        if (values.get("rateWindowMs") > 0) {
            port.put(RateWindow.FIELD_NAME, Math.round(values.msAsNs("rateWindowMs") / NS_PER_US));
        }
        var classes = weir.putArray("classes");
        for (TrafficClass one : TrafficClass.values()) {
            ObjectNode added = classes.addObject();
            added.put("name", one.name());
            added.put("kind", one.name());
            added.put("importance", values.get(importanceName(one)));
            ObjectNode targets = added.putObject("targets");
            putDelay(targets, "delayMs", values.get(prefix(one) + "DelayMs"));
            putDelay(targets, "p99DelayMs", values.get(prefix(one) + "P99DelayMs"));
            targets.put("lossFraction", values.get(prefix(one) + "LossFraction"));
            if (one != TrafficClass.C && values.whole("ratesGuaranteed") == 1) {
                targets.put("minRateBps", 1_000_000);
            }
            added.putArray("match").addObject().put("dscp", one.dscp());
        }
        weir.put("defaultClass", WeirClasses.DEFAULT.name());
        return PolicyReader.read(weir, name);
    }

    private static void putDelay(ObjectNode targets, String field, double ms) {
        if (ms > 0) {
            targets.put(field, ms);
        }
    }
}
