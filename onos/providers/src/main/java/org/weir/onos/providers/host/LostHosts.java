// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.HostId;

/**
 * Hosts that went together with their port, to be asked for when the port is back: a host that only
 * listens would else not be found again.
 */
final class LostHosts {
    /** A host and where it was. */
    static final class Entry {
        private final HostId host;
        private final ConnectPoint point;
        private final Set<IpAddress> addresses;
        private int asked;

        private Entry(HostId host, ConnectPoint point, Set<IpAddress> addresses) {
            this.host = host;
            this.point = point;
            this.addresses = Set.copyOf(addresses);
        }

        HostId host() {
            return host;
        }

        ConnectPoint point() {
            return point;
        }

        Set<IpAddress> addresses() {
            return addresses;
        }
    }

    /** Longest time between the news of a host's removal and that of its port, ms. */
    private static final long NEWS_MS = 10_000;

    /** More than leave at once; a flood of made-up hosts must not fill the memory. */
    private static final int MOST_REMOVED = 10_000;

    private final int maxAsked;
    private final Map<HostId, Entry> entries = new HashMap<>();

    /** Hosts that some node has removed, with the time; whether their port is down is not known. */
    private final Map<Entry, Long> removed = new LinkedHashMap<>();

    /**
     * @param maxAsked number of questions to a host before it is given up
     */
    LostHosts(int maxAsked) {
        this.maxAsked = maxAsked;
    }

    synchronized void lost(HostId host, ConnectPoint point, Set<IpAddress> addresses) {
        // Without an address there is nothing to ask for.
        if (!addresses.isEmpty()) {
            entries.put(host, new Entry(host, point, addresses));
        }
    }

    /**
     * Takes note of a host that some node has removed. It counts as lost once its port is down: the
     * news of the two come in any order.
     */
    synchronized void removed(
            HostId host, ConnectPoint point, Set<IpAddress> addresses, long nowMs) {
        removed.values().removeIf(sinceMs -> nowMs - sinceMs > NEWS_MS);
        if (!addresses.isEmpty() && removed.size() < MOST_REMOVED) {
            removed.put(new Entry(host, point, addresses), nowMs);
        }
    }

    /** The port of hosts is down. */
    synchronized void portDown(ConnectPoint point, long nowMs) {
        Iterator<Map.Entry<Entry, Long>> all = removed.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Entry, Long> each = all.next();
            if (each.getKey().point.equals(point)) {
                all.remove();
                if (nowMs - each.getValue() <= NEWS_MS) {
                    entries.put(each.getKey().host, each.getKey());
                }
            }
        }
    }

    synchronized void found(HostId host) {
        entries.remove(host);
        removed.keySet().removeIf(entry -> entry.host.equals(host));
    }

    synchronized boolean wasAt(HostId host, ConnectPoint point) {
        Entry entry = entries.get(host);
        return entry != null && entry.point.equals(point);
    }

    /**
     * Hosts to ask for now: those whose port is back and that have not been asked too often.
     *
     * @param isUsable whether this node can ask at a port
     */
    synchronized List<Entry> due(Predicate<ConnectPoint> isUsable) {
        List<Entry> due = new ArrayList<>();
        Iterator<Entry> all = entries.values().iterator();
        while (all.hasNext()) {
            Entry entry = all.next();
            if (!isUsable.test(entry.point)) {
                continue;
            }
            if (entry.asked == maxAsked) {
                all.remove();
            } else {
                entry.asked++;
                due.add(entry);
            }
        }
        return due;
    }
}
