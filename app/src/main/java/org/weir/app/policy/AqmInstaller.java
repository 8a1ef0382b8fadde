// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.app.queues.PortAlgorithms;
import org.weir.app.rules.AqmRules;
import org.weir.app.rules.RuleBook;
import org.weir.control.PortId;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PortAqm;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.Platform;
import org.weir.pipelines.WindowedActivity;

/** Keeps in every switch which scheme of active queue management the policy gives its ports. */
public final class AqmInstaller implements PortAlgorithms {

    private static final String SECTION = "aqm";
    private static final String AQM_REFUSED = AlertType.AQM_REFUSED.word();
    private static final String RPM_OTHER_PIPE = AlertType.RPM_OTHER_PIPE.word();

    private static final Map<PortAqm.Scheme, List<PiTableId>> TABLES =
            Map.of(
                    PortAqm.Scheme.NONE, List.of(),
                    PortAqm.Scheme.CODEL, List.of(P4Names.TABLE_SCHEMES),
                    PortAqm.Scheme.RPM, List.of(P4Names.TABLE_SCHEMES, P4Names.TABLE_ACK_PORTS),
                    PortAqm.Scheme.ABC, List.of(P4Names.TABLE_ACTIVITY_AQM));

    private final Fabric fabric;
    private final RuleBook rules;
    private final AqmRules make;
    private final BiPredicate<Platform, PiTableId> hasTable;
    private final AlertBoard alerts;
    private final Map<DeviceId, Map<Long, PortAqm>> inForce = new ConcurrentHashMap<>();

    /** Schemes that switches have not confirmed, of those that they were asked for last. */
    private final Map<DeviceId, Map<Long, PortAqm>> refused = new ConcurrentHashMap<>();

    /**
     * An installer.
     *
     * @param fabric the network
     * @param rules rule book
     * @param make makes rules of schemes
     * @param hasTable whether the program of a platform has a table
     * @param alerts list of alerts, for switches that refuse the rules or have no AQM algorithms
     */
    public AqmInstaller(
            Fabric fabric,
            RuleBook rules,
            AqmRules make,
            BiPredicate<Platform, PiTableId> hasTable,
            AlertBoard alerts) {
        this.fabric = fabric;
        this.rules = rules;
        this.make = make;
        this.hasTable = hasTable;
        this.alerts = alerts;
    }

    /**
     * Installs and removes what differs in every switch of this instance.
     *
     * @param policy the policy, or empty to leave the switches as they are
     */
    public void update(Optional<Policy> policy) {
        refused.keySet().retainAll(Set.copyOf(fabric.ownDevices()));
        policy.ifPresent(
                present -> fabric.ownDevices().forEach(device -> install(device, present)));
    }

    /** True if a switch of this instance lacks entries, so that they should be sent again. */
    public boolean hasFailed() {
        return !refused.isEmpty();
    }

    /**
     * The scheme of a port that its switch has confirmed.
     *
     * @param port port
     * @return the scheme; none before the switch has confirmed the first
     */
    public PortAqm inForce(PortId port) {
        return inForce.getOrDefault(DeviceId.deviceId(port.device()), Map.of())
                .getOrDefault(port.port(), PortAqm.NONE);
    }

    /** {@inheritDoc} What a write that failed, or timed out, has left in a switch is not known. */
    @Override
    public boolean has(PortId port, PortAqm aqm) {
        DeviceId device = DeviceId.deviceId(port.device());
        return !lacksProgram(device, aqm) && isConfirmed(device, port.port(), aqm);
    }

    @Override
    public boolean mayHave(PortId port, PortAqm aqm) {
        DeviceId device = DeviceId.deviceId(port.device());
        PortAqm failed = refused.getOrDefault(device, Map.of()).get(port.port());
        return !lacksProgram(device, aqm)
                && (aqm.scheme() == PortAqm.Scheme.NONE || !aqm.equals(failed));
    }

    /** True if the switch has confirmed all entries of a scheme that its program has. */
    private boolean isConfirmed(DeviceId device, long port, PortAqm aqm) {
        return rules.isConfirmed(
                device, SECTION, make.of(device, isWindowed(device), Map.of(port, aqm)));
    }

    private boolean isWindowed(DeviceId device) {
        return fabric.platform(device).map(Platform::hasWindowedActivity).orElse(false);
    }

    private boolean lacksProgram(DeviceId device, PortAqm aqm) {
        return lack(fabric.platform(device).orElse(null), aqm).isPresent();
    }

    /** Forgets what a switch has confirmed: another node may have changed it. */
    public void forget(DeviceId device) {
        inForce.remove(device);
    }

    /** A port whose scheme the program lacks keeps what it has; all others get theirs. */
    private void install(DeviceId device, Policy policy) {
        Map<Long, PortAqm> schemes = schemes(device, policy);
        Map<Long, String> lacks = lacks(device, schemes);
        boolean windowed = isWindowed(device);
        List<FlowRule> held = held(device, windowed, lacks.keySet());
        lacks.keySet().forEach(port -> schemes.put(port, kept(device, port, held)));
        if (!lacks.isEmpty()) {
            alerts.raise(AQM_REFUSED, device.toString(), text(lacks));
        }
        fabric.platform(device)
                .flatMap(platform -> otherPipes(platform, schemes))
                .ifPresentOrElse(
                        text -> alerts.raise(RPM_OTHER_PIPE, device.toString(), text),
                        () -> alerts.clear(RPM_OTHER_PIPE, device.toString()));
        Map<Long, PortAqm> made = new TreeMap<>(schemes);
        made.keySet().removeAll(lacks.keySet());
        List<FlowRule> wanted = new ArrayList<>(make.of(device, windowed, made));
        held.stream().filter(rule -> !wanted.contains(rule)).forEach(wanted::add);
        rules.replaceEach(device, SECTION, wanted)
                .whenComplete(
                        (done, error) -> {
                            if (error != null) {
                                noteFailure(device, schemes, lacks.keySet());
                                alerts.raise(AQM_REFUSED, device.toString(), error);
                                return;
                            }
                            inForce.put(device, schemes);
                            refused.remove(device);
                            if (lacks.isEmpty()) {
                                alerts.clear(AQM_REFUSED, device.toString());
                            } else {
                                alerts.raise(AQM_REFUSED, device.toString(), text(lacks));
                            }
                        });
    }

    /** Ports whose entries the switch has confirmed have their schemes nevertheless. */
    private void noteFailure(DeviceId device, Map<Long, PortAqm> schemes, Set<Long> kept) {
        List<FlowRule> possible = rules.possible(device, SECTION);
        Map<Long, PortAqm> before = inForce.getOrDefault(device, Map.of());
        Map<Long, PortAqm> now = new TreeMap<>();
        Map<Long, PortAqm> failed = new TreeMap<>();
        schemes.forEach(
                (port, aqm) -> {
                    if (kept.contains(port)
                            || aqm.scheme() != PortAqm.Scheme.NONE
                                    && isConfirmed(device, port, aqm)) {
                        now.put(port, aqm);
                        return;
                    }
                    now.put(port, left(port, before.getOrDefault(port, PortAqm.NONE), possible));
                    if (aqm.scheme() != PortAqm.Scheme.NONE) {
                        failed.put(port, aqm);
                    }
                });
        inForce.put(device, now);
        refused.put(device, failed);
    }

    /** The former scheme if the switch may still have its entry, else none. */
    private static PortAqm left(long port, PortAqm former, List<FlowRule> possible) {
        List<FlowRule> ofScheme =
                possible.stream()
                        .filter(rule -> TABLES.get(former.scheme()).contains(rule.table()))
                        .collect(Collectors.toList());
        return AqmRules.read(ofScheme, port).isPresent() ? former : PortAqm.NONE;
    }

    /**
     * Rules of ports that keep their scheme, as the switch has them: after a restart nobody else
     * knows the schemes. What the switch's present program cannot have is left out.
     */
    private List<FlowRule> held(DeviceId device, boolean windowed, Set<Long> ports) {
        Platform platform = fabric.platform(device).orElse(null);
        if (platform == null || ports.isEmpty()) {
            return List.of();
        }
        List<FlowRule> held =
                rules.rules(device, SECTION).stream()
                        .filter(rule -> hasTable.test(platform, (PiTableId) rule.table()))
                        .collect(Collectors.toList());
        return AqmRules.ofPorts(held, windowed, ports);
    }

    /**
     * The scheme that a port has, if the switch's present program has it. Thresholds are in force
     * beside it, because the port lacks the scheme of the policy.
     */
    private PortAqm kept(DeviceId device, long port, List<FlowRule> held) {
        PortAqm known = inForce.getOrDefault(device, Map.of()).get(port);
        PortAqm present = known != null ? known : AqmRules.read(held, port).orElse(PortAqm.NONE);
        return lacksProgram(device, present) ? PortAqm.NONE : present.besideThresholds();
    }

    /**
     * Ports with an AQM algorithm that the switch's program lacks, or whose parameters it cannot
     * have, with a sentence for each.
     */
    private Map<Long, String> lacks(DeviceId device, Map<Long, PortAqm> schemes) {
        Platform platform = fabric.platform(device).orElse(null);
        Map<Long, String> lacks = new TreeMap<>();
        schemes.forEach(
                (port, aqm) -> lack(platform, aqm).ifPresent(text -> lacks.put(port, text)));
        return lacks;
    }

    /** The sentence of the first port, with the numbers of all. */
    private static String text(Map<Long, String> lacks) {
        String ports =
                lacks.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return (lacks.size() == 1 ? "port " : "ports ")
                + ports
                + ": "
                + lacks.values().iterator().next()
                + "; thresholds and feedback packets go on";
    }

    private Optional<String> lack(Platform platform, PortAqm aqm) {
        for (PiTableId table : TABLES.get(aqm.scheme())) {
            if (platform == null || !hasTable.test(platform, table)) {
                return Optional.of(
                        "the switch's program"
                                + (platform == null ? "" : " " + platform.pipeconf())
                                + " has no table "
                                + table
                                + ", which scheme "
                                + aqm.scheme().word()
                                + " needs"
                                + (platform == null
                                        ? ""
                                        : OtherPrograms.with(platform, table, hasTable)));
            }
        }
        return aqm.activity()
                .filter(activity -> platform.hasWindowedActivity())
                .filter(activity -> WindowedActivity.gammaLog2(activity.gammaPackets()).isEmpty())
                .map(
                        activity ->
                                "aqm.gammaPackets: the switch's program "
                                        + platform.pipeconf()
                                        + " needs a power of two from 1 to "
                                        + (1 << WindowedActivity.MAX_GAMMA_LOG_2)
                                        + ", not "
                                        + activity.gammaPackets());
    }

    /**
     * Ports by which acknowledgements leave unseen by a port that marks by the reverse path,
     * because they are in another pipe. The switch marks the data of those flows itself.
     */
    private static Optional<String> otherPipes(Platform platform, Map<Long, PortAqm> schemes) {
        List<String> texts = new ArrayList<>();
        schemes.forEach(
                (port, aqm) -> {
                    List<Long> others =
                            schemes.keySet().stream()
                                    .filter(other -> platform.pipe(other) != platform.pipe(port))
                                    .collect(Collectors.toList());
                    if (aqm.scheme() == PortAqm.Scheme.RPM && !others.isEmpty()) {
                        texts.add(
                                "port " + port + " (pipe " + platform.pipe(port) + "): " + others);
                    }
                });
        return texts.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "flows whose acknowledgements leave by a port of another pipe get marks on"
                                + " their data, not on the reverse path; "
                                + String.join("; ", texts));
    }

    /**
     * AQM algorithms of all ports, in use or not: a link that goes and comes, or that ONOS has yet
     * to find again after a restart, must not take its port's algorithm away.
     */
    private Map<Long, PortAqm> schemes(DeviceId device, Policy policy) {
        Set<Long> ports = new TreeSet<>(fabric.ports(device));
        for (PortId port : policy.configuredPorts()) {
            if (port.device().equals(device.toString())) {
                ports.add(port.port());
            }
        }
        Map<Long, PortAqm> schemes = new TreeMap<>();
        for (long port : ports) {
            if (fabric.manages(device, port)) {
                schemes.put(port, policy.aqm(new PortId(device.toString(), port)));
            }
        }
        return schemes;
    }
}
