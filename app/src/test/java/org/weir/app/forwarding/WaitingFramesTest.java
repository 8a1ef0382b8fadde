// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.onlab.packet.ARP;
import org.onlab.packet.Ethernet;
import org.onlab.packet.Ip4Address;
import org.onlab.packet.VlanId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;

class WaitingFramesTest {

    private static final Ip4Address NEW_HOST = Ip4Address.valueOf("10.0.0.9");
    private static final Ip4Address OTHER = Ip4Address.valueOf("10.0.0.1");

    private final WaitingFrames waiting = new WaitingFrames(5_000);

    private static Ethernet frame(Ip4Address sender) {
        return ARP.buildArpRequest(
                new byte[] {0, 0, 0, 0, 0, 9}, sender.toOctets(), OTHER.toOctets(), VlanId.NO_VID);
    }

    private static List<ConnectPoint> ports(int switches, int perSwitch) {
        List<ConnectPoint> ports = new ArrayList<>();
        for (int number = 1; number <= switches; number++) {
            for (int port = 1; port <= perSwitch; port++) {
                ports.add(ConnectPoint.deviceConnectPoint("device:s" + number + "/" + port));
            }
        }
        return ports;
    }

    @Test
    void aQuestionToAllPortsOfALargeNetworkTakesNoPlaceOfOthers() {
        List<ConnectPoint> one = ports(1, 1);
        List<ConnectPoint> all = ports(100, 48);
        waiting.add(OTHER, frame(OTHER), one, 0);
        waiting.add(NEW_HOST, frame(NEW_HOST), all, 0);
        waiting.add(NEW_HOST, frame(NEW_HOST), all, 1);

        assertThat(waiting.take((address, device) -> address.equals(OTHER), 2))
                .extracting(each -> each.ports)
                .containsExactly(one);
        DeviceId first = DeviceId.deviceId("device:s1");
        assertThat(waiting.take((address, device) -> device.equals(first), 3))
                .extracting(each -> each.ports)
                .containsExactly(all.subList(0, 48));
        assertThat(waiting.take((address, device) -> true, 4))
                .extracting(each -> each.ports)
                .containsExactly(all.subList(48, all.size()));
        assertThat(waiting.take((address, device) -> true, 5)).isEmpty();
    }

    @Test
    void aFrameDoesNotWaitForLong() {
        waiting.add(NEW_HOST, frame(NEW_HOST), ports(1, 2), 0);
        assertThat(waiting.take((address, device) -> true, 5_001)).isEmpty();
    }
}
