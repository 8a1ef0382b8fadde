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
        return host(point, "00:00:00:00:00:01", ADDRESS);
    }

    private static Host host(String point, String address, IpAddress... addresses) {
        MacAddress mac = MacAddress.valueOf(address);
        return new DefaultHost(
                ProviderId.NONE,
                HostId.hostId(mac),
                mac,
                VlanId.NONE,
                new HostLocation(ConnectPoint.deviceConnectPoint(point), 0),
                Set.of(addresses));
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

    @Test
    void aPortHasNoMoreAddressesThanItMay() {
        IpAddress[] invented = new IpAddress[9];
        for (int i = 0; i < invented.length; i++) {
            invented[i] = IpAddress.valueOf("10.0.9." + i);
        }
        Host flooder = host("device:s1/2", "00:00:00:00:00:02", invented);
        memory.limit(point -> point.port().toLong() == 2 ? 4 : 1);
        memory.update(List.of(flooder, host("device:s1/1")), LinkMap.empty());
        Map<IpAddress, Long> places = memory.byDevice().get(S1);
        assertThat(places).hasSize(5).containsEntry(ADDRESS, 1L);
        assertThat(memory.refused())
                .isEqualTo(Map.of(ConnectPoint.deviceConnectPoint("device:s1/2"), 5));

        assertThat(memory.surplus()).as("it has four places").isEmpty();
        Host late = host("device:s1/2", "00:00:00:00:00:03", IpAddress.valueOf("10.0.8.1"));
        memory.update(List.of(late, host("device:s1/1"), flooder), LinkMap.empty());
        assertThat(memory.surplus()).isEqualTo(Map.of(late.id(), S1));
        assertThat(memory.byDevice().get(S1)).as("who has a place keeps it").isEqualTo(places);

        memory.update(List.of(host("device:s2/3"), flooder), LinkMap.empty());
        assertThat(memory.byDevice().get(S2)).as("a host moves").containsKey(ADDRESS);

        nowMs = 300_001;
        memory.update(List.of(), LinkMap.empty());
        assertThat(memory.refused()).isEmpty();
        assertThat(memory.byDevice()).isEmpty();
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

    /** An address that two hosts have, as ONOS lists it after it moved to the second one. */
    @Test
    void addressThatMovesIsAtTheHostThatGotItLastInWhateverOrderTheyAreListed() {
        for (boolean isFirst : new boolean[] {true, false}) {
            HostMemory fresh = new HostMemory(() -> nowMs);
            Host one = host("device:s1/1");
            Host other = host("device:s2/3", "00:00:00:00:00:02", ADDRESS);
            List<Host> both = isFirst ? List.of(other, one) : List.of(one, other);
            fresh.update(List.of(one), LinkMap.empty());
            for (int i = 0; i < 3; i++) {
                fresh.update(both, LinkMap.empty());
                assertThat(fresh.byDevice()).containsExactly(Map.entry(S2, Map.of(ADDRESS, 3L)));
                assertThat(fresh.surplus()).isEmpty();
            }

            fresh.update(List.of(other), LinkMap.empty());
            fresh.update(both, LinkMap.empty());
            assertThat(fresh.byDevice())
                    .as("back again")
                    .containsExactly(Map.entry(S1, Map.of(ADDRESS, 1L)));
        }
    }

    @Test
    void aPlaceIsFreeAsSoonAsItsTimeIsOver() {
        memory.limit(point -> 1);
        memory.update(List.of(host("device:s1/1")), LinkMap.empty());
        Host late = host("device:s1/1", "00:00:00:00:00:02", IpAddress.valueOf("10.0.0.2"));
        nowMs = 300_000;
        memory.update(List.of(late), LinkMap.empty());
        assertThat(memory.surplus()).containsOnlyKeys(late.id());
        nowMs = 300_001;
        memory.update(List.of(late), LinkMap.empty());
        assertThat(memory.surplus()).isEmpty();
        assertThat(memory.byDevice())
                .containsExactly(Map.entry(S1, Map.of(IpAddress.valueOf("10.0.0.2"), 1L)));
    }

    @Test
    void aHostThatMovesAwayLeavesItsPlaceToTheNext() {
        memory.limit(point -> 1);
        memory.update(List.of(host("device:s1/1")), LinkMap.empty());
        Host next = host("device:s1/1", "00:00:00:00:00:02", IpAddress.valueOf("10.0.0.2"));
        memory.update(List.of(host("device:s2/3"), next), LinkMap.empty());
        assertThat(memory.refused()).isEmpty();
        assertThat(memory.byDevice()).containsOnlyKeys(S1, S2);
    }

    @Test
    void hostAtAFullPortTakesNoAddressFromAnother() {
        memory.limit(point -> point.port().toLong() == 2 ? 0 : 1);
        Host other = host("device:s1/2", "00:00:00:00:00:02", ADDRESS);
        memory.update(List.of(host("device:s1/1")), LinkMap.empty());
        memory.update(List.of(other, host("device:s1/1")), LinkMap.empty());
        nowMs = 300_001;
        memory.update(List.of(other, host("device:s1/1")), LinkMap.empty());
        assertThat(memory.byDevice()).containsExactly(Map.entry(S1, Map.of(ADDRESS, 1L)));
    }
}
