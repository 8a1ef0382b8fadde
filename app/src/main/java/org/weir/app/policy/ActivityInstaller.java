// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.onlab.packet.IpAddress;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.pi.model.PiTableId;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.app.fabric.LinkMap;
import org.weir.app.rules.ActivityRules;
import org.weir.app.rules.RuleBook;
import org.weir.control.PortId;
import org.weir.control.policy.ActivityDomain;
import org.weir.control.policy.ActivityUser;
import org.weir.control.policy.IpPrefix;
import org.weir.control.policy.Policy;
import org.weir.pipelines.P4Limits;
import org.weir.pipelines.P4Names;
import org.weir.pipelines.Platform;

/**
 * Keeps in every switch the ABC domain of the policy (docs/abc.md): which ports lead to other
 * switches of the domain, and which users are metered at the other ports. Without a port with the
 * scheme {@code abc} there is no domain.
 *
 * <p>An aggregate keeps its number on a switch while one of its prefixes stays, also after a
 * restart.
 */
public final class ActivityInstaller {

    private static final String SECTION = "activity";
    private static final String ACTIVITY_REFUSED = AlertType.ACTIVITY_REFUSED.word();
    private static final Comparator<IpPrefix> BY_TEXT = Comparator.comparing(IpPrefix::toString);

    private final Fabric fabric;
    private final RuleBook rules;
    private final ActivityRules make;
    private final BiPredicate<Platform, PiTableId> hasTable;
    private final Function<DeviceId, Set<Long>> portsToSwitches;
    private final AlertBoard alerts;
    private final Set<DeviceId> failing = ConcurrentHashMap.newKeySet();

    /** Source addresses at a port that a switch meters together. */
    private static final class Aggregate {
        private final long port;

        /** Each prefix with its weight. */
        private final Map<IpPrefix, Double> prefixes = new TreeMap<>(BY_TEXT);

        Aggregate(long port) {
            this.port = port;
        }
    }

    /**
     * An installer.
     *
     * @param fabric the network
     * @param rules book that keeps the rules; already restored
     * @param make makes rules of ABC
     * @param hasTable whether the program of a platform has a table
     * @param portsToSwitches ports of a switch that lead to other switches
     * @param alerts list of switches that refuse the rules or cannot meter
     */
    public ActivityInstaller(
            Fabric fabric,
            RuleBook rules,
            ActivityRules make,
            BiPredicate<Platform, PiTableId> hasTable,
            Function<DeviceId, Set<Long>> portsToSwitches,
            AlertBoard alerts) {
        this.fabric = fabric;
        this.rules = rules;
        this.make = make;
        this.hasTable = hasTable;
        this.portsToSwitches = portsToSwitches;
        this.alerts = alerts;
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
        List<DeviceId> own = fabric.ownDevices();
        failing.retainAll(own);
        Optional<ActivityDomain> domain = policy.get().activity();
        // Once for all switches: ONOS reads all hosts from the cluster's store.
        LinkMap links = domain.isPresent() ? fabric.links() : LinkMap.empty();
        Map<DeviceId, List<Host>> hosts = domain.isPresent() ? hostsByDevice() : Map.of();
        for (DeviceId device : own) {
            Platform platform = fabric.platform(device).orElse(null);
            if (platform == null) {
                continue;
            }
            if (domain.isPresent() && !isCapable(platform)) {
                alerts.raise(
                        ACTIVITY_REFUSED,
                        device.toString(),
                        "the switch's program "
                                + platform.pipeconf()
                                + " has no table "
                                + P4Names.TABLE_ACTIVITY_EDGE
                                + OtherPrograms.with(
                                        platform, P4Names.TABLE_ACTIVITY_EDGE, hasTable)
                                + ": packets of its hosts carry no activity, and ports with scheme"
                                + " abc drop them first");
            } else {
                install(device, platform, domain, links, hosts.getOrDefault(device, List.of()));
            }
        }
    }

    /** True if a switch has refused rules, so that an update is due. */
    public boolean hasFailed() {
        return !failing.isEmpty();
    }

    private boolean isCapable(Platform platform) {
        return hasTable.test(platform, P4Names.TABLE_ACTIVITY_EDGE);
    }

    private void install(
            DeviceId device,
            Platform platform,
            Optional<ActivityDomain> domain,
            LinkMap links,
            List<Host> hosts) {
        List<FlowRule> before = rules.rules(device, SECTION);
        List<FlowRule> wanted = new ArrayList<>();
        int unmetered = 0;
        if (domain.isPresent()) {
            Set<Long> inner = innerPorts(device, links);
            for (long port : inner) {
                wanted.add(make.keep(device, port));
                wanted.add(make.write(device, port));
            }
            Set<Long> edge = new TreeSet<>(fabric.ports(device));
            edge.removeIf(port -> port < 1 || port > P4Limits.MAX_PORT);
            edge.remove((long) platform.cpuPort());
            edge.removeAll(inner);
            boolean windowed = platform.hasWindowedActivity();
            edge.forEach(port -> wanted.add(make.meter(device, windowed, port, domain.get())));
            unmetered =
                    aggregates(
                            device,
                            windowed,
                            aggregatesOf(device, domain.get(), edge, hosts),
                            domain.get(),
                            before,
                            wanted);
        }
        String left =
                unmetered == 0
                        ? ""
                        : unmetered
                                + " users are not metered, since a switch can meter "
                                + ActivityDomain.MAX_USERS
                                + ": ports with scheme abc drop their packets first";
        if (before.isEmpty() && wanted.isEmpty()) {
            alerts.clear(ACTIVITY_REFUSED, device.toString());
            return;
        }
        rules.replace(device, SECTION, wanted)
                .whenComplete(
                        (done, error) -> {
                            if (error != null) {
                                failing.add(device);
                                alerts.raise(ACTIVITY_REFUSED, device.toString(), error);
                                return;
                            }
                            failing.remove(device);
                            if (left.isEmpty()) {
                                alerts.clear(ACTIVITY_REFUSED, device.toString());
                            } else {
                                alerts.raise(ACTIVITY_REFUSED, device.toString(), left);
                            }
                        });
    }

    /** Ports to switches that can read activity values; of an unknown switch it is assumed. */
    private Set<Long> innerPorts(DeviceId device, LinkMap links) {
        Set<Long> inner = new TreeSet<>(portsToSwitches.apply(device));
        links.linksFrom(device)
                .forEach(
                        (port, peer) -> {
                            if (!fabric.platform(peer).map(this::isCapable).orElse(true)) {
                                inner.remove(port);
                            }
                        });
        return inner;
    }

    private List<Aggregate> aggregatesOf(
            DeviceId device, ActivityDomain domain, Set<Long> edge, List<Host> hosts) {
        List<Aggregate> found = new ArrayList<>();
        for (ActivityUser user : domain.users()) {
            user.port()
                    .filter(at -> at.device().equals(device.toString()))
                    .filter(at -> edge.contains(at.port()))
                    .ifPresent(
                            at -> {
                                Aggregate one = new Aggregate(at.port());
                                one.prefixes.put(user.prefix(), user.weight());
                                found.add(one);
                            });
        }
        for (Host host : hosts) {
            long port = host.location().port().toLong();
            if (!edge.contains(port)) {
                continue;
            }
            PortId at = new PortId(device.toString(), port);
            Aggregate one = new Aggregate(port);
            for (IpAddress address : host.ipAddresses()) {
                Optional<ActivityUser> user = domain.userOf(at, address.toOctets());
                if (user.flatMap(ActivityUser::port).isEmpty()) {
                    one.prefixes.put(
                            IpPrefix.parse(address.toString()),
                            domain.weightOf(at, address.toOctets()));
                }
            }
            if (!one.prefixes.isEmpty()) {
                found.add(one);
            }
        }
        return found;
    }

    /** The hosts of each switch, by id. */
    private Map<DeviceId, List<Host>> hostsByDevice() {
        List<Host> all = new ArrayList<>(fabric.hosts());
        all.sort(Comparator.comparing(host -> host.id().toString()));
        return all.stream().collect(Collectors.groupingBy(host -> host.location().deviceId()));
    }

    /** Adds the rules of aggregates, with the numbers that they had; returns how many have none. */
    private int aggregates(
            DeviceId device,
            boolean windowed,
            List<Aggregate> aggregates,
            ActivityDomain domain,
            List<FlowRule> before,
            List<FlowRule> wanted) {
        Map<String, Integer> had = new HashMap<>();
        for (FlowRule rule : before) {
            ActivityRules.index(rule)
                    .ifPresent(index -> had.put(ActivityRules.matched(rule), index));
        }
        BitSet taken = new BitSet();
        Map<Aggregate, Integer> numbers = new HashMap<>();
        for (Aggregate one : aggregates) {
            for (FlowRule rule : rulesOf(device, windowed, one, 0, domain)) {
                Integer index = had.get(ActivityRules.matched(rule));
                if (index != null && !numbers.containsKey(one) && !taken.get(index)) {
                    taken.set(index);
                    numbers.put(one, index);
                }
            }
        }
        int without = 0;
        for (Aggregate one : aggregates) {
            int index = numbers.getOrDefault(one, taken.nextClearBit(0));
            if (index >= ActivityDomain.MAX_USERS) {
                without++;
                continue;
            }
            taken.set(index);
            wanted.addAll(rulesOf(device, windowed, one, index, domain));
        }
        return without;
    }

    private List<FlowRule> rulesOf(
            DeviceId device, boolean windowed, Aggregate one, int index, ActivityDomain domain) {
        return one.prefixes.entrySet().stream()
                .map(
                        each ->
                                make.aggregate(
                                        device,
                                        windowed,
                                        one.port,
                                        each.getKey(),
                                        index,
                                        domain,
                                        each.getValue()))
                .collect(Collectors.toList());
    }
}
