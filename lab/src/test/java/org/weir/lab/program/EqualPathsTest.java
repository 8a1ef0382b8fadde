// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;

/** One of several equal paths ({@code forwarding.p4}): port 2, 3, 4 or 5. */
class EqualPathsTest {

    private static final int BUCKETS = 16;
    private static final int GROUP = 1;
    private static final int ETHERNET_BYTES = 14;
    private static final int IPV4_BYTES = 20;
    private static final int MORE_FRAGMENTS = 0x2000;
    private static final int SENDERS = 8;
    private static final int DATAGRAMS = 64;

    private ProgramNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(5, 10_000_000_000L, 512);
        network.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_GROUP, number(GROUP)),
                new MatchKey.Lpm(bytes("0a000005"), 32));
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            network.add(
                    WeirIngress.Forwarding.NEXT_HOPS,
                    0,
                    ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(2 + bucket % 4)),
                    exact(GROUP),
                    exact(bucket));
        }
    }

    private static byte[] packet(int sender, int port) {
        return Frames.udp(
                String.format("0a0001%02x", sender), "0a000005", 0, port, 5000, new byte[64]);
    }

    /** Makes a packet a fragment; its flags and offset are IPv4's fourth word of 16 bits. */
    private static byte[] fragment(byte[] frame, int flagsAndOffset) {
        byte[] fragment = frame.clone();
        fragment[20] = (byte) (flagsAndOffset >>> 8);
        fragment[21] = (byte) flagsAndOffset;
        fragment[24] = 0;
        fragment[25] = 0;
        int sum = InternetChecksum.of(fragment, ETHERNET_BYTES, IPV4_BYTES);
        fragment[24] = (byte) (sum >>> 8);
        fragment[25] = (byte) sum;
        return fragment;
    }

    private int path(byte[] frame) {
        return network.send(1, frame).get(0).port();
    }

    @Test
    void fragmentsOfADatagramTakeOnePath() {
        Set<Integer> ofAllSenders = new HashSet<>();
        for (int sender = 0; sender < SENDERS; sender++) {
            Set<Integer> ofASender = new HashSet<>();
            for (int port = 4000; port < 4000 + DATAGRAMS; port++) {
                byte[] datagram = packet(sender, port);
                ofASender.add(path(fragment(datagram, MORE_FRAGMENTS)));
                ofASender.add(path(fragment(datagram, MORE_FRAGMENTS | 9)));
                ofASender.add(path(fragment(datagram, 18)));
            }
            assertThat(ofASender).as("one path, whatever the ports").hasSize(1);
            ofAllSenders.addAll(ofASender);
        }
        assertThat(ofAllSenders).as("paths by addresses").hasSizeGreaterThan(1);
    }

    @Test
    void packetsTakePathsByTheirPorts() {
        Set<Integer> paths = new HashSet<>();
        for (int port = 4000; port < 4000 + DATAGRAMS; port++) {
            paths.add(path(packet(1, port)));
            assertThat(path(fragment(packet(1, port), 0x4000)))
                    .as("don't fragment")
                    .isEqualTo(path(packet(1, port)));
        }
        assertThat(paths).hasSizeGreaterThan(1);
    }
}
