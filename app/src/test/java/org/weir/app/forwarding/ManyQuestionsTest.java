// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.onlab.packet.ARP;
import org.onlab.packet.Ethernet;
import org.onlab.packet.Ip4Address;
import org.onlab.packet.MacAddress;
import org.onlab.packet.VlanId;
import org.onosproject.core.DefaultApplicationId;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.packet.DefaultInboundPacket;
import org.onosproject.net.packet.DefaultPacketContext;
import org.onosproject.net.packet.OutboundPacket;
import org.onosproject.net.packet.PacketServiceAdapter;
import org.weir.app.fabric.SwitchLine;

/** Many hosts that ask for an address which nobody has, in a network with many ports. */
class ManyQuestionsTest {

    private static final int SWITCHES = 10;
    private static final int PORTS = 20;
    private static final int EDGE_PORTS = SWITCHES * (PORTS - 2) + 2;
    private static final int ASKERS = 100;
    private static final int NEXT_HOPS = 100;
    private static final long STEP_MS = 100;
    private static final Ip4Address TARGET = Ip4Address.valueOf("10.0.9.9");
    private static final MacAddress TARGET_MAC = MacAddress.valueOf(0x99);

    private final SwitchLine network = new SwitchLine(SWITCHES, PORTS);
    private int sent;
    private long nowMs;
    private final AddressResolver resolver =
            new AddressResolver(
                    new DefaultApplicationId(1, "weir"),
                    new PacketServiceAdapter() {
                        @Override
                        public void emit(OutboundPacket packet) {
                            sent++;
                        }
                    },
                    network.hostService(),
                    network.fabric(),
                    (address, device) -> true,
                    Runnable::run,
                    () -> nowMs);

    private void receive(Ethernet frame) {
        resolver.process(
                new DefaultPacketContext(
                        0,
                        new DefaultInboundPacket(
                                ConnectPoint.deviceConnectPoint("device:s1/3"),
                                frame,
                                ByteBuffer.wrap(frame.serialize())),
                        null,
                        false) {
                    @Override
                    public void send() {}
                });
    }

    private void ask(int asker) {
        receive(
                ARP.buildArpRequest(
                        MacAddress.valueOf(asker).toBytes(),
                        Ip4Address.valueOf(0x0a000000 + asker).toOctets(),
                        TARGET.toOctets(),
                        VlanId.NO_VID));
    }

    private void askForMs(long durationMs) {
        for (long endMs = nowMs + durationMs; nowMs < endMs; nowMs += STEP_MS) {
            for (int asker = 1; asker <= ASKERS; asker++) {
                ask(asker);
            }
        }
    }

    @BeforeEach
    void askForTenSeconds() {
        askForMs(10_000);
    }

    /** At 0, 0.9, 2.7 and 6.3 s: the pause doubles. */
    @Test
    void sameQuestionGoesOutEverMoreRarely() {
        assertThat(sent).isEqualTo(4 * (EDGE_PORTS - 1));
        sent = 0;
        askForMs(600_000);
        assertThat(sent).isLessThan(25 * EDGE_PORTS);
        assertThat(network.linkReadings()).as("looked up once").isEqualTo(SWITCHES * PORTS);
    }

    @Test
    void answerLetsTheNextQuestionOutAtOnce() {
        sent = 0;
        receive(ARP.buildArpReply(TARGET, TARGET_MAC, question()));
        ask(1);
        assertThat(sent).isEqualTo(EDGE_PORTS - 1);
    }

    private static Ethernet question() {
        return ARP.buildArpRequest(
                MacAddress.valueOf(1).toBytes(),
                Ip4Address.valueOf("10.0.0.1").toOctets(),
                TARGET.toOctets(),
                VlanId.NO_VID);
    }

    @Test
    void questionAfterALongPauseIsANewOne() {
        sent = 0;
        nowMs += 2 * OpenQuestions.LONGEST_PAUSE_MS;
        ask(1);
        nowMs += OpenQuestions.FIRST_PAUSE_MS;
        ask(2);
        assertThat(sent).isEqualTo(2 * (EDGE_PORTS - 1));
    }

    /** Each question for a next hop leaves by every port, too. */
    @Test
    void searchesForNextHopsKeepTheLimit() {
        sent = 0;
        int searches = 0;
        for (long endMs = nowMs + 60_000; nowMs < endMs; nowMs += 1_000) {
            for (int i = 0; i < NEXT_HOPS; i++) {
                searches += resolver.search(Ip4Address.valueOf(0x0a010000 + searches)) ? 1 : 0;
            }
        }
        assertThat(sent).isEqualTo(searches * EDGE_PORTS);
        assertThat((double) sent)
                .as("half of the limit")
                .isBetween(
                        QuestionLimit.PACKETS_PER_S / 2 * 59,
                        QuestionLimit.PACKETS_PER_S / 2 * 61 + EDGE_PORTS);
        ask(1);
        assertThat(sent).as("hosts go on").isGreaterThan(searches * EDGE_PORTS);
    }

    /** A port that leads to another switch gets no questions. */
    @Test
    void portsAreLookedUpAgainAfterAChange() {
        int before = network.linkReadings();
        network.fabric().changed();
        network.fabric().edgePorts();
        assertThat(network.linkReadings()).isEqualTo(2 * before);
    }
}
