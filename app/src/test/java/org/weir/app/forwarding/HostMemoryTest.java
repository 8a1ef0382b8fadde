// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultHost;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Host;
import org.onosproject.net.HostId;
import org.onosproject.net.HostLocation;
import org.onosproject.net.provider.ProviderId;
import org.weir.app.fabric.LinkMap;

class HostMemoryTest {
    private static final DeviceId S1 = DeviceId.deviceId("device:s1");
    private static final DeviceId S2 = DeviceId.deviceId("device:s2");
    private static final IpAddress ADDRESS = IpAddress.valueOf("10.0.0.1");

    private long nowMs;
    private final HostMemory memory = new HostMemory(() -> nowMs);

    private static Host host(String point) {
        MacAddress mac = MacAddress.valueOf("00:00:00:00:00:01");
        return new DefaultHost(
                ProviderId.NONE,
                HostId.hostId(mac),
                mac,
                VlanId.NONE,
                new HostLocation(ConnectPoint.deviceConnectPoint(point), 0),
                Set.of(ADDRESS));
    }

    @Test
    void hostThatIsNotSeenKeepsItsPlaceForFiveMinutes() {
        memory.update(List.of(host("device:s1/1")), LinkMap.empty());
        nowMs = 300_000;
        memory.update(List.of(), LinkMap.empty());
        assertThat(memory.byDevice()).containsExactly(Map.entry(S1, Map.of(ADDRESS, 1L)));
        nowMs = 300_001;
        memory.update(List.of(), LinkMap.empty());
        assertThat(memory.byDevice()).isEmpty();
    }

    @Test
    void hostThatMovesIsAtItsNewPlaceOnly() {
        memory.update(List.of(host("device:s1/1")), LinkMap.empty());
        memory.update(List.of(host("device:s2/3")), LinkMap.empty());
        assertThat(memory.byDevice()).containsExactly(Map.entry(S2, Map.of(ADDRESS, 3L)));
    }

    /** Remembered there, its packets would go round between the two switches. */
    @Test
    void hostHeardAtAPortThatTurnsOutToBeALinkIsForgottenThere() {
        memory.update(List.of(host("device:s1/4")), LinkMap.empty());
        LinkMap found = LinkMap.builder().add(S1, 4, S2).build();
        memory.update(List.of(), found);
        assertThat(memory.byDevice()).isEmpty();
        memory.update(List.of(host("device:s1/4")), found);
        assertThat(memory.byDevice()).isEmpty();
    }
}
