// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.PortNumber;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.app.fabric.LinkMap;
import org.weir.app.rules.EdgeRules;
import org.weir.app.rules.RuleBook;
import org.weir.control.PortId;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PortEdge;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.Platform;

/**
 * Keeps in every switch which of its ports lead to switches and which to hosts, what those to hosts
 * believe, how many frames each port may send the controller, and which hosts get feedback packets
 * (docs/edge.md).
 *
 * <p>A port by which a link was found stays one to a switch until a host is seen there: a link that
 * goes, a restart of ONOS or the loss of a probe takes nothing from it. A host gets feedback if the
 * policy's agents have its address or an agent is registered with it; once it got it, until neither
 * is so or the host is seen at another switch. While it is not known which agents are registered,
 * hosts that got feedback go on to get it.
 */
public final class EdgeInstaller {

    private static final String SECTION = "edge";
    private static final String EDGE_REFUSED = AlertType.EDGE_REFUSED.word();
    private static final String EDGE_OPEN = AlertType.EDGE_OPEN.word();

    private final Fabric fabric;
    private final RuleBook rules;
    private final EdgeRules make;
    private final BiPredicate<Platform, PiTableId> hasTable;
    private final AlertBoard alerts;
    private final Function<IpAddress, Optional<Boolean>> findRegistered;

    /** Rules that each switch was asked to hold last, unless it has refused them. */
    private final Map<DeviceId, List<FlowRule>> asked = new ConcurrentHashMap<>();

    private final Set<DeviceId> failing = ConcurrentHashMap.newKeySet();
    private final Map<DeviceId, Known> known = new HashMap<>();

    /** Findings about a switch that stand until another finding speaks against them. */
    private static final class Known {
        private final Set<Long> portsToSwitches = new TreeSet<>();
        private final Set<IpAddress> agents = new TreeSet<>();
    }

    /**
     * An installer.
     *
     * @param fabric the network
     * @param rules book that keeps the rules; already restored
     * @param make makes rules of the edge
     * @param hasTable whether the program of a platform has a table
     * @param alerts list of switches that refuse the rules or cannot keep an edge
     * @param findRegistered whether an agent is registered with an address; empty if that is not
     *     known
     */
    public EdgeInstaller(
            Fabric fabric,
            RuleBook rules,
            EdgeRules make,
            BiPredicate<Platform, PiTableId> hasTable,
            AlertBoard alerts,
            Function<IpAddress, Optional<Boolean>> findRegistered) {
        this.findRegistered = findRegistered;
        this.fabric = fabric;
        this.rules = rules;
        this.make = make;
        this.hasTable = hasTable;
        this.alerts = alerts;
    }

    /** Forgets which rules a switch has: another instance may have changed them. */
    public synchronized void forget(DeviceId device) {
        asked.remove(device);
        known.remove(device);
    }

    /**
     * Installs and removes what differs in every switch of this instance.
     *
     * @param policy the policy, or empty to leave the switches as they are
     */
    public synchronized void update(Optional<Policy> policy) {
        if (policy.isEmpty()) {
            return;
        }
        LinkMap links = fabric.links();
        Set<ConnectPoint> hosts = new HashSet<>();
        Map<IpAddress, DeviceId> places = new HashMap<>();
        for (Host host : fabric.hosts()) {
            ConnectPoint point =
                    new ConnectPoint(host.location().deviceId(), host.location().port());
            hosts.add(point);
            host.ipAddresses().forEach(address -> places.put(address, point.deviceId()));
        }
        List<DeviceId> own = fabric.ownDevices();
        asked.keySet().retainAll(own);
        failing.retainAll(own);
        for (DeviceId device : own) {
            Platform platform = fabric.platform(device).orElse(null);
            if (platform == null) {
                continue;
            }
            List<FlowRule> wanted = new ArrayList<>();
            if (hasTable.test(platform, P4Names.TABLE_CONTROLLER_LIMITS)) {
                wanted.addAll(limits(device, platform, policy.get()));
            }
            if (hasTable.test(platform, P4Names.TABLE_PORT_KINDS)) {
                wanted.addAll(rules(device, platform, policy.get(), links, hosts, places));
            } else {
                alerts.raise(
                        EDGE_OPEN,
                        device.toString(),
                        "the switch's program "
                                + platform.pipeconf()
                                + " has no table "
                                + P4Names.TABLE_PORT_KINDS
                                + ": hosts can forge feedback and use every class");
            }
            if (!wanted.isEmpty()) {
                install(device, wanted);
            }
        }
    }

    /**
     * Ports of a switch that lead to other switches, by policy or by what was found.
     *
     * @return none before the first update
     */
    public synchronized Set<Long> portsToSwitches(DeviceId device) {
        Set<Long> ports = new TreeSet<>();
        asked.getOrDefault(device, List.of())
                .forEach(rule -> EdgeRules.portToSwitch(rule).ifPresent(ports::add));
        return ports;
    }

    /**
     * True if a switch delivers feedback packets that leave by a port to an address, by the rules
     * that it was asked to hold. It withholds them at ports to hosts, but for addresses with an
     * agent.
     *
     * @return empty if this instance has given the switch no rules, or the switch has refused them
     */
    public synchronized Optional<Boolean> delivers(DeviceId device, long port, IpAddress to) {
        List<FlowRule> held = failing.contains(device) ? null : asked.get(device);
        if (held == null) {
            return Optional.empty();
        }
        return Optional.of(
                held.stream().noneMatch(rule -> EdgeRules.withholdsAt(rule, port))
                        || held.stream()
                                .anyMatch(
                                        rule ->
                                                EdgeRules.agent(rule)
                                                        .filter(to::equals)
                                                        .isPresent()));
    }

    /** True if a switch has refused rules, so that an update is due. */
    public boolean hasFailed() {
        return !failing.isEmpty();
    }

    private List<FlowRule> limits(DeviceId device, Platform platform, Policy policy) {
        List<FlowRule> limits = new ArrayList<>();
        for (long port : ports(device, platform, policy)) {
            PortEdge edge = policy.edge(new PortId(device.toString(), port));
            limits.add(make.limit(device, port, edge));
        }
        return limits;
    }

    private List<FlowRule> rules(
            DeviceId device,
            Platform platform,
            Policy policy,
            LinkMap links,
            Set<ConnectPoint> hosts,
            Map<IpAddress, DeviceId> places) {
        Known before = known.computeIfAbsent(device, this::restored);
        List<FlowRule> wanted = new ArrayList<>();
        wanted.add(make.dropGroups(device));
        for (long port : ports(device, platform, policy)) {
            PortEdge edge = policy.edge(new PortId(device.toString(), port));
            if (leadsToSwitch(device, port, edge, links, hosts, before)) {
                wanted.add(make.toSwitch(device, port));
            } else {
                wanted.add(make.toHosts(device, port, edge));
                wanted.add(make.withhold(device, port));
                wanted.addAll(make.sources(device, port, edge));
                if (edge.leadsTo() == PortEdge.LeadsTo.HOSTS) {
                    wanted.addAll(make.dropProbes(device, port));
                }
            }
        }
        Set<IpAddress> agents = Set.copyOf(before.agents);
        places.forEach(
                (address, at) -> {
                    if (at.equals(device)) {
                        before.agents.add(address);
                    } else {
                        before.agents.remove(address);
                    }
                });
        before.agents.removeIf(
                address ->
                        !policy.hasAgent(address.toOctets())
                                && !findRegistered.apply(address).orElse(agents.contains(address)));
        before.agents.forEach(address -> wanted.add(make.deliver(device, address)));
        return wanted;
    }

    private Known restored(DeviceId device) {
        Known restored = new Known();
        for (FlowRule rule : rules.rules(device, SECTION)) {
            EdgeRules.portToSwitch(rule).ifPresent(restored.portsToSwitches::add);
            EdgeRules.agent(rule).ifPresent(restored.agents::add);
        }
        return restored;
    }

    private static boolean leadsToSwitch(
            DeviceId device,
            long port,
            PortEdge edge,
            LinkMap links,
            Set<ConnectPoint> hosts,
            Known before) {
        switch (edge.leadsTo()) {
            case HOSTS:
                return false;
            case SWITCH:
                return true;
            default:
                break;
        }
        if (links.hasPort(device, port)) {
            before.portsToSwitches.add(port);
        } else if (hosts.contains(point(device, port))) {
            before.portsToSwitches.remove(port);
        }
        return before.portsToSwitches.contains(port);
    }

    private static ConnectPoint point(DeviceId device, long port) {
        return new ConnectPoint(device, PortNumber.portNumber(port));
    }

    private Set<Long> ports(DeviceId device, Platform platform, Policy policy) {
        Set<Long> ports = new TreeSet<>(fabric.ports(device));
        for (PortId port : policy.configuredPorts()) {
            if (port.device().equals(device.toString())) {
                ports.add(port.port());
            }
        }
        ports.remove((long) platform.cpuPort());
        ports.removeIf(port -> port < 0 || port > P4Limits.MAX_PORT);
        return ports;
    }

    private void install(DeviceId device, List<FlowRule> wanted) {
        List<FlowRule> last = asked.put(device, wanted);
        if (last != null && isSame(last, wanted)) {
            asked.put(device, last);
            return;
        }
        rules.replace(device, SECTION, wanted)
                .whenComplete(
                        (done, error) -> {
                            if (error == null) {
                                failing.remove(device);
                                alerts.clear(EDGE_REFUSED, device.toString());
                            } else {
                                asked.remove(device, wanted);
                                failing.add(device);
                                alerts.raise(EDGE_REFUSED, device.toString(), error);
                            }
                        });
    }

    private static boolean isSame(List<FlowRule> some, List<FlowRule> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!some.get(i).exactMatch(others.get(i))) {
                return false;
            }
        }
        return true;
    }
}
