// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import java.util.ArrayList;
import java.util.List;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;
import org.weir.bmv2.controlplane.traffic.Sharing;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Scheduler of a port's eight queues.
 *
 * @param sharing rule by which queues of one level share; null for strict priority
 * @param weights of queues 0 to 7, which are all of one level; empty for strict priority
 */
record PortScheduler(Sharing sharing, List<Integer> weights) {

    static final PortScheduler STRICT = new PortScheduler(null, List.of());

    /** Reads {@code strict}, {@code wrr:1,1,2,2,4,4,8,8} or {@code dwrr:…}. */
    static PortScheduler read(String text) {
        if (text.equals("strict")) {
            return STRICT;
        }
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        if (colon < 0 || !kind.equals("wrr") && !kind.equals("dwrr")) {
            throw new TypeConversionException(
                    "'" + text + "' is no scheduler; write strict, wrr:1,1,2,2,4,4,8,8 or dwrr:…");
        }
        List<Integer> weights = new ArrayList<>();
        for (String weight : text.substring(colon + 1).split(",", -1)) {
            if (!weight.matches("\\d{1,5}")
                    || Integer.parseInt(weight) < 1
                    || Integer.parseInt(weight) > QueueConfig.MAX_WEIGHT) {
                throw new TypeConversionException(
                        "'%s': a weight is 1 to %d, not '%s'"
                                .formatted(text, QueueConfig.MAX_WEIGHT, weight));
            }
            weights.add(Integer.parseInt(weight));
        }
        if (weights.size() != PortTraffic.QUEUES) {
            throw new TypeConversionException(
                    "'%s': %d weights are needed, of queue 0 to %d"
                            .formatted(text, PortTraffic.QUEUES, PortTraffic.QUEUES - 1));
        }
        return new PortScheduler(
                kind.equals("wrr") ? Sharing.WRR : Sharing.DWRR, List.copyOf(weights));
    }

    /** A port's traffic with this scheduler. */
    PortTraffic apply(PortTraffic traffic) {
        if (sharing == null) {
            return traffic;
        }
        PortTraffic shared = traffic.withSharing(sharing, traffic.quantumBytes());
        for (int i = 0; i < PortTraffic.QUEUES; i++) {
            shared = shared.withQueue(i, shared.queues().get(i).withShare(0, weights.get(i)));
        }
        return shared;
    }

    /** Reads {@code SCHEDULER} or {@code PORTS=SCHEDULER}. */
    static final class Converter implements ITypeConverter<PerPort<PortScheduler>> {

        @Override
        public PerPort<PortScheduler> convert(String text) {
            return PerPort.read(text, PortScheduler::read);
        }
    }
}
