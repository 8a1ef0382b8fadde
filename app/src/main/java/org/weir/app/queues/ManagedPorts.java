// SPDX-License-Identifier: Apache-2.0
package org.weir.app.queues;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.onosproject.net.DeviceId;
import org.weir.app.AlertType;
import org.weir.app.alerts.AlertBoard;
import org.weir.app.fabric.Fabric;
import org.weir.control.PortId;
import org.weir.control.PortSpec;
import org.weir.control.depth.DepthUnit;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PortAqm;
import org.weir.control.tuning.Tunable;
import org.weir.pipelines.Platform;

/** Ports under control: those that lead to a host or another switch. */
final class ManagedPorts {

    private static final String PORT_UNMANAGED = AlertType.PORT_UNMANAGED.word();
    private static final String PORT_USED_IN_FULL = AlertType.PORT_USED_IN_FULL.word();
    private static final String SPEED_ASSUMED = AlertType.SPEED_ASSUMED.word();
    private static final String SPEED_ASSUMED_TEXT =
            "neither switch, netcfg nor policy states the port's speed, and ONOS assumes "
                    + Fabric.ASSUMED_MBPS
                    + " Mb/s: settings are for that speed; state it in netcfg, as ports.N.speed of"
                    + " the device, in Mb/s";
    private static final String NO_RATE_BOUND =
            "the policy's portUtilization has no effect: the switch program has no rate-based"
                    + " marking";

    private final Fabric fabric;
    private final Predicate<Platform> marksByRate;
    private final PortAlgorithms algorithms;
    private final AlertBoard alerts;
    private final PolicyNames names;

    /**
     * The ports of a network.
     *
     * @param fabric the network
     * @param algorithms AQM algorithms of the ports
     * @param alerts list of alerts
     */
    ManagedPorts(Fabric fabric, PortAlgorithms algorithms, AlertBoard alerts) {
        this(fabric, Platform::supportsRateBasedMarking, algorithms, alerts);
    }

    /** Ports of switches of which some may lack rate-based marking, unlike Weir's own. */
    ManagedPorts(
            Fabric fabric,
            Predicate<Platform> marksByRate,
            PortAlgorithms algorithms,
            AlertBoard alerts) {
        this.fabric = fabric;
        this.marksByRate = marksByRate;
        this.algorithms = algorithms;
        this.alerts = alerts;
        names = new PolicyNames(fabric, alerts);
    }

    /** The ports of this instance's switches, as a policy describes them that is not in force. */
    List<PortSpec> specs(Policy policy) {
        List<PortSpec> found = new ArrayList<>();
        for (DeviceId device : fabric.ownDevices()) {
            for (long number : fabric.usedPorts(device)) {
                if (fabric.manages(device, number)) {
                    spec(policy, device, number, algorithms::mayHave).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /**
     * A port as the policy in force describes it; empty if neither it nor the switch states the
     * rate.
     */
    Optional<PortSpec> spec(Policy policy, PortId port) {
        return spec(policy, DeviceId.deviceId(port.device()), port.port(), algorithms::has);
    }

    private Optional<PortSpec> spec(
            Policy policy, DeviceId device, long number, BiPredicate<PortId, PortAqm> hasAqm) {
        PortId id = new PortId(device.toString(), number);
        return policy.portSpec(id, fabric.rateBps(device, number))
                .map(one -> countsFineDelays(device) ? one : one.coarseDelays())
                .map(one -> marksByRate(device) ? one : one.thresholdsOnly())
                .map(one -> one.depthsIn(depthUnit(device)))
                .map(one -> hasAqm.test(id, policy.aqm(id)) ? one : one.withoutAqm());
    }

    /** The ports of this instance's switches, as the policy in force describes them. */
    List<PortSpec> find(Policy policy) {
        List<PortSpec> found = new ArrayList<>();
        Map<String, String> refused = new TreeMap<>();
        Map<String, String> full = new TreeMap<>();
        Map<String, String> assumed = new TreeMap<>();
        boolean leavesPart = policy.tuning().get(Tunable.PORT_UTILIZATION) < 1;
        for (DeviceId device : fabric.ownDevices()) {
            for (long number : fabric.usedPorts(device)) {
                if (!fabric.manages(device, number)) {
                    refused.put(device + "/" + number, noQueues(device));
                    continue;
                }
                PortId id = new PortId(device.toString(), number);
                Optional<PortSpec> spec = spec(policy, device, number, algorithms::has);
                if (spec.isPresent()) {
                    found.add(spec.get());
                    if (policy.portSpec(id, 0).isEmpty() && fabric.assumesSpeed(device, number)) {
                        assumed.put(id.toString(), SPEED_ASSUMED_TEXT);
                    }
                    if (leavesPart && !marksByRate(device)) {
                        full.put(id.toString(), NO_RATE_BOUND);
                    }
                } else {
                    refused.put(id.toString(), "neither the policy nor the switch states its rate");
                }
            }
        }
        for (PortId id : policy.configuredPorts()) {
            DeviceId device = DeviceId.deviceId(id.device());
            if (fabric.contains(device) && !fabric.manages(device, id.port())) {
                refused.put(id.toString(), "the policy names it, and " + noQueues(device));
            }
        }
        names.update(policy);
        alerts.replace(PORT_UNMANAGED, refused);
        alerts.replace(PORT_USED_IN_FULL, full);
        alerts.replace(SPEED_ASSUMED, assumed);
        return found;
    }

    private boolean marksByRate(DeviceId device) {
        return fabric.platform(device).filter(marksByRate).isPresent();
    }

    private boolean countsFineDelays(DeviceId device) {
        return fabric.platform(device).map(Platform::hasFineDelays).orElse(false);
    }

    private DepthUnit depthUnit(DeviceId device) {
        return fabric.platform(device).map(Platform::depthUnit).orElse(DepthUnit.PACKET);
    }

    private String noQueues(DeviceId device) {
        return fabric.platform(device)
                .map(
                        platform ->
                                "the switch program has queues for ports "
                                        + platform.managedPorts())
                .orElse("the switch runs none of Weir's programs any more");
    }
}
