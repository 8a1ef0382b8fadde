// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.weir.pipelines.P4Limits;

/**
 * How a switch reaches an address: the ports of the equal shortest paths, now and with every known
 * link up. The second list keeps packets of a flow on their path while links fail and come back.
 */
final class Route {

    /** Ports of the shortest paths, in ascending order, at least one. */
    final List<Long> ports;

    /** Ports that there would be with every known link up; at least {@link #ports}. */
    final List<Long> allPorts;

    private Route(List<Long> ports, List<Long> allPorts) {
        this.ports = ports;
        this.allPorts = allPorts;
    }

    /**
     * A route.
     *
     * @param ports ports of the shortest paths, at least one; more than a group has buckets are cut
     *     to as many
     * @param allPorts ports with every known link up; where those are other paths, only the ports
     *     of today count
     */
    static Route of(List<Long> ports, List<Long> allPorts) {
        List<Long> now = ordered(ports);
        List<Long> all = ordered(allPorts);
        return new Route(now, all.containsAll(now) ? all : now);
    }

    private static List<Long> ordered(List<Long> ports) {
        return ports.stream()
                .distinct()
                .sorted()
                .limit(P4Limits.ECMP_BUCKET_COUNT)
                .collect(Collectors.toList());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Route
                && ports.equals(((Route) other).ports)
                && allPorts.equals(((Route) other).allPorts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(ports, allPorts);
    }

    @Override
    public String toString() {
        return ports + " of " + allPorts;
    }
}
