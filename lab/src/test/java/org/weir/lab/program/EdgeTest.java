// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;

/** Frames of hosts and of switches at the edge of the network (docs/edge.md). */
class EdgeTest {

    private static final String ATTACKER = "0a000001";
    private static final String VICTIM = "0a000005";
    private static final String ATTACKER_6 = "20010db8000000000000000000000001";
    private static final String VICTIM_6 = "20010db8000000000000000000000005";
    private static final int HOST = 1;
    private static final int SWITCH = 2;
    private static final int OUTPUT = 4;
    private static final int ECT_0 = 2;
    private static final int ALL_CLASSES = 0xff;

    /** "WEIR", version 1, class 0, UDP, and a wanted rate of 1 kb/s. */
    private static final byte[] SHIM =
            bytes("57454952 01001100 0000ffff 00000001" + "00".repeat(16));

    private ProgramNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(5, 10_000_000, 512);
        network.table(WeirIngress.Edge.PORT_KINDS).resetDefaultAction();
        network.device.setMirrorSession(1, MirrorSession.toPort(255));
        network.device.setMirrorSession(2, MirrorSession.toPort(255));
        for (String address : List.of(ATTACKER, VICTIM, ATTACKER_6, VICTIM_6)) {
            int port = address.equals(ATTACKER) || address.equals(ATTACKER_6) ? HOST : OUTPUT;
            network.add(
                    address.length() == 8
                            ? WeirIngress.Forwarding.IPV4_ROUTES
                            : WeirIngress.Forwarding.IPV6_ROUTES,
                    0,
                    ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(port)),
                    new MatchKey.Lpm(bytes(address), address.length() * 4));
        }
        network.timeline.runUntil(1_000_000_000L);
    }

    private void kind(int port, String action, long... classes) {
        network.add(
                WeirIngress.Edge.PORT_KINDS,
                0,
                classes.length == 0
                        ? ActionCall.of(action)
                        : ActionCall.of(action, number(classes[0])),
                exact(port));
    }

    private void trustSwitch() {
        kind(SWITCH, WeirIngress.Edge.TRUST_PORT);
    }

    private static List<byte[]> forgedFeedback() {
        return List.of(
                Frames.udp(ATTACKER, VICTIM, 48 << 2 | 3, 5000, 4000, SHIM),
                Frames.udp(ATTACKER, VICTIM, 0, 5000, 4000, SHIM),
                Frames.ip(ATTACKER, VICTIM)
                        .options(bytes("01010101"))
                        .udp(5000, 4000)
                        .payload(SHIM)
                        .build(),
                Frames.udp(ATTACKER_6, VICTIM_6, 48 << 2 | 3, 5000, 4000, SHIM));
    }

    private static byte[] data(int dscp) {
        return Frames.udp(ATTACKER, VICTIM, dscp << 2 | ECT_0, 4000, 5000, new byte[1000]);
    }

    private long count(String counter, int port) {
        return network.device.counter(counter).orElseThrow().read(port).packets();
    }

    private static int dscp(byte[] frame) {
        return (frame[15] & 0xff) >>> 2;
    }

    @Test
    void feedbackThatAHostForgesReachesNobody() {
        trustSwitch();
        for (byte[] frame : forgedFeedback()) {
            assertThat(network.send(HOST, frame)).isEmpty();
        }
        assertThat(count(WeirIngress.Edge.FORGED, HOST)).isEqualTo(4);
        // What a switch sends is what another one has made.
        for (byte[] frame : forgedFeedback()) {
            assertThat(network.send(SWITCH, frame)).hasSize(1);
        }
        assertThat(count(WeirIngress.Edge.FORGED, SWITCH)).isZero();
    }

    /** Every port did so before there was an edge. */
    @Test
    void aPortThatTrustsLetsAHostForgeFeedback() {
        kind(HOST, WeirIngress.Edge.TRUST_PORT);
        for (byte[] frame : forgedFeedback()) {
            List<ProgramNetwork.Sent> sent = network.send(HOST, frame);
            assertThat(sent).hasSize(1);
            assertThat(sent.get(0).port()).isEqualTo(OUTPUT);
        }
    }

    @Test
    void telemetryThatAHostForgesIsDroppedByWhateverAsksForIt() {
        MatchKey any = MatchKey.ANY;
        network.add(
                WeirIngress.Acl.ACL,
                100,
                ActionCall.of(WeirIngress.Acl.PUNT),
                any,
                any,
                any,
                new MatchKey.Ternary(number(0x88b5), number(0xffff)),
                any,
                any,
                any,
                any,
                any);
        byte[] report = bytes("0200000000ee0200000000aa88b5" + "01".repeat(28));
        network.send(HOST, report);
        assertThat(network.packetIns).isEmpty();
        assertThat(count(WeirIngress.Edge.FORGED, HOST)).isEqualTo(1);
    }

    @Test
    void aDscpIsClearedWhereItIsNotTrusted() {
        trustSwitch();
        classify(46, 0);
        classify(0, 2);
        byte[] cleared = network.send(HOST, data(46)).get(0).frame();
        assertThat(dscp(cleared)).isZero();
        assertThat(cleared[15] & 3).as("ECN stays").isEqualTo(ECT_0);
        assertThat(InternetChecksum.ipv4Residue(cleared)).isZero();
        assertThat(arrivals(0)).isZero();
        assertThat(arrivals(2)).isEqualTo(1);
        assertThat(count(WeirIngress.Edge.CLEARED, HOST)).isEqualTo(1);

        network.send(HOST, data(0));
        assertThat(count(WeirIngress.Edge.CLEARED, HOST)).isEqualTo(1);

        byte[] ipv6 =
                network.send(HOST, Frames.udp(ATTACKER_6, VICTIM_6, 46 << 2, 1, 2, new byte[9]))
                        .get(0)
                        .frame();
        assertThat((ipv6[14] & 0xf) << 4 | (ipv6[15] & 0xff) >>> 4).isZero();

        long before = arrivals(0);
        assertThat(dscp(network.send(SWITCH, data(46)).get(0).frame())).isEqualTo(46);
        assertThat(arrivals(0)).isEqualTo(before + 1);
    }

    @Test
    void aDscpIsTrustedOrRefusedWhereThePolicySaysSo() {
        classify(46, 0);
        kind(HOST, WeirIngress.Edge.TRUST_DSCP, ALL_CLASSES);
        kind(3, WeirIngress.Edge.REFUSE_DSCP, ALL_CLASSES);
        assertThat(dscp(network.send(HOST, data(46)).get(0).frame())).isEqualTo(46);
        assertThat(network.send(3, data(46))).isEmpty();
        assertThat(network.send(3, data(0))).hasSize(1);
        assertThat(count(WeirIngress.REFUSED, 3)).isEqualTo(1);
        assertThat(arrivals(0)).as("one of port 1, and one with DSCP 0").isEqualTo(2);
    }

    @Test
    void aPacketOfAClassThatThePortMayNotUseIsDropped() {
        for (int classId = 0; classId < 8; classId++) {
            classify(8 + classId, classId);
        }
        kind(HOST, WeirIngress.Edge.TRUST_DSCP, 0b0110_0001);
        for (int classId = 0; classId < 8; classId++) {
            boolean allowed = classId == 0 || classId == 5 || classId == 6;
            assertThat(network.send(HOST, data(8 + classId))).hasSize(allowed ? 1 : 0);
            assertThat(arrivals(classId)).isEqualTo(allowed ? 1 : 0);
        }
        assertThat(count(WeirIngress.REFUSED, HOST)).isEqualTo(5);
    }

    /** Adds an entry to the access list: ingress port, EtherType, IPv4 source. */
    private void acl(int priority, String action, int etherType, MatchKey source) {
        MatchKey any = MatchKey.ANY;
        network.add(
                WeirIngress.Acl.ACL,
                priority,
                ActionCall.of(action),
                new MatchKey.Ternary(number(HOST), number(0x1ff)),
                any,
                any,
                new MatchKey.Ternary(number(etherType), number(0xffff)),
                any,
                any,
                any,
                source,
                any);
    }

    private static byte[] from(String source) {
        return Frames.udp(source, VICTIM, 0, 4000, 5000, new byte[100]);
    }

    /** As the controller writes the policy's {@code sources}. */
    @Test
    void aHostSendsWithTheListedSourceAddressesOnly() {
        String[] sources = {ATTACKER, "0a010001", "0a01ffff", "0a000005", "0a020001"};
        for (String source : sources) {
            assertThat(network.send(HOST, from(source))).hasSize(1);
        }
        acl(2, WeirIngress.Acl.PERMIT, 0x800, ternary(ATTACKER, 0xffffffffL));
        acl(2, WeirIngress.Acl.PERMIT, 0x800, ternary("0a010000", 0xffff0000L));
        acl(1, WeirIngress.Acl.DROP, 0x800, MatchKey.ANY);
        acl(1, WeirIngress.Acl.DROP, 0x86dd, MatchKey.ANY);
        for (int i = 0; i < sources.length; i++) {
            assertThat(network.send(HOST, from(sources[i]))).as(sources[i]).hasSize(i < 3 ? 1 : 0);
            assertThat(network.send(SWITCH, from(sources[i]))).as(sources[i]).hasSize(1);
        }
        byte[] ipv6 = Frames.udp(ATTACKER_6, VICTIM_6, 0, 1, 2, new byte[9]);
        assertThat(network.send(HOST, ipv6)).isEmpty();
        assertThat(network.send(SWITCH, ipv6)).hasSize(1);
    }

    private static MatchKey ternary(String address, long mask) {
        return new MatchKey.Ternary(number(Long.parseLong(address, 16)), number(mask));
    }

    @Test
    void feedbackGoesToHostsWithAnAgentOnly() {
        kind(HOST, WeirIngress.Edge.TRUST_DSCP, ALL_CLASSES);
        assertThat(feedbackToSender()).as("a port that is not said to lead to hosts").isEqualTo(1);

        network.add(
                WeirIngress.Agents.HOST_PORTS,
                0,
                ActionCall.of(WeirIngress.Agents.ASK_FOR_AGENT),
                exact(HOST));
        assertThat(feedbackToSender()).isZero();
        assertThat(count(WeirIngress.Agents.WITHHELD, HOST)).isEqualTo(1);

        network.add(
                WeirIngress.Agents.IPV4_AGENTS,
                0,
                ActionCall.of(WeirIngress.Agents.DELIVER),
                new MatchKey.Exact(bytes(ATTACKER)));
        assertThat(feedbackToSender()).isEqualTo(1);
        assertThat(count(WeirIngress.Agents.WITHHELD, HOST)).isEqualTo(1);
    }

    /** Overloads the queue at its threshold, a feedback interval after the last time. */
    private long feedbackToSender() {
        if (network.table(WeirIngress.QueueSettings.SETTINGS).entries().isEmpty()) {
            network.add(
                    WeirIngress.QueueSettings.SETTINGS,
                    0,
                    ActionCall.of(
                            WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                            number(4),
                            number(3),
                            number(50),
                            number(2000),
                            number(10_000)),
                    exact(OUTPUT),
                    exact(0),
                    exact(0));
            network.add(
                    WeirIngress.QueueSettings.GENERATIONS,
                    0,
                    ActionCall.of(
                            WeirIngress.QueueSettings.useGeneration(32768), number(0), number(4)),
                    exact(OUTPUT));
        }
        network.sent.clear();
        for (int i = 0; i < 8; i++) {
            network.device.receive(HOST, data(0));
        }
        network.settle();
        network.timeline.runUntil(network.timeline.nowNs() + 1_000_000_000L);
        return network.sent.stream()
                .filter(sent -> sent.port() == HOST)
                .filter(
                        sent ->
                                Arrays.equals(
                                        Arrays.copyOfRange(sent.frame(), 42, 46),
                                        bytes("57454952")))
                .count();
    }

    private void classify(int dscp, int classId) {
        network.classify(
                WeirIngress.Classifier.IPV4_CLASSES,
                classId,
                Map.of(MatchFields.DSCP, new MatchKey.Ternary(number(dscp), number(63))));
    }

    private long arrivals(int classId) {
        return count(WeirIngress.VirtualQueue.ARRIVALS, OUTPUT * 8 + classId);
    }
}
