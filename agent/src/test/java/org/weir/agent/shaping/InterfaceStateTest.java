// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weir.agent.flow.SlotTraffic;

/** The agent reads recorded output of tc (iproute2 6.1 on Linux 6.18). */
class InterfaceStateTest {
    private static final String CLSACT =
            "{\"kind\":\"clsact\",\"handle\":\"ffff:\",\"parent\":\"ffff:fff1\",\"options\":{}}";

    private static String root(String kind, String handle) {
        return "{\"kind\":\""
                + kind
                + "\",\"handle\":\""
                + handle
                + "\",\"root\":true,\"options\":{}}";
    }

    private static String filter(int preference, String handle) {
        return "[{\"protocol\":\"all\",\"pref\":%1$d,\"kind\":\"bpf\",\"chain\":0},{\"protocol\":\"all\",\"pref\":%1$d,\"kind\":\"bpf\",\"chain\":0,\"options\":{\"handle\":\"%2$s\",\"direct-action\":true}}]"
                .formatted(preference, handle);
    }

    @Test
    void whatLinuxChoseByItselfIsFree() throws IOException {
        InterfaceState state = InterfaceState.read("[" + root("noqueue", "0:") + "]", "", "");
        assertThat(state.hasForeignRoot()).isFalse();
        assertThat(state.cleaning("eth0")).isEmpty();
        assertThat(state.keepsIngress()).isFalse();
        assertThat(state.nextNames()).isEqualTo(new OwnNames(0));
        assertThat(InterfaceState.read("[]", "[]", "[]").hasForeignRoot()).isFalse();
    }

    @Test
    void whatAnOperatorChoseStays() throws IOException {
        InterfaceState state =
                InterfaceState.read(
                        "[" + root("htb", "1:") + "," + CLSACT + "]", filter(7, "0x1"), "[]");
        assertThat(state.hasForeignRoot()).isTrue();
        assertThat(state.cleaning("eth0")).isEmpty();
        assertThat(state.keepsIngress()).isTrue();
        assertThat(InterfaceState.read("[" + root("htb", "5750:") + "]", "", "").hasForeignRoot())
                .isTrue();
    }

    @Test
    void whatAKilledAgentLeftGoesAndTheNextTakesOtherNames() throws IOException {
        InterfaceState state =
                InterfaceState.read(
                        "[" + root("htb", "574f:") + "," + CLSACT + "]",
                        filter(22341, "0x5745490f"),
                        "[]");
        assertThat(state.hasForeignRoot()).isFalse();
        assertThat(state.cleaning("eth0"))
                .containsExactly(
                        "filter del dev eth0 ingress protocol all pref 22341 handle 0x5745490f bpf",
                        "qdisc del dev eth0 clsact",
                        "qdisc del dev eth0 root handle 574f:");
        assertThat(state.nextNames()).isEqualTo(new OwnNames(0));
        assertThat(state.keepsIngress()).isFalse();
    }

    @Test
    void aClsactThatOthersUseOrHadMadeStays() throws IOException {
        String qdiscs = "[" + root("fq", "0:") + "," + CLSACT + "]";
        InterfaceState used =
                InterfaceState.read(qdiscs, filter(22341, "0x57454903"), filter(5, "0x1"));
        assertThat(used.cleaning("eth0"))
                .singleElement()
                .asString()
                .startsWith("filter del dev eth0 ingress protocol all pref 22341 ");
        assertThat(used.keepsIngress()).isTrue();
        InterfaceState made = InterfaceState.read(qdiscs, filter(22342, "0x57454903"), "[]");
        assertThat(made.cleaning("eth0")).hasSize(1);
        InterfaceState likeOurs = InterfaceState.read(qdiscs, filter(22341, "0x1"), "[]");
        assertThat(likeOurs.cleaning("eth0")).as("the handle is not the agent's").isEmpty();
    }

    @Test
    void countersOfOwnClassesAreRead() {
        List<String> printed =
                List.of(
                        "class htb 5740:1f root leaf 8003: prio 0 rate 1Mbit ceil 1Mbit burst 1600b cburst 1600b ",
                        " Sent 1500 bytes 3 pkt (dropped 1, overlimits 9 requeues 0) ",
                        " backlog 4542b 3p requeues 0",
                        " lended: 0 borrowed: 0 giants: 0",
                        " tokens: 200000 ctokens: 200000",
                        "class htb 1:2 root prio 0 rate 1Mbit ceil 1Mbit burst 1600b cburst 1600b ",
                        " Sent 9 bytes 9 pkt (dropped 0, overlimits 0 requeues 0) ",
                        " backlog 0b 0p requeues 0");
        assertThat(TrafficReader.read(printed, new OwnNames(0)))
                .isEqualTo(Map.of(31, new SlotTraffic(1500, 3, 3, 9)));
    }

    @Test
    void aQdiscThatAKilledAgentsShellIsTakingAwayIsNobodyElses() throws IOException {
        InterfaceState emptied =
                InterfaceState.read("[" + root("noqueue", "0:") + "," + CLSACT + "]", "", "");
        InterfaceState clean = InterfaceState.read("[" + root("noqueue", "0:") + "]", "", "");
        Iterator<InterfaceState> looks = List.of(emptied, emptied, clean).iterator();
        assertThat(TrafficControl.settled(looks::next).keepsIngress()).isFalse();
        assertThat(looks).isExhausted();
        assertThat(TrafficControl.settled(() -> emptied).keepsIngress())
                .as("an operator's qdisc without filters stays")
                .isTrue();
    }
}
