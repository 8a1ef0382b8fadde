// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirIngress;

/**
 * A class that was beyond its share and is within it again does not wait behind a class that floods
 * the port, and the packets of its flows keep their order ({@code lanes.p4}).
 */
class LanesTest {
    private static final int OUTPUT = 4;
    private static final long RATE_BPS = 1_000_000_000;
    private static final int FRAME_BYTES = 1250;

    /** Time that a packet takes on the port's line. */
    private static final long PACKET_NS = 10_000;

    private static final int LIMIT_PACKETS = 256;
    private static final int QUEUE_PACKETS = 1024;
    private static final int FLOOD_PORT = 9;
    private static final int A = 0;
    private static final int C = 1;
    private static final int[] DSCP = {46, 26};
    private static final int PAYLOAD_BYTES = FRAME_BYTES - 42;

    private ProgramNetwork network;
    private long startNs;
    private final List<Long> enteredNs = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        start(QUEUE_PACKETS, 1024);
    }

    /**
     * @param queuePackets packets that each priority holds
     * @param rateWindowUs length of the port's rate windows
     */
    private void start(int queuePackets, int rateWindowUs) throws Exception {
        enteredNs.clear();
        network = new ProgramNetwork(5, RATE_BPS, queuePackets);
        network.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(OUTPUT)),
                new MatchKey.Lpm(bytes("0a000005"), 32));
        for (int classId : new int[] {A, C}) {
            network.classify(
                    WeirIngress.Classifier.IPV4_CLASSES,
                    classId,
                    Map.of(
                            MatchFields.DSCP,
                            new MatchKey.Ternary(number(DSCP[classId]), number(63))));
            // Half of a round of 16 packets each; never marked.
            network.add(
                    WeirIngress.QueueSettings.SETTINGS,
                    0,
                    ActionCall.of(
                            WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                            number(512),
                            number(60_000),
                            number(LIMIT_PACKETS),
                            number(RATE_BPS / 2 / 1000),
                            number(10_000)),
                    exact(OUTPUT),
                    exact(classId),
                    exact(0));
        }
        network.add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.useGeneration(rateWindowUs),
                        number(0),
                        number(1024)),
                exact(OUTPUT));
        startNs = 1_000_000_000L;
        network.timeline.runUntil(startNs);
    }

    /** Sends one packet at a time after the start; its number is in its payload. */
    private void offer(int classId, int flow, long afterNs) {
        int number = enteredNs.size();
        enteredNs.add(startNs + afterNs);
        byte[] payload = new byte[PAYLOAD_BYTES];
        payload[0] = (byte) (number >>> 16);
        payload[1] = (byte) (number >>> 8);
        payload[2] = (byte) number;
        byte[] frame =
                Frames.udp("0a000001", "0a000005", DSCP[classId] << 2, 4000 + flow, 5000, payload);
        int input = classId == C ? 2 : 1;
        network.timeline.schedule(startNs + afterNs, () -> network.device.receive(input, frame));
    }

    /** Class C sends twice what the line takes. */
    private void flood(long untilNs) {
        for (long atNs = 0; atNs < untilNs; atNs += PACKET_NS / 2) {
            offer(C, FLOOD_PORT, atNs);
        }
    }

    private List<Departure> run() {
        network.settle();
        List<Departure> departures = new ArrayList<>();
        for (ProgramNetwork.Sent one : network.sent) {
            byte[] frame = one.frame();
            int number = (frame[42] & 0xff) << 16 | (frame[43] & 0xff) << 8 | frame[44] & 0xff;
            int flow = ((frame[34] & 0xff) << 8 | frame[35] & 0xff) - 4000;
            departures.add(new Departure(number, flow, one.timeNs() - enteredNs.get(number)));
        }
        return departures;
    }

    /** Times that a packet left after one of the same flow that came later. */
    private static Map<Integer, Integer> overtaken(List<Departure> departures) {
        Map<Integer, Integer> last = new HashMap<>();
        Map<Integer, Integer> times = new HashMap<>();
        for (Departure one : departures) {
            int before = last.getOrDefault(one.flow, -1);
            if (one.number < before) {
                times.merge(one.flow, 1, Integer::sum);
            }
            last.merge(one.flow, one.number, Math::max);
        }
        return times;
    }

    @Test
    void otherFlowsOfTheClassDoNotWaitBehindTheFlood() {
        long untilNs = 2000 * PACKET_NS;
        flood(untilNs);
        // A burst of one flow, far beyond the share, on top of the flood.
        for (int i = 0; i < 200; i++) {
            offer(A, 1, 500 * PACKET_NS + i * PACKET_NS / 4);
        }
        int burstLast = enteredNs.size() - 1;
        // An eighth of the line from other flows, so close that the class always has packets.
        for (int i = 0; i < 150; i++) {
            offer(A, 2 + i % 4, 700 * PACKET_NS + i * 8 * PACKET_NS);
        }
        List<Departure> departures = run();
        List<Departure> late =
                departures.stream()
                        .filter(one -> one.flow >= 2 && one.flow != FLOOD_PORT)
                        .filter(one -> one.delayNs > 20 * PACKET_NS)
                        .toList();
        // The class has been within its share again since the burst's excess was served.
        assertThat(late).hasSizeLessThan(50);
        assertThat(late).allSatisfy(one -> assertThat(one.number).isLessThan(burstLast + 60));
        assertThat(overtaken(departures)).isEmpty();
    }

    @Test
    void aFlowThatNeverPausesIsOvertakenOnceAndThenOnTime() throws Exception {
        // 16 windows of 64 µs: the time of 102 packets.
        start(QUEUE_PACKETS, 64);
        List<Departure> departures = runOfAFlowThatNeverPauses(1250);
        List<Departure> flow = departures.stream().filter(one -> one.flow == 1).toList();
        assertThat(flow.subList(flow.size() - 1000, flow.size()))
                .allSatisfy(one -> assertThat(one.delayNs).isLessThan(20 * PACKET_NS));
        // Once: all that were overtaken had come before the first packet that overtook.
        List<Integer> order = flow.stream().map(one -> one.number).toList();
        Set<Integer> overtaken = new HashSet<>();
        int firstToOvertake = Integer.MAX_VALUE;
        for (int i = 0; i < order.size(); i++) {
            for (int before : order.subList(0, i)) {
                if (before > order.get(i)) {
                    overtaken.add(order.get(i));
                    firstToOvertake = Math.min(firstToOvertake, before);
                }
            }
        }
        assertThat(overtaken).hasSizeBetween(1, LIMIT_PACKETS);
        assertThat(Collections.max(overtaken)).isLessThan(firstToOvertake);
    }

    @Test
    void aFlowKeepsItsOrderForSixteenWindows() throws Exception {
        // 16 windows of 4096 µs: the time of 6554 packets, more than the flow lasts.
        start(QUEUE_PACKETS, 4096);
        List<Departure> departures = runOfAFlowThatNeverPauses(650);
        assertThat(overtaken(departures)).isEmpty();
    }

    /** Beside the flood: a burst of one flow, then {@code packets} at an eighth of the line. */
    private List<Departure> runOfAFlowThatNeverPauses(int packets) {
        flood((1000 + 8 * packets) * PACKET_NS);
        for (int i = 0; i < 200; i++) {
            offer(A, 1, 500 * PACKET_NS + i * PACKET_NS / 4);
        }
        for (int i = 0; i < packets; i++) {
            offer(A, 1, 560 * PACKET_NS + i * 8 * PACKET_NS);
        }
        return run();
    }

    /** The traffic manager drops what the P4 has counted, in the lane that is left behind too. */
    @Test
    void lossesInTheTrafficManagerAreForgotten() throws Exception {
        start(64, 1024);
        long untilNs = 8000 * PACKET_NS;
        flood(untilNs);
        for (int i = 0; i < 200; i++) {
            offer(A, 1, 500 * PACKET_NS + i * PACKET_NS / 4);
        }
        for (int i = 0; i < 800; i++) {
            offer(A, 2 + i % 4, 700 * PACKET_NS + i * 8 * PACKET_NS);
        }
        int before = enteredNs.size();
        for (int i = 0; i < 200; i++) {
            offer(A, 1, 7200 * PACKET_NS + i * 4 * PACKET_NS);
        }
        List<Departure> departures = run();
        assertThat(departures.size()).isLessThan(enteredNs.size());
        List<Departure> late =
                departures.stream()
                        .filter(one -> one.number >= before && one.delayNs > 20 * PACKET_NS)
                        .toList();
        assertThat(late).isEmpty();
        assertThat(register("enqueued_packets", OUTPUT * 16))
                .isEqualTo(register("dequeued_packets", OUTPUT * 16));
        assertThat(register("enqueued_packets", OUTPUT * 16 + 1))
                .isEqualTo(register("dequeued_packets", OUTPUT * 16 + 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void allThatIsTakenLeavesAndTheAccountIsEmptyAfterwards(long seed) {
        Random random = new Random(seed);
        long atNs = 0;
        while (atNs < 4000 * PACKET_NS) {
            int burst = random.nextInt(4) == 0 ? 1 + random.nextInt(120) : 1;
            int classId = random.nextInt(2);
            int flow = classId == C ? FLOOD_PORT : random.nextInt(6);
            for (int i = 0; i < burst; i++) {
                offer(classId, flow, atNs);
                atNs += random.nextInt((int) PACKET_NS);
            }
            atNs += random.nextInt(4) == 0 ? random.nextInt(300) * PACKET_NS : 0;
        }
        List<Departure> departures = run();
        Set<Integer> numbers = new HashSet<>();
        departures.forEach(one -> assertThat(numbers.add(one.number)).isTrue());
        long drops =
                List.of(A, C).stream()
                        .mapToLong(
                                one ->
                                        network.device
                                                .counter(WeirIngress.VirtualQueue.DROPS)
                                                .orElseThrow()
                                                .read(OUTPUT * 8 + one)
                                                .packets())
                        .sum();
        assertThat(departures.size() + drops).isEqualTo(enteredNs.size());
        for (int lane = OUTPUT * 16; lane < OUTPUT * 16 + 4; lane++) {
            assertThat(register("enqueued_packets", lane))
                    .isEqualTo(register("dequeued_packets", lane));
        }
    }

    private long register(String name, int index) {
        byte[] value = network.device.register(name).orElseThrow().read(index);
        return new BigInteger(1, value).longValue();
    }

    /**
     * A packet that left.
     *
     * @param number of all packets in the order in which they entered
     * @param flow its flow
     * @param delayNs time between the two
     */
    private record Departure(int number, int flow, long delayNs) {}
}
