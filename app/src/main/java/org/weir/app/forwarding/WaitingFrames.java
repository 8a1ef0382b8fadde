// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.onlab.packet.Ethernet;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;

/** Answers and questions that are held until there are routes to the address they tell of. */
final class WaitingFrames {

    private static final int MOST = 4096;

    private final long longestWaitMs;

    /** Those that have waited longest come first. */
    private final Map<String, Waiting> waiting =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Waiting> eldest) {
                    return size() > MOST;
                }
            };

    /** A frame, the ports to which it is to go, and the address that it tells of. */
    private static final class Waiting {
        private final IpAddress target;
        private final Ethernet frame;
        private final List<ConnectPoint> ports;
        private final long sinceMs;

        Waiting(IpAddress target, Ethernet frame, List<ConnectPoint> ports, long sinceMs) {
            this.target = target;
            this.frame = frame;
            this.ports = ports;
            this.sinceMs = sinceMs;
        }
    }

    /** A frame that waits no longer at some ports. */
    static final class Ready {
        final Ethernet frame;
        final List<ConnectPoint> ports;

        Ready(Ethernet frame, List<ConnectPoint> ports) {
            this.frame = frame;
            this.ports = ports;
        }
    }

    /**
     * Nothing waits.
     *
     * @param longestWaitMs time after which a frame is forgotten, ms
     */
    WaitingFrames(long longestWaitMs) {
        this.longestWaitMs = longestWaitMs;
    }

    /**
     * Holds a frame. The same one for the same ports, repeated by an impatient host, waits once.
     *
     * @param target address that the frame tells of
     * @param frame the frame
     * @param ports ports to which it is to go
     * @param nowMs monotonic time, ms
     */
    synchronized void add(IpAddress target, Ethernet frame, List<ConnectPoint> ports, long nowMs) {
        forgetOld(nowMs);
        String key = ports.hashCode() + " " + Arrays.hashCode(frame.serialize());
        waiting.remove(key);
        waiting.put(key, new Waiting(target, frame, new ArrayList<>(ports), nowMs));
    }

    private void forgetOld(long nowMs) {
        Iterator<Waiting> eldest = waiting.values().iterator();
        while (eldest.hasNext() && nowMs - eldest.next().sinceMs > longestWaitMs) {
            eldest.remove();
        }
    }

    /**
     * Takes the frames whose address can be reached from the switches of their ports now. A frame
     * stays for its other ports.
     *
     * @param reachable whether an address can be reached from a switch
     * @param nowMs monotonic time, ms
     */
    synchronized List<Ready> take(BiPredicate<IpAddress, DeviceId> reachable, long nowMs) {
        forgetOld(nowMs);
        List<Ready> ready = new ArrayList<>();
        Iterator<Waiting> all = waiting.values().iterator();
        while (all.hasNext()) {
            Waiting each = all.next();
            List<ConnectPoint> ports = new ArrayList<>();
            each.ports.removeIf(
                    port -> reachable.test(each.target, port.deviceId()) && ports.add(port));
            if (!ports.isEmpty()) {
                ready.add(new Ready(each.frame, ports));
            }
            if (each.ports.isEmpty()) {
                all.remove();
            }
        }
        return ready;
    }
}
