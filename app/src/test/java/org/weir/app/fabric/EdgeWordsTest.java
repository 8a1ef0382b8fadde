// SPDX-License-Identifier: Apache-2.0
package org.weir.app.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.onlab.packet.IpAddress;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.Host;

/** Tests that hosts and links of ONOS are left out where the policy does not permit them. */
class EdgeWordsTest {

    private final SwitchLine line = new SwitchLine(3, 4);
    private final Set<ConnectPoint> toHosts = new HashSet<>();
    private final Set<String> refused = new HashSet<>();

    private final EdgeWords words =
            new EdgeWords() {
                @Override
                public boolean leadsToHosts(ConnectPoint port) {
                    return toHosts.contains(port);
                }

                @Override
                public boolean permits(ConnectPoint port, IpAddress address) {
                    return !refused.contains(port + " " + address);
                }
            };

    private static ConnectPoint point(int number, int port) {
        return ConnectPoint.deviceConnectPoint(SwitchLine.id(number) + "/" + port);
    }

    @Test
    void aLinkBetweenPortsToHostsIsNone() {
        line.fabric().restrict(words);
        LinkMap before = line.fabric().links();
        assertThat(before.hasPort(SwitchLine.id(1), 2)).isTrue();
        assertThat(line.fabric().usedPorts(SwitchLine.id(1))).containsExactly(2L);

        toHosts.add(point(1, 2));
        line.fabric().changed();
        LinkMap after = line.fabric().links();
        assertThat(after.hasPort(SwitchLine.id(1), 2)).isFalse();
        assertThat(after.hasPort(SwitchLine.id(2), 1)).as("its other end").isFalse();
        assertThat(after.hasPort(SwitchLine.id(2), 2)).as("another link").isTrue();
        assertThat(line.fabric().carriesLink(point(1, 2))).isFalse();
        assertThat(line.fabric().carriesLink(point(2, 1))).isFalse();
        assertThat(line.fabric().usedPorts(SwitchLine.id(1))).isEmpty();
        assertThat(line.fabric().edgePorts()).contains(point(1, 2), point(2, 1));
    }

    @Test
    void aHostHasOnlyTheAddressesThatItsPortPermits() {
        line.fabric().restrict(words);
        line.addHost("10.0.0.5", 1, 3);
        line.addHost("10.0.0.6", 1, 4);
        assertThat(line.fabric().hosts()).hasSize(2);

        refused.add(point(1, 3) + " 10.0.0.5");
        refused.add(point(2, 4) + " 10.0.0.6");
        assertThat(line.fabric().hosts())
                .extracting(Host::ipAddresses)
                .containsExactly(Set.of(), Set.of(IpAddress.valueOf("10.0.0.6")));
    }
}
