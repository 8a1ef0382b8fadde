// SPDX-License-Identifier: Apache-2.0
package org.weir.app.policy;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowRule;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.app.rules.RuleBook;
import org.weir.control.policy.MatchRule;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyClass;

/**
 * Keeps the policy's match rules in every switch. A policy may have thousands of them: they are
 * made for a switch only when they differ from what it has confirmed or is being given.
 */
public final class ClassifierInstaller {

    private static final String SECTION = "classes";
    private static final String CLASSES_REFUSED = AlertType.CLASSES_REFUSED.word();
    private static final String TAGS_UNREAD = AlertType.TAGS_UNREAD.word();

    private final Fabric fabric;
    private final RuleBook rules;
    private final BiFunction<DeviceId, Policy, ? extends Collection<FlowRule>> make;
    private final ToLongBiFunction<DeviceId, Policy> unread;
    private final AlertBoard alerts;

    /** The match rules that each switch was asked to hold last, unless it has refused them. */
    private final Map<DeviceId, Matches> asked = new ConcurrentHashMap<>();

    private final Map<DeviceId, Matches> confirmed = new ConcurrentHashMap<>();

    /** Switches that have not confirmed all rules that they were asked to hold last. */
    private final Set<DeviceId> failing = ConcurrentHashMap.newKeySet();

    private volatile Matches wanted;

    /** The match rules of all classes, and the class of what matches none. */
    private static final class Matches {
        private final List<List<MatchRule>> rules;
        private final int defaultClass;

        /** The policy that was seen last with these rules. */
        private volatile Policy policy;

        Matches(Policy policy) {
            this.policy = policy;
            rules = policy.classes().stream().map(PolicyClass::rules).collect(Collectors.toList());
            defaultClass = policy.defaultClassIndex();
        }

        boolean isSame(Matches other) {
            return defaultClass == other.defaultClass && rules.equals(other.rules);
        }
    }

    /**
     * An installer.
     *
     * @param fabric the network
     * @param rules rule book
     * @param make makes a switch's rules of a policy
     * @param unread number of match rules for packets with VLAN tags that a switch cannot have
     * @param alerts list of alerts, for switches that refuse the rules or cannot have some
     */
    public ClassifierInstaller(
            Fabric fabric,
            RuleBook rules,
            BiFunction<DeviceId, Policy, ? extends Collection<FlowRule>> make,
            ToLongBiFunction<DeviceId, Policy> unread,
            AlertBoard alerts) {
        this.fabric = fabric;
        this.rules = rules;
        this.make = make;
        this.unread = unread;
        this.alerts = alerts;
    }

    /**
     * Installs what differs in every switch of this instance. Not to be called by two threads at
     * once.
     *
     * @param policy the policy, or empty to leave the switches as they are
     */
    public void update(Optional<Policy> policy) {
        failing.retainAll(Set.copyOf(fabric.ownDevices()));
        policy.ifPresent(
                present -> {
                    want(present);
                    fabric.ownDevices().forEach(device -> install(device, wanted));
                });
    }

    /** True if a switch of this instance lacks rules, so that they should be sent again. */
    public boolean hasFailed() {
        return !failing.isEmpty();
    }

    /** Forgets which rules a switch has: another instance may have changed them. */
    public void forget(DeviceId device) {
        asked.remove(device);
        confirmed.remove(device);
    }

    /**
     * Whether a switch has confirmed the match rules of a policy.
     *
     * @param device switch
     * @param policy policy that runs
     */
    public boolean isInForce(DeviceId device, Policy policy) {
        Matches present = wanted;
        return present != null && present.policy == policy && confirmed.get(device) == present;
    }

    private void want(Policy policy) {
        Matches present = wanted;
        if (present != null && present.policy == policy) {
            return;
        }
        Matches next = new Matches(policy);
        if (present != null && present.isSame(next)) {
            present.policy = policy;
        } else {
            wanted = next;
        }
    }

    private void install(DeviceId device, Matches matches) {
        if (asked.put(device, matches) == matches) {
            return;
        }
        warnOfTags(device, unread.applyAsLong(device, matches.policy));
        rules.replace(device, SECTION, make.apply(device, matches.policy))
                .whenComplete(
                        (done, error) -> {
                            if (error == null) {
                                confirmed.put(device, matches);
                                failing.remove(device);
                                alerts.clear(CLASSES_REFUSED, device.toString());
                            } else {
                                asked.remove(device, matches);
                                failing.add(device);
                                alerts.raise(CLASSES_REFUSED, device.toString(), error);
                            }
                        });
    }

    private void warnOfTags(DeviceId device, long count) {
        if (count == 0) {
            alerts.clear(TAGS_UNREAD, device.toString());
        } else {
            alerts.raise(
                    TAGS_UNREAD,
                    device.toString(),
                    "the switch's program does not read VLAN tags: it drops packets with tags;"
                            + " match rules for them that are not installed: "
                            + count);
        }
    }
}
