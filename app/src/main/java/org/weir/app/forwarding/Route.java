// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
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
     * @param ports ports of the shortest paths, at least one; of more than a group has buckets, as
     *     many are used
     * @param allPorts ports with every known link up; where those are other paths, only the ports
     *     of today count
     */
    static Route of(List<Long> ports, List<Long> allPorts) {
        return of(ports, allPorts, Hop.NONE, 0, 0);
    }

    /**
     * A route with an alternate, which counts only if there is one port. Of several ports of which
     * one is used, another is the alternate.
     *
     * <p>Of more ports than a group has buckets, switches of different ranks use different ones,
     * and keep their choice while some of its ports are up: a port that goes down gives its buckets
     * to the others of the choice.
     *
     * @param hops hops to the destination
     * @param rank place of this switch among the neighbours of its next hop, from 0
     */
    static Route of(List<Long> ports, List<Long> allPorts, long alternate, int hops, int rank) {
        List<Long> now = ordered(ports);
        List<Long> known = ordered(allPorts);
        List<Long> equal = List.copyOf(now);
        List<Long> all = choice(known.containsAll(now) ? known : now, rank);
        if (all.stream().noneMatch(now::contains)) {
            all = choice(now, rank);
        }
        now.retainAll(all);
        return new Route(
                now,
                all,
                now.size() == 1 ? other(equal, now.get(0), alternate) : Hop.NONE,
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

    /** An equal port outside the choice is better than that of a longer path. */
    private static long other(List<Long> equal, long port, long alternate) {
        return equal.stream().filter(each -> each != port).findFirst().orElse(alternate);
    }

    private static List<Long> ordered(List<Long> ports) {
        return ports.stream().distinct().sorted().collect(Collectors.toList());
    }

    /** As many ports as a group has buckets: those that follow the ones of the rank before. */
    private static List<Long> choice(List<Long> ports, int rank) {
        int most = P4Limits.ECMP_BUCKET_COUNT;
        if (ports.size() <= most) {
            return ports;
        }
        int first = (int) ((long) rank * most % ports.size());
        List<Long> chosen = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            chosen.add(ports.get((first + i) % ports.size()));
        }
        return ordered(chosen);
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
