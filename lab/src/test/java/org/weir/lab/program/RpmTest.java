// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.Frames.ACK;
import static org.weir.lab.program.Frames.AE;
import static org.weir.lab.program.Frames.CWR;
import static org.weir.lab.program.Frames.ECE;
import static org.weir.lab.program.Frames.SYN;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;

/** Reverse path marking: every congestion event reaches its sender once, and only where it may. */
class RpmTest {

    private static final int SENDERS = 1;
    private static final int RECEIVERS = 4;
    private static final int TARGET_US = 1000;
    private static final int INTERVAL_US = 20_000;
    private static final int RETURN_US = 500_000;
    private static final int EXPIRY_US = 2_000_000;
    private static final int ECT_0 = 2;
    private static final long RATE_BPS = 1_000_000;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int FIRST_PORT = 2000;
    private static final int SERVER_PORT = 80;

    /** A TCP flow; the data go from senders to receivers. */
    private static final class Flow {
        private final int port;
        private final String source;
        private final String target;
        private boolean acknowledged = true;
        private int events;
        private int marksForward;
        private int marksReverse;

        private Flow(int port, boolean ipv4) {
            this.port = port;
            // Scattered, because sequences of numbers and CRCs fit each other too well or too ill.
            String host = String.format("%04x", port * 40_503 & 0xffff);
            this.source = (ipv4 ? "0a01" : "20010db800000000000000000001") + host;
            this.target = ipv4 ? "0a000005" : "20010db8000000000000000000000005";
        }

        private byte[] data(int flags) {
            int payload = source.length() == 8 ? 71 : 51;
            return Frames.segment(source, target, ECT_0, port, SERVER_PORT, flags, payload);
        }

        private byte[] answer(int flags) {
            return Frames.segment(target, source, 0, SERVER_PORT, port, flags, 0);
        }
    }

    private ProgramNetwork network;
    private final List<Flow> flows = new ArrayList<>();
    private final List<Long> arrivalNs = new ArrayList<>();
    private int seen;
    private int left;
    private int arrived;
    private CodelReference codel = new CodelReference(TARGET_US, INTERVAL_US);

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(5, RATE_BPS, 100_000);
        route(WeirIngress.Forwarding.IPV4_ROUTES, "0a010000", 16, SENDERS);
        route(WeirIngress.Forwarding.IPV4_ROUTES, "0a000000", 16, RECEIVERS);
        route(WeirIngress.Forwarding.IPV6_ROUTES, "20010db8000000000000000000010000", 112, SENDERS);
        route(
                WeirIngress.Forwarding.IPV6_ROUTES,
                "20010db8000000000000000000000005",
                128,
                RECEIVERS);
        watch(EXPIRY_US);
        mark(RETURN_US);
        network.timeline.runUntil(SECOND_NS);
    }

    private void route(String table, String prefix, int length, int port) {
        network.add(
                table,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(port)),
                new MatchKey.Lpm(bytes(prefix), length));
    }

    private void watch(int expiryUs) {
        network.add(
                WeirIngress.Rpm.ACK_PORTS,
                0,
                ActionCall.of(WeirIngress.Rpm.WATCH_ACKS, number(expiryUs)),
                exact(RECEIVERS));
    }

    private void mark(int returnUs) {
        var schemes = network.table(WeirEgress.Aqm.SCHEMES);
        schemes.entries().forEach(entry -> schemes.delete(entry.match(), 0));
        network.add(
                WeirEgress.Aqm.SCHEMES,
                0,
                ActionCall.of(
                        WeirEgress.Aqm.MARK_REVERSE_BY_CODEL,
                        number(TARGET_US),
                        number(INTERVAL_US),
                        number(returnUs)),
                exact(RECEIVERS));
    }

    private Flow open(int synFlags, int answerFlags) {
        Flow flow = new Flow(FIRST_PORT + flows.size(), flows.size() % 2 == 0);
        flows.add(flow);
        send(flow, SYN | synFlags);
        advance(20_000_000);
        network.device.receive(RECEIVERS, flow.answer(SYN | ACK | answerFlags));
        advance(20_000_000);
        return flow;
    }

    private Flow openClassic() {
        return open(ECE | CWR, ECE);
    }

    private void send(Flow flow, int flags) {
        arrivalNs.add(network.timeline.nowNs());
        network.device.receive(SENDERS, flow.data(flags));
    }

    /** Lets time pass and takes the packets sent: receivers acknowledge all they get. */
    private void advance(long ns) {
        network.timeline.runUntil(network.timeline.nowNs() + ns);
        for (; seen < network.sent.size(); seen++) {
            ProgramNetwork.Sent sent = network.sent.get(seen);
            byte[] frame = sent.frame();
            assertThat(InternetChecksum.transportResidue(frame)).as("TCP checksum").isZero();
            if (sent.port() == RECEIVERS) {
                received(sent);
            } else if ((Frames.flags(frame) & (SYN | ECE)) == ECE) {
                flows.get(Frames.targetPort(frame) - FIRST_PORT).marksReverse++;
            }
        }
    }

    private void received(ProgramNetwork.Sent sent) {
        byte[] frame = sent.frame();
        Flow flow = flows.get(Frames.sourcePort(frame) - FIRST_PORT);
        long leftNs = sent.timeNs() - frame.length * 8 * SECOND_NS / RATE_BPS;
        while (arrived < arrivalNs.size() && arrivalNs.get(arrived) <= leftNs) {
            arrived++;
        }
        long leftUs = leftNs / 1000;
        if (codel.dequeue(leftUs, leftUs - arrivalNs.get(left) / 1000, arrived - left - 1)) {
            flow.events++;
        }
        left++;
        if (Frames.congestionExperienced(frame)) {
            flow.marksForward++;
        }
        if (flow.acknowledged && (Frames.flags(frame) & SYN) == 0) {
            network.device.receive(RECEIVERS, flow.answer(ACK));
        }
    }

    /** Loads of 0.4 to 1.6 times the rate with random gaps, shared among the flows at random. */
    private void offer(int packets, long seed) {
        Random random = new Random(seed);
        double meanGapNs = 0;
        for (int i = 0; i < packets; i++) {
            if (i % 500 == 0) {
                meanGapNs = 1e6 / (0.4 + 1.2 * random.nextDouble());
            }
            advance(1 + (long) (-meanGapNs * Math.log(1 - random.nextDouble())));
            send(flows.get(random.nextInt(flows.size())), ACK);
        }
        drain();
    }

    /** Runs until the queue is empty and all acknowledgements have come. */
    private void drain() {
        while (left < arrivalNs.size()) {
            advance(1_000_000);
        }
        advance(100_000_000);
    }

    private void acknowledge(Flow flow, int times) {
        for (int i = 0; i < times; i++) {
            network.device.receive(RECEIVERS, flow.answer(ACK));
            advance(1_000_000);
        }
    }

    private long counter(String name, int index) {
        return network.device.counter(name).orElseThrow().read(index).packets();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void marksOnAcknowledgementsEqualTheEvents(long seed) {
        for (int i = 0; i < 16; i++) {
            openClassic();
        }
        offer(15_000, seed);
        flows.forEach(
                flow -> {
                    assertThat(flow.marksForward).isZero();
                    assertThat(flow.marksReverse).isEqualTo(flow.events);
                });
        long events = flows.stream().mapToLong(flow -> flow.events).sum();
        assertThat(events).isGreaterThan(100);
        assertThat(counter(WeirEgress.Aqm.REVERSE_MARKS, RECEIVERS * 8)).isEqualTo(events);
        assertThat(counter(WeirIngress.Rpm.MARKS, RECEIVERS)).isEqualTo(events);
    }

    @Test
    void leavesAloneWhatDidNotAskForClassicEcn() {
        List<Flow> untouched =
                List.of(
                        open(AE | ECE | CWR, CWR),
                        open(AE | ECE | CWR, ECE | CWR),
                        open(AE | ECE | CWR, AE),
                        open(AE | ECE | CWR, AE | CWR),
                        open(0, 0));
        // A classic server grants an AccECN client only what RFC 3168 knows.
        Flow fallenBack = open(AE | ECE | CWR, ECE);
        offer(12_000, 4);
        untouched.forEach(
                flow -> {
                    assertThat(flow.events).isPositive();
                    assertThat(flow.marksReverse).isZero();
                    assertThat(flow.marksForward).isEqualTo(flow.events);
                });
        assertThat(fallenBack.marksReverse).isEqualTo(fallenBack.events).isPositive();
    }

    @Test
    void leavesFlowsAloneWhoseAcknowledgementsGoAnotherWay() {
        Flow oneWay = openClassic();
        oneWay.acknowledged = false;
        Flow both = openClassic();
        advance(RETURN_US * 1000L);
        acknowledge(both, 1);
        offer(8000, 5);
        assertThat(oneWay.events).isPositive();
        assertThat(oneWay.marksForward).isEqualTo(oneWay.events);
        assertThat(both.marksReverse).isEqualTo(both.events).isPositive();
    }

    @Test
    void countsUpTo255AndMarksThePacketsBeyond() {
        mark(Integer.MAX_VALUE);
        Flow flow = openClassic();
        flow.acknowledged = false;
        watchAgain(Integer.MAX_VALUE);
        for (int i = 0; flow.events < 300; i++) {
            assertThat(i).isLessThan(100_000);
            send(flow, ACK);
            advance(600_001);
        }
        drain();
        assertThat(flow.marksForward).isEqualTo(flow.events - 255);
        acknowledge(flow, 300);
        assertThat(flow.marksReverse).isEqualTo(255);
    }

    @Test
    void forgetsWhatIsOwedToAFlowThatWasSilentTooLong() {
        Flow flow = openClassic();
        flow.acknowledged = false;
        for (int i = 0; flow.events == 0; i++) {
            assertThat(i).isLessThan(1000);
            send(flow, ACK);
            advance(600_001);
        }
        assertThat(flow.marksForward).isZero();
        advance(EXPIRY_US * 1000L + SECOND_NS);
        acknowledge(flow, 3);
        assertThat(flow.marksReverse).isZero();
        assertThat(counter(WeirIngress.Rpm.EXPIRED, RECEIVERS)).isEqualTo(1);
    }

    @Test
    void collisionsCostTheSchemeAndNeverAMark() {
        watchAgain(Integer.MAX_VALUE);
        mark(Integer.MAX_VALUE);
        for (int i = 0; i < 600; i++) {
            openClassic();
        }
        offer(6000, 6);
        flows.forEach(
                flow ->
                        assertThat(flow.marksForward + flow.marksReverse)
                                .as("flow %d", flow.port)
                                .isEqualTo(flow.events));
        long forward = flows.stream().filter(flow -> flow.marksForward > 0).count();
        assertThat(counter(WeirIngress.Rpm.COLLISIONS, RECEIVERS)).isPositive();
        // 600 flows in 16384 slots: eleven pairs are expected to meet.
        assertThat(forward).isLessThan(30);
    }

    private void watchAgain(int expiryUs) {
        var ports = network.table(WeirIngress.Rpm.ACK_PORTS);
        ports.entries().forEach(entry -> ports.delete(entry.match(), 0));
        watch(expiryUs);
    }
}
