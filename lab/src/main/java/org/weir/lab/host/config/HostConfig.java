// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.config;

import java.util.Optional;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.reaction.Reaction;

/**
 * Name, addresses and port of a host.
 *
 * @param name unique in its network
 * @param mac its Ethernet address
 * @param ipv4 its IPv4 address
 * @param ipv6 its IPv6 address, if it has one
 * @param rateBps rate of its port, bit/s, above 0
 * @param queueFrames frames its port queues at most, above 0
 * @param announcePeriodNs time between announcements of its own addresses, ns; 0 announces once
 */
public record HostConfig(
        String name,
        MacAddress mac,
        IpAddress ipv4,
        Optional<IpAddress> ipv6,
        long rateBps,
        int queueFrames,
        long announcePeriodNs) {
    /** Highest rate of a line in a network, bit/s. */
    public static final long MAX_RATE_BPS = Reaction.MAX_LINE_BPS;

    /** Default number of frames that a host's port queues, as for an interface of Linux. */
    public static final int DEFAULT_QUEUE_FRAMES = 1000;

    /** Time between announcements unless told otherwise, ns. */
    public static final long DEFAULT_ANNOUNCE_PERIOD_NS = 3_000_000_000L;
}
