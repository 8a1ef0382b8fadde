// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.onlab.packet.IpAddress;
import org.onlab.packet.VlanId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostLocation;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.app.rules.NeighbourRules;
import org.weir.app.rules.NeighbourRules.Neighbour;
import org.weir.app.rules.RuleBook;

/**
 * Keeps in every switch with hosts the addresses for which it answers ARP requests and neighbour
 * solicitations: those of all hosts to which it has a route. An address that two hosts claim is
 * left out. The switch answers no request that comes from the port to which the host is attached.
 *
 * <p>The address of a host that is not seen any longer stays for as long as the route to it.
 */
public final class NeighbourInstaller {

    /** Section of the rule book. */
    static final String SECTION = "neighbours";

    private static final String NEIGHBOURS_REFUSED = AlertType.NEIGHBOURS_REFUSED.word();

    private final Fabric fabric;
    private final RuleBook rules;
    private final NeighbourRules make;
    private final ForwardingManager forwarding;
    private final Predicate<DeviceId> answersRequests;
    private final AlertBoard alerts;
    private final Set<DeviceId> failing = ConcurrentHashMap.newKeySet();

    /**
     * An installer.
     *
     * @param fabric the network
     * @param rules book that keeps the rules; already restored
     * @param make makes the rules
     * @param forwarding keeps the routes
     * @param answersRequests whether the program of a switch answers requests
     * @param alerts list of switches that refuse the rules
     */
    public NeighbourInstaller(
            Fabric fabric,
            RuleBook rules,
            NeighbourRules make,
            ForwardingManager forwarding,
            Predicate<DeviceId> answersRequests,
            AlertBoard alerts) {
        this.fabric = fabric;
        this.rules = rules;
        this.make = make;
        this.forwarding = forwarding;
        this.answersRequests = answersRequests;
        this.alerts = alerts;
    }

    /** Returns true if a switch has refused rules, so that an update is due. */
    public boolean hasFailed() {
        return !failing.isEmpty();
    }

    /** Installs and removes what differs; to be called after each update of the routes. */
    public synchronized void update() {
        Set<DeviceId> withHosts = new HashSet<>();
        Map<Neighbour, Optional<Host>> known = new HashMap<>();
        for (Host host : fabric.hosts()) {
            withHosts.add(host.location().deviceId());
            for (IpAddress address : host.ipAddresses()) {
                if (RouteComputation.isRoutable(address)) {
                    known.merge(
                            new Neighbour(vlanId(host), address),
                            Optional.of(host),
                            (one, other) -> one.filter(first -> first.mac().equals(host.mac())));
                }
            }
        }
        List<DeviceId> own = fabric.ownDevices();
        failing.retainAll(own);
        for (DeviceId device : own) {
            List<FlowRule> before = rules.rules(device, SECTION);
            // Once a switch has had hosts: after a restart not all of them are known at once.
            if (answersRequests.test(device) && (withHosts.contains(device) || !before.isEmpty())) {
                update(device, before, known);
            }
        }
    }

    /** The port of a switch to which a host is attached; of several, where it was seen last. */
    static long port(Host host, DeviceId device) {
        return host.locations().stream()
                .filter(location -> location.elementId().equals(device))
                .max(
                        Comparator.comparingLong(HostLocation::time)
                                .thenComparingLong(location -> location.port().toLong()))
                .map(location -> location.port().toLong())
                .orElse(NeighbourRules.NO_PORT);
    }

    private static int vlanId(Host host) {
        return host.vlan().equals(VlanId.NONE) ? 0 : host.vlan().toShort();
    }

    private void update(
            DeviceId device, List<FlowRule> before, Map<Neighbour, Optional<Host>> known) {
        Map<Neighbour, FlowRule> old = new HashMap<>();
        before.forEach(
                rule -> NeighbourRules.neighbour(rule).ifPresent(each -> old.put(each, rule)));
        List<FlowRule> wanted = new ArrayList<>();
        // Rules that differ from the present ones; making one costs more than to look at one.
        List<FlowRule> made = new ArrayList<>();
        known.forEach(
                (neighbour, found) -> {
                    if (found.isEmpty()) {
                        return;
                    }
                    Host host = found.get();
                    long port = port(host, device);
                    FlowRule present = old.get(neighbour);
                    if (present != null && NeighbourRules.answersWith(present, host.mac(), port)) {
                        wanted.add(present);
                    } else if (forwarding.isReachable(neighbour.address(), device)) {
                        made.add(make.answer(device, neighbour, host.mac(), port));
                    }
                });
        old.forEach(
                (neighbour, rule) -> {
                    if (!known.containsKey(neighbour)
                            && forwarding.keepsRoute(device, neighbour.address())) {
                        wanted.add(rule);
                    }
                });
        boolean isSame = made.isEmpty() && wanted.size() == old.size();
        if (failing.contains(device) || !isSame) {
            wanted.addAll(made);
            install(device, wanted);
        }
    }

    private void install(DeviceId device, List<FlowRule> wanted) {
        rules.replace(device, SECTION, wanted)
                .whenComplete(
                        (done, error) -> {
                            if (error == null) {
                                failing.remove(device);
                                alerts.clear(NEIGHBOURS_REFUSED, device.toString());
                            } else {
                                failing.add(device);
                                alerts.raise(NEIGHBOURS_REFUSED, device.toString(), error);
                            }
                        });
    }
}
