// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.control.PortId;
import org.weir.control.policy.MatchRule;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyClass;
import org.weir.control.policy.PortEdge;

/**
 * Lists parts of the policy that have no effect: ports and rules of switches that netcfg does not
 * have, often because of a misspelt name, and classes that are told by a DSCP which no port trusts.
 */
final class PolicyNames {

    private static final String UNMATCHED = AlertType.POLICY_UNMATCHED.word();

    private final Fabric fabric;
    private final AlertBoard alerts;

    PolicyNames(Fabric fabric, AlertBoard alerts) {
        this.fabric = fabric;
        this.alerts = alerts;
    }

    /** Lists what has no effect now. */
    void update(Policy policy) {
        Map<String, String> unmatched = new TreeMap<>();
        for (PortId port : policy.configuredPorts()) {
            absent(port).ifPresent(text -> unmatched.put(port.toString(), "ports: " + text));
        }
        for (PolicyClass one : policy.classes()) {
            List<MatchRule> rules = one.rules();
            for (int i = 0; i < rules.size(); i++) {
                String subject = "classes[" + one.name() + "].match[" + i + "]";
                rules.get(i)
                        .device()
                        .filter(device -> !exists(device))
                        .ifPresent(device -> unmatched.put(subject, noSwitch(device)));
            }
            if (needsDscp(rules) && !isDscpTrusted(policy)) {
                unmatched.put(
                        "classes[" + one.name() + "]",
                        "all its rules match a DSCP, and edge.dscp is trust at no port to hosts: switches"
                                + " set the DSCP of hosts' packets to 0, or drop them");
            }
        }
        alerts.replace(UNMATCHED, unmatched);
    }

    private Optional<String> absent(PortId port) {
        if (!exists(port.device())) {
            return Optional.of(noSwitch(port.device()));
        }
        DeviceId device = DeviceId.deviceId(port.device());
        return fabric.availableDevices().contains(device)
                        && fabric.port(device, port.port()) == null
                ? Optional.of("the switch has no port " + port.port())
                : Optional.empty();
    }

    /** True for a switch's name as ONOS writes it, in lower case; the policy must have the same. */
    private boolean exists(String device) {
        return fabric.configuredDevices().keySet().stream()
                .anyMatch(one -> one.toString().equals(device));
    }

    private String noSwitch(String device) {
        String text = "netcfg has no switch " + device + " with a pipeline of Weir";
        String lower = device.toLowerCase(Locale.ROOT);
        return exists(lower) ? text + "; ONOS writes " + lower : text;
    }

    private static boolean needsDscp(List<MatchRule> rules) {
        return !rules.isEmpty() && rules.stream().allMatch(rule -> rule.dscp().orElse(0) != 0);
    }

    /** True if a port to hosts trusts the DSCP, or none is known yet. */
    private boolean isDscpTrusted(Policy policy) {
        Set<ConnectPoint> toHosts = fabric.edgePorts();
        return toHosts.isEmpty()
                || toHosts.stream()
                        .map(at -> new PortId(at.deviceId().toString(), at.port().toLong()))
                        .anyMatch(port -> policy.edge(port).dscp() == PortEdge.Dscp.TRUST);
    }
}
