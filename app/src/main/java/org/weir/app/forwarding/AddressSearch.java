// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;

/**
 * The switches by which the controller's own questions for addresses went out. A switch that comes
 * into contact later may lead to the address, so the search begins anew.
 */
final class AddressSearch {

    /** Stands for the port of the controller's own questions in their limit. */
    static final ConnectPoint OWN =
            new ConnectPoint(DeviceId.deviceId("weir:controller"), PortNumber.CONTROLLER);

    /** Addresses that are remembered: as many as a policy has static routes. */
    private static final int MOST = 1024;

    /** By address: switches of the last question. Those of the oldest questions come first. */
    private final Map<IpAddress, Set<DeviceId>> asked =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<IpAddress, Set<DeviceId>> eldest) {
                    return size() > MOST;
                }
            };

    /**
     * Returns true if some of the ports are at a switch by which the last question for an address
     * did not go out, or that was away meanwhile.
     *
     * @param target the address
     * @param ports ports by which the next question may go out
     */
    synchronized boolean hasNewSwitch(IpAddress target, Collection<ConnectPoint> ports) {
        Set<DeviceId> present = switches(ports);
        Set<DeviceId> before = asked.getOrDefault(target, new HashSet<>());
        before.retainAll(present);
        return !before.containsAll(present);
    }

    /**
     * Notes that a question goes out.
     *
     * @param target the address that is looked for
     * @param ports ports by which it goes out
     */
    synchronized void asked(IpAddress target, Collection<ConnectPoint> ports) {
        asked.remove(target);
        asked.put(target, switches(ports));
    }

    private static Set<DeviceId> switches(Collection<ConnectPoint> ports) {
        return ports.stream()
                .map(ConnectPoint::deviceId)
                .collect(Collectors.toCollection(HashSet::new));
    }
}
