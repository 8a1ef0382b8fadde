// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.messages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkFileException;
import org.weir.lab.network.NetworkFileReader;
import org.weir.lab.network.NetworkSpec;

/**
 * A path of PMQECN's Fig. 6 without other traffic.
 *
 * @param lineRatesBps rate of each line on the path, bit/s, in its order
 * @param roundTripNs delays of the lines, to the receiver and back
 */
public record EmptyNetwork(List<Long> lineRatesBps, long roundTripNs) {
    private static final double BITS_PER_BYTE = 8;
    private static final double NS_PER_SECOND = 1e9;

    /** Lines before the port of s1 to s2. */
    private static final int PORT = 1;

    /** Copies the list. */
    public EmptyNetwork {
        lineRatesBps = List.copyOf(lineRatesBps);
    }

    /**
     * Reads the path from a host of s1 to a host of s2.
     *
     * @throws IOException if the file has no such path
     */
    public static EmptyNetwork read(Path file, String from, String to) throws IOException {
        NetworkSpec network;
        try {
            network = NetworkFileReader.read(file);
        } catch (NetworkFileException e) {
            throw new IOException(e.getMessage(), e);
        }
        long fromRateBps =
                network.hosts().stream()
                        .filter(host -> host.name().equals(from))
                        .findFirst()
                        .orElseThrow(() -> new IOException(file + ": no host " + from))
                        .rateBps();
        LinkSpec first = link(file, network, from, "s1");
        LinkSpec second = link(file, network, "s1", "s2");
        LinkSpec third = link(file, network, "s2", to);
        return new EmptyNetwork(
                List.of(fromRateBps, rateBps(network, second, "s1"), rateBps(network, third, "s2")),
                2 * (first.delayNs() + second.delayNs() + third.delayNs()));
    }

    private static LinkSpec link(Path file, NetworkSpec network, String one, String other)
            throws IOException {
        return network.links().stream()
                .filter(link -> link.joins(one, other))
                .findFirst()
                .orElseThrow(() -> new IOException(file + ": no line " + one + "-" + other));
    }

    /** Rate of a switch's port to a link; the reader has checked that they are there. */
    private static long rateBps(NetworkSpec network, LinkSpec link, String name) {
        LinkSpec.End end = link.first().node().equals(name) ? link.first() : link.second();
        return network.switches().stream()
                .filter(each -> each.name().equals(name))
                .flatMap(each -> each.ports().stream())
                .filter(port -> port.number() == end.port())
                .findFirst()
                .orElseThrow()
                .rateBps();
    }

    /** Rate of the port of s1 to s2, bit/s. */
    public long portRateBps() {
        return lineRatesBps.get(PORT);
    }

    /**
     * Time of a message from connecting to the answer: two round trips (one to connect, one for
     * data and answer), its data with headers over the rate of the slowest line, and one full
     * packet, or the message if it is shorter, over the rate of each other line. Headers alone,
     * such as those of acknowledgements, and the round trips for which TCP waits while its window
     * is small, do not count.
     */
    public double timeNs(long bytes) {
        long slowest = lineRatesBps.stream().mapToLong(Long::longValue).min().orElseThrow();
        double all = MessageSizes.lineBytes(bytes);
        double packet = Math.min(all, MessageSizes.PACKET_BYTES);
        double seconds = (all - packet) / slowest;
        for (long rateBps : lineRatesBps) {
            seconds += packet / rateBps;
        }
        return 2 * roundTripNs + BITS_PER_BYTE * NS_PER_SECOND * seconds;
    }
}
