// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.onlab.packet.Ethernet;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;

/**
 * Ports of hosts that have asked whether their IPv6 address is free (RFC 4862, 5.4). Who has the
 * address answers to all nodes, so the answer does not name who asked.
 */
final class OpenProbes {

    /** Time for which a host may wait for an answer, ms. */
    private static final long WAIT_MS = 5_000;

    private static final int MOST = 1024;

    private final Map<String, Probe> open =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Probe> eldest) {
                    return size() > MOST;
                }
            };

    private static final class Probe {
        private final ConnectPoint from;
        private final long timeMs;

        Probe(ConnectPoint from, long timeMs) {
            this.from = from;
            this.timeMs = timeMs;
        }
    }

    /**
     * Remembers a host that asks.
     *
     * @param frame the question, in the VLAN of the host
     * @param target the address
     * @param from the host's port
     * @param nowMs monotonic time, ms
     */
    synchronized void asked(Ethernet frame, IpAddress target, ConnectPoint from, long nowMs) {
        String key = OpenQuestions.key(frame, target);
        open.remove(key);
        open.put(key, new Probe(from, nowMs));
    }

    /**
     * The port of the host that asked for an address last.
     *
     * @param frame an answer, in the VLAN of the host
     * @param target the address
     * @param nowMs monotonic time, ms
     */
    synchronized Optional<ConnectPoint> asker(Ethernet frame, IpAddress target, long nowMs) {
        return Optional.ofNullable(open.get(OpenQuestions.key(frame, target)))
                .filter(probe -> nowMs - probe.timeMs <= WAIT_MS)
                .map(probe -> probe.from);
    }
}
