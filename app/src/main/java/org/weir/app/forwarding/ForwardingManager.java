// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.onlab.packet.IpAddress;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.flow.FlowRule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.fabric.Fabric;
import org.weir.app.problems.ProblemBoard;
import org.weir.app.rules.RouteRules;
import org.weir.app.rules.RuleBook;

/** Keeps a route to every address of every known host in every switch. */
public final class ForwardingManager {

    private static final Logger LOG = LoggerFactory.getLogger(ForwardingManager.class);

    /** Section of the rule book. */
    static final String SECTION = "routes";

    private static final String HOST_UNREACHABLE = "host-unreachable";
    private static final String ROUTES_REFUSED = "routes-refused";

    /**
     * How long routes from before a restart of ONOS outlive what was discovered anew, in ms: links
     * and hosts come back one by one, and until they have, a missing path means nothing.
     */
    public static final long HOLD_MS = 30_000;

    private static final Comparator<DeviceId> BY_NAME = Comparator.comparing(DeviceId::toString);

    private final Fabric fabric;
    private final RuleBook rules;
    private final RouteRules make;
    private final ProblemBoard problems;
    private final long startedNs = System.nanoTime();
    private final Map<DeviceId, List<FlowRule>> restored = new HashMap<>();

    /**
     * A manager that has not installed anything yet.
     *
     * @param fabric the network
     * @param rules where routes are kept; already restored
     * @param make makes routes
     * @param problems where unreachable hosts are listed
     */
    public ForwardingManager(
            Fabric fabric, RuleBook rules, RouteRules make, ProblemBoard problems) {
        this.fabric = fabric;
        this.rules = rules;
        this.make = make;
        this.problems = problems;
    }

    /** Computes every route anew and installs what differs. */
    public synchronized void update() {
        boolean held = System.nanoTime() - startedNs < HOLD_MS * 1_000_000;
        List<Host> hosts = fabric.hosts();
        Map<String, Set<DeviceId>> cutOff = new TreeMap<>();
        for (DeviceId device : fabric.availableDevices()) {
            RoutePlan plan = plan(device, hosts, cutOff);
            if (fabric.own(device)) {
                install(device, plan.rules(make), held);
            }
        }
        if (!held) {
            report(cutOff);
        }
    }

    private RoutePlan plan(DeviceId device, List<Host> hosts, Map<String, Set<DeviceId>> cutOff) {
        RoutePlan plan = new RoutePlan(device);
        for (Host host : hosts) {
            DeviceId last = host.location().deviceId();
            Set<Long> ports =
                    device.equals(last)
                            ? Set.of(host.location().port().toLong())
                            : fabric.nextHops(device, last);
            for (IpAddress address : host.ipAddresses()) {
                if (ports.isEmpty()) {
                    cutOff.computeIfAbsent(address.toString(), ignored -> new TreeSet<>(BY_NAME))
                            .add(device);
                } else if (routable(address)) {
                    plan.add(address, ports);
                }
            }
        }
        return plan;
    }

    private static boolean routable(IpAddress address) {
        return !address.isZero() && !address.isMulticast() && !address.isLinkLocal();
    }

    private void install(DeviceId device, List<FlowRule> computed, boolean held) {
        Set<FlowRule> wanted = new LinkedHashSet<>(computed);
        List<FlowRule> before = restored.computeIfAbsent(device, id -> rules.rules(id, SECTION));
        if (held) {
            wanted.addAll(before);
        }
        rules.replace(device, SECTION, new ArrayList<>(wanted))
                .whenComplete((done, error) -> confirm(device, wanted.size(), error));
    }

    private void confirm(DeviceId device, int count, Throwable error) {
        if (error == null) {
            LOG.debug("{}: {} forwarding entries in place", device, count);
            problems.clear(ROUTES_REFUSED, device.toString());
        } else {
            problems.raise(ROUTES_REFUSED, device.toString(), error);
        }
    }

    private void report(Map<String, Set<DeviceId>> cutOff) {
        Map<String, String> texts = new TreeMap<>();
        cutOff.forEach((address, from) -> texts.put(address, "no path from " + from));
        problems.replace(HOST_UNREACHABLE, texts);
    }
}
