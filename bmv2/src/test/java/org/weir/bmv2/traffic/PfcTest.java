// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.TestNetwork;
import org.weir.bmv2.controlplane.TrafficControl;
import org.weir.bmv2.controlplane.traffic.DropReason;
import org.weir.bmv2.controlplane.traffic.PfcConfig;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.bmv2.controlplane.traffic.PfcStatus;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.time.VirtualTimeline;

/** Priority-based flow control: pauses obeyed and asked for, to the bit time. */
class PfcTest {

    /** 1000 bytes leave in 1 us, and 512 bits in 64 ns. */
    private static final long RATE_BPS = 8_000_000_000L;

    private static final long MICRO_NS = 1000;
    private static final long QUANTUM_NS = 64;

    private TestNetwork network;
    private VirtualTimeline timeline;
    private TrafficControl control;

    @BeforeEach
    void start() throws Exception {
        network = new TestNetwork(TestNetwork.program("queues"), 3, RATE_BPS, 10_000);
        timeline = network.timeline;
        control = network.device.traffic();
    }

    private void setPfc(int port, int quanta, PfcPriority... priorities) {
        control.setPortTraffic(
                port,
                control.portTraffic(port).withPfc(new PfcConfig(quanta, List.of(priorities))));
    }

    private void offer(int fromPort, int port, int queue, int bytes, int count) {
        for (int i = 0; i < count; i++) {
            network.device.receive(fromPort, TrafficTest.frame(port, queue, bytes));
        }
    }

    /** A PFC frame as IEEE 802.1Q figure 36-3 has it, written out. */
    private static byte[] pause(int vector, int... quanta) {
        StringBuilder hex = new StringBuilder("0180c2000001 020000000099 8808 0101");
        hex.append("%04x".formatted(vector));
        for (int i = 0; i < 8; i++) {
            hex.append("%04x".formatted(i < quanta.length ? quanta[i] : 0));
        }
        return TestNetwork.bytes(hex + "00".repeat(26));
    }

    private List<Long> timesOf(int port, int queue) {
        return network.sent.stream()
                .filter(sent -> sent.port() == port && sent.frame()[0] == queue && !isPause(sent))
                .map(TestNetwork.Sent::timeNs)
                .toList();
    }

    private static boolean isPause(TestNetwork.Sent sent) {
        return sent.hex().startsWith("0180c2000001");
    }

    private List<TestNetwork.Sent> pausesOf(int port) {
        return network.sent.stream().filter(sent -> sent.port() == port && isPause(sent)).toList();
    }

    private PfcStatus status(int port, int priority) {
        return control.portTrafficStatus(port).pfc().get(priority);
    }

    @Test
    void aPauseLastsItsQuantaToTheNanosecondAndLetsOthersGo() {
        setPfc(1, 1, PfcPriority.obeying(5));
        offer(2, 1, 5, 1000, 3);
        offer(2, 1, 0, 1000, 2);
        timeline.runUntil(500);
        // The frame on the line is finished; its queue waits although it is the highest.
        network.device.receive(1, pause(0b100000, 9, 9, 9, 9, 9, 100));
        assertThat(control.portTrafficStatus(1).queues().get(5).paused()).isTrue();
        network.settle();
        long resumed = 500 + 100 * QUANTUM_NS;
        assertThat(timesOf(1, 5))
                .containsExactly(MICRO_NS, resumed + MICRO_NS, resumed + 2 * MICRO_NS);
        assertThat(timesOf(1, 0)).containsExactly(2 * MICRO_NS, 3 * MICRO_NS);
        assertThat(status(1, 5).receivedPauses()).isOne();
        assertThat(status(1, 5).pausedUntilNs()).isLessThanOrEqualTo(timeline.nowNs());
    }

    @Test
    void aNewPauseReplacesTheOldAndZeroResumes() {
        setPfc(1, 1, PfcPriority.obeying(0), PfcPriority.obeying(1));
        network.device.receive(1, pause(0b11, 1000, 1000));
        offer(2, 1, 0, 1000, 1);
        offer(2, 1, 1, 1000, 1);
        timeline.runUntil(10_000);
        network.device.receive(1, pause(0b01, 65_535));
        timeline.runUntil(20_000);
        network.device.receive(1, pause(0b10, 0, 0));
        network.settle();
        assertThat(timesOf(1, 1)).containsExactly(20_000 + MICRO_NS);
        assertThat(timesOf(1, 0)).containsExactly(10_000 + 65_535 * QUANTUM_NS + MICRO_NS);
        assertThat(status(1, 1).receivedResumes()).isOne();
        // A shorter pause counts too.
        network.device.receive(1, pause(0b01, 65_535));
        network.device.receive(1, pause(0b01, 1));
        long now = timeline.nowNs();
        offer(2, 1, 0, 1000, 1);
        network.settle();
        assertThat(timesOf(1, 0)).hasSize(2).endsWith(now + QUANTUM_NS + MICRO_NS);
    }

    @Test
    void aPauseIsNeverShorterThanItsBitTimes() {
        control.setPortTraffic(
                1, control.portTraffic(1).withRates(3_000_000_000L, PortConfig.UNLIMITED));
        setPfc(1, 1, PfcPriority.obeying(0));
        network.device.receive(1, pause(1, 1));
        offer(2, 1, 0, 1500, 1);
        network.settle();
        // 512 bits at 3 Gb/s are 170.67 ns.
        assertThat(timesOf(1, 0)).containsExactly(171L + 4000);
    }

    @Test
    void pauseFramesAreTheSwitchsOwnOnlyWhileFlowControlIsOn() {
        setPfc(1, 1, PfcPriority.obeying(0));
        network.device.receive(1, pause(1, 1));
        network.device.receive(1, TestNetwork.bytes("0180c20000010200000000998808010100010001"));
        network.settle();
        assertThat(network.sent).isEmpty();
        assertThat(control.portTrafficStatus(1).malformedPauseFrames()).isOne();
        assertThat(network.device.ports().get(0).counters().rxPackets()).isEqualTo(2);
        assertThat(network.device.ports().get(0).counters().rxDrops()).isZero();
        // To the program its first byte is a queue, and the second, 0x80, a port that is not there.
        network.device.receive(2, pause(1, 1));
        network.settle();
        assertThat(network.device.droppedNoPort()).isOne();
        control.setPortTraffic(1, control.portTraffic(1).withPfc(PfcConfig.OFF));
        network.device.receive(1, pause(1, 1));
        network.settle();
        assertThat(network.device.droppedNoPort()).isEqualTo(2);
        assertThat(status(1, 0).receivedPauses()).isOne();
    }

    @Test
    void thresholdsAskThePeerAgainAndAgainAndLetItResume() {
        setPfc(2, 100, new PfcPriority(3, 5000, 2000, 10_000));
        // The first goes at once; five that wait reach the threshold.
        offer(2, 1, 3, 1000, 5);
        assertThat(status(2, 3).pausing()).isFalse();
        assertThat(status(2, 3).ingressBytes()).isEqualTo(4000);
        offer(2, 1, 3, 1000, 1);
        assertThat(status(2, 3).pausing()).isTrue();
        // Other ingress ports and other priorities are not asked and do not count.
        offer(3, 1, 3, 1000, 2);
        offer(2, 1, 2, 1000, 9);
        assertThat(status(2, 3).ingressBytes()).isEqualTo(5000);
        network.settle();
        assertThat(pausesOf(3)).isEmpty();
        List<TestNetwork.Sent> pauses = pausesOf(2);
        // Two thousand bytes are left after three have gone, at 3 us; the line to the peer is free.
        assertThat(pauses).extracting(TestNetwork.Sent::timeNs).containsExactly(60L, 3060L);
        String head = "0180c20000010200000000028808010100080000000000000";
        assertThat(pauses.get(0).hex()).startsWith(head + "06400").hasSize(120);
        assertThat(pauses.get(1).hex()).startsWith(head + "00000").hasSize(120);
        assertThat(status(2, 3).sentPauses()).isOne();
        assertThat(status(2, 3).sentResumes()).isOne();
        assertThat(status(2, 3).ingressBytes()).isZero();
    }

    @Test
    void aStandingPauseIsRefreshedAfterHalfOfIt() {
        setPfc(2, 100, new PfcPriority(3, 1000, 500, 10_000));
        setPfc(1, 1, PfcPriority.obeying(3));
        network.device.receive(1, pause(0b1000, 0, 0, 0, 300));
        offer(2, 1, 3, 1000, 2);
        network.settle();
        // Half of 100 quanta is 3200 ns. The first of the two that wait goes when the peer's pause
        // of 300 quanta ends, at 19 200 ns; the other 1000 ns later, and then the pause is over.
        assertThat(pausesOf(2))
                .extracting(TestNetwork.Sent::timeNs)
                .containsExactly(60L, 3260L, 6460L, 9660L, 12_860L, 16_060L, 19_260L, 20_260L);
        assertThat(status(2, 3).sentPauses()).isEqualTo(7);
        assertThat(status(2, 3).sentResumes()).isOne();
    }

    @Test
    void headroomHoldsWhatArrivesUntilThePeerHasStoppedAndNotMore() {
        control.setBufferBytes(20_000);
        setPfc(2, 100, new PfcPriority(3, 5000, 2000, 3000));
        assertThat(control.buffer().sharedBytes()).isEqualTo(12_000);
        // Others fill the shared part; the lossless priority has its own.
        control.setQueue(1, 0, control.queue(1, 0).withBuffer(0, Double.POSITIVE_INFINITY));
        offer(3, 1, 0, 1000, 30);
        assertThat(control.buffer().sharedUsedBytes()).isEqualTo(12_000);
        offer(2, 1, 3, 1000, 10);
        var queue = control.portTrafficStatus(1).queues().get(3);
        assertThat(queue.depthBytes()).isEqualTo(8000);
        assertThat(queue.droppedPackets().get(DropReason.HEADROOM_FULL)).isEqualTo(2);
        assertThat(control.buffer().usedBytes()).isEqualTo(20_000);
        network.settle();
        assertThat(control.buffer().usedBytes()).isZero();
    }

    /** Two senders into one port, with the headroom that the standard's formula gives: no loss. */
    @Test
    void nothingIsLostBetweenTwoSwitchesWithEnoughHeadroom() throws Exception {
        long delayNs = 2 * MICRO_NS;
        TestNetwork upstream = new TestNetwork(TestNetwork.program("queues"), 3, RATE_BPS, 10_000);
        // The bytes under way in two delays, two largest frames, and the pause frame itself.
        long headroomBytes = 2 * delayNs + 2 * 1500 + 60;
        setPfc(2, 1000, new PfcPriority(3, 20_000, 10_000, headroomBytes));
        control.setPortTraffic(
                1, control.portTraffic(1).withRates(RATE_BPS / 4, PortConfig.UNLIMITED));
        PortTraffic obeying =
                PortTraffic.strict(RATE_BPS, 10_000)
                        .withPfc(new PfcConfig(1, List.of(PfcPriority.obeying(3))));
        upstream.device.attachPort(
                1,
                new PortConfig("out", obeying, 0),
                (buffer, offset, length) -> {
                    byte[] frame = new byte[length];
                    System.arraycopy(buffer, offset, frame, 0, length);
                    at(upstream.timeline.nowNs() + delayNs, () -> network.device.receive(2, frame));
                });
        network.device.attachPort(
                2,
                new PortConfig("in", control.portTraffic(2), 0),
                (buffer, offset, length) -> {
                    byte[] frame = new byte[length];
                    System.arraycopy(buffer, offset, frame, 0, length);
                    long timeNs = timeline.nowNs() + delayNs;
                    upstream.timeline.schedule(timeNs, () -> upstream.device.receive(1, frame));
                });
        for (int i = 0; i < 2000; i++) {
            upstream.device.receive(2, TrafficTest.frame(1, 3, 1400));
        }
        // The frame reaches the second switch with the first one's header before its own bytes.
        for (long timeNs = 0; timeNs < 20_000 * MICRO_NS; timeNs += 10) {
            upstream.timeline.runUntil(timeNs);
            timeline.runUntil(timeNs);
        }
        assertThat(control.portTrafficStatus(1).queues().get(3).enqueuedPackets()).isEqualTo(2000);
        assertThat(control.portTrafficStatus(1).queues().get(3).droppedPackets())
                .allSatisfy((reason, packets) -> assertThat(packets).isZero());
        assertThat(control.portTrafficStatus(1).queues().get(3).maxDepthBytes())
                .isBetween(20_000L, 20_000 + headroomBytes);
        assertThat(status(2, 3).sentPauses()).isGreaterThan(50);
    }

    private void at(long timeNs, Runnable task) {
        timeline.schedule(timeNs, task);
    }

    @Test
    void thePauseThatIsAskedForByHandGoesBeforeAllThatWaits() {
        offer(2, 1, 7, 1000, 3);
        control.sendPause(1, 2, 0xABCD);
        control.sendPause(1, 0, 0);
        network.settle();
        List<TestNetwork.Sent> pauses = pausesOf(1);
        assertThat(pauses).hasSize(1);
        assertThat(pauses.get(0).timeNs()).isEqualTo(MICRO_NS + 60);
        assertThat(pauses.get(0).hex().substring(0, 48))
                .isEqualTo("0180c2000001020000000001880801010005" + "0000" + "0000" + "abcd");
        assertThat(HexFormat.of().parseHex(pauses.get(0).hex())).hasSize(60);
        assertThat(network.device.ports().get(0).counters().txBytes()).isEqualTo(3060);
        assertThatThrownBy(() -> control.sendPause(1, 8, 0)).hasMessageContaining("priority must");
        assertThatThrownBy(() -> control.sendPause(1, 0, 65_536))
                .hasMessageContaining("quanta must");
        network.device.setPortUp(1, false);
        assertThatThrownBy(() -> control.sendPause(1, 0, 1)).hasMessageContaining("must be up");
    }

    @Test
    void whoTurnsFlowControlOffLetsThePeerResumeAndGoesOn() {
        setPfc(1, 1, PfcPriority.obeying(3));
        setPfc(2, 65_535, new PfcPriority(3, 1000, 500, 10_000));
        network.device.receive(1, pause(0b1000, 0, 0, 0, 65_535));
        offer(2, 1, 3, 1000, 4);
        timeline.runUntil(1000);
        assertThat(pausesOf(2)).hasSize(1);
        control.setPortTraffic(2, control.portTraffic(2).withPfc(PfcConfig.OFF));
        timeline.runUntil(2000);
        assertThat(pausesOf(2)).hasSize(2);
        assertThat(status(2, 3).sentResumes()).isOne();
        control.setPortTraffic(1, control.portTraffic(1).withPfc(PfcConfig.OFF));
        network.settle();
        assertThat(timesOf(1, 3)).containsExactly(3000L, 4000L, 5000L, 6000L);
        assertThat(status(2, 3).ingressBytes()).isZero();
        assertThat(pausesOf(2)).hasSize(2);
    }
}
