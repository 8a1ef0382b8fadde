// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.providers.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
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

    private final int maxAsked;
    private final Map<HostId, Entry> entries = new HashMap<>();

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

    synchronized void found(HostId host) {
        entries.remove(host);
    }

    synchronized boolean wasAt(HostId host, ConnectPoint point) {
        Entry entry = entries.get(host);
        return entry != null && entry.point.equals(point);
    }

    /** Hosts to ask for now: those whose port is back and that have not been asked too often. */
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
