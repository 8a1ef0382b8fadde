// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.onlab.packet.IpPrefix;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.rules.RouteRules;

/**
 * Routes that switches have from before a restart of ONOS or a change of master. All of a switch's
 * are kept for a time, because links and hosts are discovered one by one. After that time those are
 * kept whose destination is known and has no path: a link that was not discovered again is no proof
 * that it has failed, and without a path no other route is better. Routes to prefixes are kept
 * until a policy says which there are.
 */
final class FormerRoutes {

    private final Map<DeviceId, List<FlowRule>> restored = new ConcurrentHashMap<>();

    /** End of the time for which all routes of a switch are kept, ns. */
    private final Map<DeviceId, Long> heldUntilNs = new ConcurrentHashMap<>();

    /** Switches that were given routes from before beside the computed ones. */
    private final Set<DeviceId> keeping = ConcurrentHashMap.newKeySet();

    private volatile Set<IpPrefix> known = Set.of();

    /** True while no policy has said which static routes there are. */
    private volatile boolean keepsPrefixes = true;

    /** Begins the time for which all routes of a switch are kept, if it has not begun before. */
    void holdOnce(DeviceId device, long untilNs) {
        heldUntilNs.putIfAbsent(device, untilNs);
    }

    /** Begins that time anew: the rule book has other routes of the switch since. */
    void hold(DeviceId device, long untilNs) {
        heldUntilNs.put(device, untilNs);
        restored.remove(device);
    }

    /** True during the time for which all routes of a switch are kept. */
    boolean isHeld(DeviceId device, long nowNs) {
        Long untilNs = heldUntilNs.get(device);
        return untilNs != null && nowNs - untilNs < 0;
    }

    /** Sets the destinations that have a place in the network. */
    void setKnown(Set<IpPrefix> destinations) {
        known = Set.copyOf(destinations);
    }

    /**
     * Lets those routes to prefixes go that are not computed, as a policy names the static routes.
     * Until then they are kept.
     */
    void releasePrefixes() {
        keepsPrefixes = false;
    }

    /** True if a switch has routes from before beside the computed ones. */
    boolean isKeeping(DeviceId device) {
        return keeping.contains(device);
    }

    /**
     * Returns the rules from before that a switch keeps beside those of a plan.
     *
     * @param device switch
     * @param present gives the switch's rules, which are those from before at the first call
     * @param isHeld whether all are kept
     * @param plan computed routes
     */
    List<FlowRule> kept(
            DeviceId device, Supplier<List<FlowRule>> present, boolean isHeld, RoutePlan plan) {
        List<FlowRule> before = restored.computeIfAbsent(device, id -> present.get());
        List<FlowRule> kept = isHeld ? before : withoutPath(before, plan);
        if (!isHeld) {
            // Not later either: such a route may lead to a former next hop.
            restored.computeIfPresent(device, (id, all) -> kept);
        }
        if (isHeld || !kept.isEmpty()) {
            keeping.add(device);
        } else {
            keeping.remove(device);
        }
        return kept;
    }

    private List<FlowRule> withoutPath(List<FlowRule> before, RoutePlan plan) {
        List<FlowRule> routes =
                before.stream().filter(rule -> hasNoPath(rule, plan)).collect(Collectors.toList());
        Set<Integer> groups =
                routes.stream()
                        .flatMap(route -> RouteRules.group(route).stream())
                        .collect(Collectors.toSet());
        return before.stream()
                .filter(
                        rule ->
                                hasNoPath(rule, plan)
                                        || RouteRules.destination(rule).isEmpty()
                                                && RouteRules.group(rule)
                                                        .filter(groups::contains)
                                                        .isPresent())
                .collect(Collectors.toList());
    }

    private static boolean isOfMany(IpPrefix destination) {
        return !destination.equals(destination.address().toIpPrefix());
    }

    private boolean hasNoPath(FlowRule rule, RoutePlan plan) {
        return RouteRules.destination(rule)
                .filter(each -> known.contains(each) || keepsPrefixes && isOfMany(each))
                .filter(destination -> plan.route(destination) == null)
                .isPresent();
    }
}
