// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.weir.pipelines.P4Limits;

/**
 * Route of a switch to an address: the ports of the equal shortest paths, now and with every known
 * link up. The second list keeps packets of a flow on their path while links fail and come back.
 */
final class Route {

    /** Ports of the shortest paths, in ascending order, at least one. */
    final List<Long> ports;

    /** Ports that there would be with every known link up; at least {@link #ports}. */
    final List<Long> allPorts;

    /**
     * Port of a longer path that does not need the only port of {@link #ports}; {@link Hop#NONE}
     * for none. Several ports are each other's alternates.
     */
    final long alternate;

    /** The port of {@link #allPorts} that each bucket takes while its link is up. */
    final BucketSpread spread;

    private Route(List<Long> ports, List<Long> allPorts, long alternate, BucketSpread spread) {
        this.ports = ports;
        this.allPorts = allPorts;
        this.alternate = alternate;
        this.spread = spread;
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
        return of(ports, allPorts, Hop.NONE, 0, 0);
    }

    /**
     * A route with an alternate, which counts only if there is one port.
     *
     * @param hops hops to the destination
     * @param rank place of this switch among the neighbours of its next hop, from 0
     */
    static Route of(List<Long> ports, List<Long> allPorts, long alternate, int hops, int rank) {
        List<Long> now = ordered(ports);
        List<Long> known = ordered(allPorts);
        List<Long> all = known.containsAll(now) ? known : now;
        return new Route(
                now,
                all,
                now.size() == 1 ? alternate : Hop.NONE,
                BucketSpread.of(hops, rank, all.size()));
    }

    /**
     * Returns the next hop of packets that use a port of this route.
     *
     * @param port one of {@link #ports}
     * @param turn chooses among the other ports: equal numbers choose the same
     */
    Hop hop(long port, int turn) {
        if (ports.size() == 1) {
            return new Hop(port, alternate);
        }
        int own = ports.indexOf(port);
        int other = (own + 1 + turn % (ports.size() - 1)) % ports.size();
        return new Hop(port, ports.get(other));
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
                && allPorts.equals(((Route) other).allPorts)
                && alternate == ((Route) other).alternate
                && spread.equals(((Route) other).spread);
    }

    @Override
    public int hashCode() {
        return Objects.hash(ports, allPorts, alternate, spread);
    }

    @Override
    public String toString() {
        return ports
                + " of "
                + allPorts
                + (alternate == Hop.NONE ? "" : ", else " + alternate)
                + (spread.equals(BucketSpread.NONE) ? "" : ", " + spread);
    }
}
