// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.p4.WeirIngress.Agents;

/**
 * Feedback packets that the Tofino program has made itself: a port to hosts does not drop them as
 * forged, and the last switch delivers them to hosts with an agent only (docs/edge.md).
 */
class WeirAgentsTest {

    private static final int RECEIVER_PORT = 4;

    /** Port to hosts that has no entry in the table of port kinds. */
    private static final int SENDER_PORT = 1;

    private static final int SENDER = 0x0A000101;
    private static final int RECEIVER = 0x0A000405;
    private static final byte[] SENDER_6 = Frames.bytes("20010db8000100000000000000000001");
    private static final byte[] RECEIVER_6 = Frames.bytes("20010db8000400000000000000000005");
    private static final String MAGIC = "57454952";

    private BothPrograms both;
    private int flow;

    /** The program for Tofino; {@link AbcBuildTest} has another. */
    String assembly() throws IOException {
        return WeirAssembly.text();
    }

    @BeforeEach
    void start() throws Exception {
        both = new BothPrograms(assembly());
        both.v1model.table(WeirIngress.Edge.PORT_KINDS).orElseThrow().resetDefaultAction();
        both.remove(
                WeirIngress.Edge.PORT_KINDS,
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(SENDER_PORT)));
        both.tofino.setQueueModel(
                (port, queue, bytes, timeNs) -> new QueuePassage(0, timeNs, 100, timeNs));
        for (int port : new int[] {SENDER_PORT, RECEIVER_PORT}) {
            route(
                    WeirIngress.Forwarding.IPV4_ROUTES,
                    MatchFields.IPV4_DST,
                    KeyMatch.lpm(0x0A000000 | port << 8, 24),
                    port);
            BigInteger prefix =
                    new BigInteger("20010db8", 16)
                            .shiftLeft(96)
                            .or(BigInteger.valueOf(port).shiftLeft(80));
            route(
                    WeirIngress.Forwarding.IPV6_ROUTES,
                    MatchFields.IPV6_DST,
                    new KeyMatch.Lpm(prefix, 48),
                    port);
        }
        both.setQueue(RECEIVER_PORT, 0, 0, 1000, 2000, 1000);
        both.add(
                WeirEgress.Telemetry.REPORTING,
                0,
                Map.of(MatchFields.EGRESS_PORT, KeyMatch.exact(RECEIVER_PORT)),
                WeirEgress.Telemetry.SET_REPORT_INTERVAL,
                Map.of(Parameters.INTERVAL_US, 0xFFFF_FFFFL),
                Parameters.INTERVAL_US);
        // Tofino's program reports a queue's first packet, and a reported packet causes no
        // feedback.
        both.throughTofino(RECEIVER_PORT, packet(true));
    }

    private void route(String table, String field, KeyMatch prefix, int port) {
        both.add(
                table,
                0,
                Map.of(field, prefix),
                WeirIngress.Forwarding.SET_OUTPUT,
                Map.of("port", (long) port),
                "port");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void feedbackGoesToHostsWithAnAgentOnly(boolean ipv4) {
        assertThat(feedback(ipv4)).as("a port that is not said to lead to hosts").isOne();

        both.add(
                Agents.HOST_PORTS,
                0,
                Map.of(MatchFields.OUTPUT_PORT, KeyMatch.exact(SENDER_PORT)),
                Agents.ASK_FOR_AGENT,
                Map.of());
        assertThat(feedback(ipv4)).as("a host without an agent").isZero();
        assertWithheld(1);

        deliver(ipv4, 1);
        assertThat(feedback(ipv4)).as("an agent at another address").isZero();
        assertWithheld(2);

        deliver(ipv4, 0);
        assertThat(feedback(ipv4)).as("a host with an agent").isOne();
        assertWithheld(2);
        for (String counter : List.of(WeirIngress.Edge.FORGED, WeirIngress.REFUSED)) {
            assertThat(both.tofino.packets(counter, SENDER_PORT)).as(counter).isZero();
            assertThat(both.tofino.packets(counter, 68)).as(counter).isZero();
        }
    }

    private void assertWithheld(int packets) {
        assertThat(both.tofino.packets(Agents.WITHHELD, SENDER_PORT)).isEqualTo(packets);
        assertThat(both.v1modelPackets(Agents.WITHHELD, SENDER_PORT)).isEqualTo(packets);
    }

    private void deliver(boolean ipv4, int offset) {
        both.add(
                ipv4 ? Agents.IPV4_AGENTS : Agents.IPV6_AGENTS,
                0,
                ipv4
                        ? Map.of(MatchFields.IPV4_DST, KeyMatch.exact(SENDER + offset))
                        : Map.of(
                                MatchFields.IPV6_DST,
                                new KeyMatch.Exact(
                                        new BigInteger(1, SENDER_6)
                                                .add(BigInteger.valueOf(offset)))),
                Agents.DELIVER,
                Map.of());
    }

    /** Feedback packets that the sender gets for a packet of a new flow, the same on both. */
    private long feedback(boolean ipv4) {
        both.timeline.runUntil(both.timeline.nowNs() + 10_000_000);
        byte[] frame = packet(ipv4);
        long tofino = count(both.throughTofino(SENDER_PORT, frame));
        assertThat(count(both.throughV1model(SENDER_PORT, frame))).isEqualTo(tofino);
        return tofino;
    }

    /** A packet of a new flow. */
    private byte[] packet(boolean ipv4) {
        byte[] udp = Frames.udp(4000 + flow++, 5000, new byte[100]);
        return ipv4
                ? Frames.ipv4(SENDER, RECEIVER, 1, 64, 17, new byte[0], udp)
                : Frames.ipv6(SENDER_6, RECEIVER_6, 1, 64, 17, udp);
    }

    private static long count(List<BothPrograms.Sent> sent) {
        return sent.stream()
                .filter(each -> each.port() == SENDER_PORT)
                .filter(each -> HexFormat.of().formatHex(each.frame()).contains(MAGIC))
                .count();
    }
}
