// SPDX-License-Identifier: Apache-2.0
package org.weir.control.policy;

import java.util.Optional;
import java.util.Set;
import org.weir.control.PortId;

/**
 * Rule for two policies that are in force at different ports of one network: they may differ only
 * in values of single ports. Match rules, for example, are values of a whole switch and must be
 * equal.
 */
public final class CanaryRule {
    private CanaryRule() {}

    /**
     * The first value in which two policies differ although it is no value of a single port.
     *
     * @param present the policy in force
     * @param other the policy for some ports
     * @param ports these ports
     * @return path of the field, such as {@code classes[A].match}; empty if the rule holds
     */
    public static Optional<String> broken(Policy present, Policy other, Set<PortId> ports) {
        int count = present.classes().size();
        if (other.classes().size() != count) {
            return Optional.of("classes");
        }
        for (int i = 0; i < count; i++) {
            PolicyClass before = present.classes().get(i);
            PolicyClass after = other.classes().get(i);
            if (!before.name().equals(after.name())) {
                return Optional.of("classes[" + i + "].name");
            }
            if (!before.rules().equals(after.rules())) {
                return Optional.of("classes[" + before.name() + "].match");
            }
        }
        if (present.defaultClassIndex() != other.defaultClassIndex()) {
            return Optional.of("defaultClass");
        }
        if (!present.agents().equals(other.agents())) {
            return Optional.of("agents");
        }
        if (!present.routes().equals(other.routes())) {
            return Optional.of("routes");
        }
        if (!present.statedActivity().equals(other.statedActivity())) {
            return Optional.of("activity");
        }
        if (present.periodMs() != other.periodMs()) {
            return Optional.of("periodMs");
        }
        if (present.reportIntervalUs() != other.reportIntervalUs()) {
            return Optional.of("reportIntervalUs");
        }
        return ports.stream()
                .filter(port -> !present.aqm(port).equals(other.aqm(port)))
                // A switch keeps the acknowledgements of a port once for all ports that ask.
                .filter(
                        port ->
                                !present.aqm(port).ackPorts(port).isEmpty()
                                        || !other.aqm(port).ackPorts(port).isEmpty())
                .findFirst()
                .map(port -> "ports[" + port + "].aqm");
    }
}
