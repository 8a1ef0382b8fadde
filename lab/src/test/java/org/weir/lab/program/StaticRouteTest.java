// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.WeirIngress;

/**
 * Static routes in the tables of {@code forwarding.p4}, as the controller installs them: a router
 * 10.0.0.254 at port 4 is the default gateway, another one at port 3 has the network
 * 198.51.100.0/24, and hosts are at ports 1 and 2.
 */
class StaticRouteTest {

    private static final String HOST = "0a000001";
    private static final String HOST_6 = "20010db8000000000000000000000001";
    private static final int ETHERNET_ADDRESSES = 12;

    private ProgramNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(5, 10_000_000, 512);
        route(HOST, 32, 1);
        route("0a000002", 32, 2);
        route("0a0000fe", 32, 4);
        route(HOST_6, 128, 1);
    }

    private void route(String address, int length, int port) {
        network.add(
                address.length() == 8
                        ? WeirIngress.Forwarding.IPV4_ROUTES
                        : WeirIngress.Forwarding.IPV6_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(port)),
                new MatchKey.Lpm(bytes(address), length));
    }

    private void defaultRoutes() {
        route("00000000", 1, 4);
        route("80000000", 1, 4);
        route("0".repeat(32), 1, 4);
        route("8" + "0".repeat(31), 1, 4);
        route("c6336400", 24, 3);
    }

    private int outputOf(String source, String destination) {
        return network
                .send(1, Frames.ip(source, destination).udp(1, 2).payload(new byte[4]).build())
                .stream()
                .mapToInt(ProgramNetwork.Sent::port)
                .findFirst()
                .orElse(0);
    }

    @Test
    void packetToTheInternetLeavesAtTheRoutersPort() {
        assertThat(outputOf(HOST, "08080808")).as("no route").isZero();
        assertThat(unrouted()).isEqualTo(1);
        defaultRoutes();
        assertThat(outputOf(HOST, "08080808")).isEqualTo(4);
        assertThat(outputOf(HOST, "d0434343")).isEqualTo(4);
        assertThat(outputOf(HOST_6, "20014860486000000000000000008888")).isEqualTo(4);
        assertThat(outputOf(HOST_6, "fd000000000000000000000000000001")).isEqualTo(4);
        assertThat(unrouted()).isEqualTo(1);
    }

    private long unrouted() {
        return network.device
                .counter(WeirIngress.Forwarding.UNROUTED)
                .orElseThrow()
                .read(1)
                .packets();
    }

    @Test
    void longestPrefixWins() {
        defaultRoutes();
        assertThat(outputOf(HOST, "c6336407")).as("198.51.100.7").isEqualTo(3);
        assertThat(outputOf(HOST, "c6336507")).as("198.51.101.7").isEqualTo(4);
        assertThat(outputOf(HOST, "0a000002")).as("a host").isEqualTo(2);
        route("c6336407", 32, 2);
        assertThat(outputOf(HOST, "c6336407")).as("a host in the network").isEqualTo(2);
    }

    /** So hosts in two subnets do not reach each other by a router that is their gateway. */
    @Test
    void ethernetAddressesStayThoseOfTheSender() {
        defaultRoutes();
        for (String destination : new String[] {"08080808", "0a000002"}) {
            byte[] in = Frames.ip(HOST, destination).udp(1, 2).payload(new byte[4]).build();
            in[5] = (byte) 0xfe;
            byte[] out = network.send(1, in).get(0).frame();
            assertThat(Arrays.copyOf(out, ETHERNET_ADDRESSES))
                    .isEqualTo(Arrays.copyOf(in, ETHERNET_ADDRESSES));
        }
    }
}
