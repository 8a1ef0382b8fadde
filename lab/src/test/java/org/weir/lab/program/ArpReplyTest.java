// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.WeirIngress;

/** ARP requests that a switch answers without a controller (docs/fabric.md). */
class ArpReplyTest {

    private static final int PORT = 3;
    private static final int CPU_PORT = 255;
    private static final int HOST_PORT = 2;
    private static final int KNOWN = 0x0a000005;
    private static final int VLAN = 100;
    private static final String ASKER = "0200000000aa";
    private static final String HOST = "0200000000bb";
    private static final String HOST_IN_VLAN = "0200000000cc";
    private static final String PADDING = "00".repeat(18);

    private ProgramNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(3, 10_000_000_000L, 512);
        network.device.setMirrorSession(2, MirrorSession.toPort(CPU_PORT));
        know(0, HOST);
        know(VLAN, HOST_IN_VLAN);
    }

    private void know(int vlanId, String mac) {
        network.add(
                WeirIngress.ArpReply.IPV4_NEIGHBOURS,
                0,
                ActionCall.of(WeirIngress.ArpReply.ANSWER, bytes(mac), number(HOST_PORT)),
                exact(vlanId),
                exact(KNOWN));
    }

    /** The access list entry that the controller writes for ARP. */
    private void handle(String action) {
        MatchKey any = MatchKey.ANY;
        network.add(
                WeirIngress.Acl.ACL,
                100,
                ActionCall.of(action),
                any,
                any,
                any,
                new MatchKey.Ternary(number(0x0806), number(0xffff)),
                any,
                any,
                any,
                any,
                any);
    }

    private static String request(String tag, String sender) {
        return "ffffffffffff"
                + ASKER
                + tag
                + "0806"
                + "0001080006040001"
                + ASKER
                + sender
                + "0000000000000a000005"
                + PADDING;
    }

    private static String reply(String tag, String mac) {
        return ASKER
                + mac
                + tag
                + "0806"
                + "0001080006040002"
                + mac
                + "0a000005"
                + ASKER
                + "0a000001"
                + PADDING;
    }

    @ParameterizedTest
    @CsvSource({"'', " + HOST, "81000064, " + HOST_IN_VLAN, "8100a000, " + HOST})
    void aRequestForAKnownHostBecomesTheReply(String tag, String mac) {
        handle(WeirIngress.Acl.PUNT);
        String request = request(tag, "0a000001");
        assertThat(network.send(PORT, bytes(request)))
                .singleElement()
                .satisfies(
                        sent -> {
                            assertThat(sent.port()).isEqualTo(PORT);
                            assertThat(sent.hex()).isEqualTo(reply(tag, mac));
                        });
        assertThat(network.packetIns)
                .as("the controller sees who asked")
                .singleElement()
                .isEqualTo(bytes("0180" + request));
    }

    /** The controller gets them, and passes on what others have to hear. */
    @ParameterizedTest
    @CsvSource({
        "another VLAN, 81000065, ffffffffffff, 0a000001, 0a000005, 0001",
        "two tags, 88a8006481000064, ffffffffffff, 0a000001, 0a000005, 0001",
        "an unknown address, '', ffffffffffff, 0a000001, 0a000006, 0001",
        "a probe, '', ffffffffffff, 00000000, 0a000005, 0001",
        "an announcement, '', ffffffffffff, 0a000005, 0a000005, 0001",
        "a reply, '', 0200000000bb, 0a000001, 0a000005, 0002",
    })
    void otherFramesAreNotAnswered(
            String what, String tag, String to, String sender, String target, String operation) {
        handle(WeirIngress.Acl.PUNT);
        String frame =
                to
                        + ASKER
                        + tag
                        + "0806"
                        + "000108000604"
                        + operation
                        + ASKER
                        + sender
                        + "000000000000"
                        + target
                        + PADDING;
        assertThat(network.send(PORT, bytes(frame))).as(what).isEmpty();
        assertThat(network.packetIns).as(what).singleElement().isEqualTo(bytes("0180" + frame));
    }

    /** As the controller passes on a request: the frame comes from another than the question. */
    @Test
    void aRequestOnBehalfOfAnotherIsNotAnswered() {
        handle(WeirIngress.Acl.PUNT);
        String frame = request("", "0a000001").replaceFirst(ASKER, "025745495201");
        assertThat(network.send(PORT, bytes(frame))).isEmpty();
        assertThat(network.packetIns).hasSize(1);
    }

    /** A bridge behind that port has passed it on to the host. */
    @Test
    void aRequestFromTheHostsOwnPortIsNotAnswered() {
        handle(WeirIngress.Acl.PUNT);
        String request = request("", "0a000001");
        assertThat(network.send(HOST_PORT, bytes(request))).isEmpty();
        assertThat(network.packetIns).singleElement().isEqualTo(bytes("0100" + request));
    }

    @Test
    void whatTheAccessListDropsIsNotAnswered() {
        handle(WeirIngress.Acl.DROP);
        assertThat(network.send(PORT, bytes(request("", "0a000001")))).isEmpty();
        assertThat(network.packetIns).isEmpty();
    }

    @Test
    void aFloodIsAnsweredThoughTheControllerGetsNoMoreThanItsLimit() {
        handle(WeirIngress.Acl.PUNT);
        byte[] frame = bytes(request("", "0a000001"));
        for (int i = 0; i < 100; i++) {
            network.device.receive(PORT, frame);
        }
        network.settle();
        assertThat(network.packetIns).hasSize(20);
        assertThat(network.sent).hasSize(100);
    }
}
