// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.packet.MacAddress;
import org.weir.lab.packet.NeighbourPacket;
import org.weir.wire.p4.WeirIngress;

/** Neighbour solicitations that a switch answers without a controller (docs/fabric.md). */
class NdpReplyTest {

    private static final int PORT = 3;
    private static final int HOST_PORT = 2;
    private static final int CPU_PORT = 255;
    private static final int HOP_LIMIT_OFFSET = 21;
    private static final IpAddress ASKER = IpAddress.parse("fd00::1");
    private static final IpAddress KNOWN = IpAddress.parse("fd00::5");
    private static final IpAddress UNSPECIFIED = IpAddress.parse("::");
    private static final MacAddress ASKER_MAC = MacAddress.parse("02:00:00:00:00:aa");
    private static final MacAddress HOST_MAC = MacAddress.parse("02:00:00:00:00:bb");
    private static final IpAddress GROUP = IpAddress.parse("ff02::1:ff00:5");

    private ProgramNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(3, 10_000_000_000L, 512);
        network.device.setMirrorSession(2, MirrorSession.toPort(CPU_PORT));
        network.add(
                WeirIngress.NdpReply.IPV6_NEIGHBOURS,
                0,
                ActionCall.of(
                        WeirIngress.NdpReply.ADVERTISE, bytes("0200000000bb"), number(HOST_PORT)),
                exact(0),
                new MatchKey.Exact(KNOWN.bytes()));
        MatchKey any = MatchKey.ANY;
        network.add(
                WeirIngress.Acl.ACL,
                100,
                ActionCall.of(WeirIngress.Acl.PUNT),
                any,
                any,
                any,
                new MatchKey.Ternary(number(0x86dd), number(0xffff)),
                any,
                any,
                any,
                any,
                any);
    }

    private static byte[] solicitation(IpAddress sender, IpAddress group, IpAddress target) {
        return new NeighbourPacket(true, sender, group, target, ASKER_MAC)
                .toFrame(ASKER_MAC, MacAddress.ofIpv6Group(GROUP));
    }

    @Test
    void aSolicitationForAKnownHostBecomesTheAdvertisement() {
        byte[] multicast = solicitation(ASKER, GROUP, KNOWN);
        byte[] unicast = solicitation(ASKER, KNOWN, KNOWN);
        byte[] answer =
                new NeighbourPacket(false, KNOWN, ASKER, KNOWN, HOST_MAC)
                        .toFrame(HOST_MAC, ASKER_MAC);
        for (byte[] question : new byte[][] {multicast, unicast}) {
            network.packetIns.clear();
            assertThat(network.send(PORT, question))
                    .singleElement()
                    .satisfies(
                            sent -> {
                                assertThat(sent.port()).isEqualTo(PORT);
                                assertThat(sent.frame()).isEqualTo(answer);
                            });
            assertThat(network.packetIns)
                    .as("the controller sees who asked")
                    .singleElement()
                    .satisfies(
                            packetIn ->
                                    assertThat(Arrays.copyOfRange(packetIn, 2, packetIn.length))
                                            .isEqualTo(question));
        }
    }

    /** A bridge behind that port has passed it on to the host. */
    @Test
    void aSolicitationFromTheHostsOwnPortIsNotAnswered() {
        byte[] question = solicitation(ASKER, GROUP, KNOWN);
        assertThat(network.send(HOST_PORT, question)).isEmpty();
        assertThat(network.packetIns)
                .singleElement()
                .satisfies(
                        packetIn ->
                                assertThat(Arrays.copyOfRange(packetIn, 2, packetIn.length))
                                        .isEqualTo(question));
    }

    @Test
    void otherPacketsAreNotAnswered() {
        byte[] forwarded = solicitation(ASKER, GROUP, KNOWN);
        forwarded[HOP_LIMIT_OFFSET] = 64;
        byte[] ofAnother =
                new NeighbourPacket(true, ASKER, GROUP, KNOWN, HOST_MAC)
                        .toFrame(ASKER_MAC, MacAddress.ofIpv6Group(GROUP));
        byte[] unknown = solicitation(ASKER, GROUP, ASKER);
        byte[] duplicateDetection = solicitation(UNSPECIFIED, GROUP, KNOWN);
        byte[] advertisement =
                new NeighbourPacket(false, ASKER, KNOWN, KNOWN, ASKER_MAC)
                        .toFrame(ASKER_MAC, HOST_MAC);
        for (byte[] frame :
                new byte[][] {forwarded, ofAnother, unknown, duplicateDetection, advertisement}) {
            network.packetIns.clear();
            assertThat(network.send(PORT, frame)).isEmpty();
            assertThat(network.packetIns)
                    .singleElement()
                    .satisfies(
                            packetIn ->
                                    assertThat(Arrays.copyOfRange(packetIn, 2, packetIn.length))
                                            .isEqualTo(frame));
        }
    }
}
