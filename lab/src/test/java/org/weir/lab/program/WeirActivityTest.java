// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.p4.WeirIngress.ActivityAqm;
import org.weir.wire.p4.WeirIngress.ActivityEdge;

/** ABC in Weir's program: values beside double precision, its domain's edge, and drops. */
class WeirActivityTest {

    /** Ports to users, a line in the domain, and a slow line out of it. */
    private static final int EDGE = 1;

    private static final int OTHER_EDGE = 2;
    private static final int INNER = 3;
    private static final int OUT = 4;
    private static final int QUEUE = OUT * 8;

    private static final String CLIENT = "0a000001";
    private static final String OTHER_CLIENT = "0a000002";
    private static final String INSIDE = "0a000003";
    private static final String OUTSIDE = "0a000004";
    private static final String STRANGER = "0a000009";
    private static final String CLIENT_6 = "fd000000000000000000000000000001";
    private static final String INSIDE_6 = "fd000000000000000000000000000003";

    private static final double METER_US = 3_000_000;
    private static final double AVERAGE_US = 300_000;
    private static final double REFERENCE_BPS = 10_000;
    private static final double OTHER_WEIGHT = 4;
    private static final int LIMIT = 24;
    private static final int Q_MIN = 6;
    private static final int Q_BASE = 20;
    private static final int GAMMA = 16;
    private static final long RATE_BPS = 1_000_000;

    /** Largest error of an activity value, as activity_meter.p4 has it. */
    private static final double ACTIVITY_ERROR = 0x1p-10;

    private ProgramNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(5, RATE_BPS, 1000);
        route(INSIDE, INNER);
        route(OUTSIDE, OUT);
        network.add(
                WeirIngress.Forwarding.IPV6_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(INNER)),
                new MatchKey.Lpm(bytes(INSIDE_6), 128));
        network.add(ActivityEdge.PORTS, 0, ActionCall.of(ActivityEdge.KEEP_ACTIVITY), exact(INNER));
        network.add(
                WeirEgress.ActivityDeparture.INNER_PORTS,
                0,
                ActionCall.of(WeirEgress.ActivityDeparture.WRITE_ACTIVITY),
                exact(INNER));
        for (int port : new int[] {EDGE, OTHER_EDGE}) {
            network.add(
                    ActivityEdge.PORTS,
                    0,
                    ActionCall.of(ActivityEdge.METER_USERS, number(decay(METER_US))),
                    exact(port));
        }
        aggregate(ActivityEdge.IPV4_AGGREGATES, EDGE, CLIENT, 0, 1);
        aggregate(ActivityEdge.IPV6_AGGREGATES, EDGE, CLIENT_6, 0, 1);
        aggregate(ActivityEdge.IPV4_AGGREGATES, OTHER_EDGE, OTHER_CLIENT, 1023, OTHER_WEIGHT);
        network.timeline.runUntil(1_000_000_000L);
    }

    private void route(String destination, int port) {
        network.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(port)),
                new MatchKey.Lpm(bytes(destination), 32));
    }

    private static long decay(double memoryUs) {
        return Math.round(0x1p44 / Math.log(2) / memoryUs);
    }

    private void aggregate(String table, int port, String source, int index, double weight) {
        double bits = weight * REFERENCE_BPS * METER_US / 1e6;
        network.add(
                table,
                0,
                ActionCall.of(
                        ActivityEdge.SET_AGGREGATE,
                        number(index),
                        number(Math.round(0x1p16 * Math.log(bits) / Math.log(2)) & 0xFFFF_FFFFL)),
                exact(port),
                new MatchKey.Lpm(bytes(source), 4 * source.length()));
    }

    /** A virtual queue with the port's AQM. */
    private void giveAqm(int limitPackets) {
        network.add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                        number(1),
                        number(65_535),
                        number(limitPackets),
                        number(1000),
                        number(10_000)),
                exact(OUT),
                exact(0),
                exact(0));
        network.add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                ActionCall.of(WeirIngress.QueueSettings.useGeneration(32768), number(0), number(1)),
                exact(OUT));
        network.add(
                ActivityAqm.PORTS,
                0,
                ActionCall.of(
                        ActivityAqm.DROP_BY_ACTIVITY,
                        number(Q_MIN),
                        number(Q_BASE),
                        number(GAMMA),
                        number(decay(AVERAGE_US))),
                exact(OUT));
    }

    private static byte[] frame(String from, String to, int bytes) {
        return Frames.udp(from, to, 0, 4000, 5000, new byte[bytes - 42]);
    }

    private static byte[] withActivity(byte[] frame, int activity) {
        byte[] inside = new byte[frame.length + 4];
        System.arraycopy(frame, 0, inside, 0, 12);
        inside[12] = (byte) 0x88;
        inside[13] = (byte) 0xb6;
        inside[14] = (byte) (activity >> 8);
        inside[15] = (byte) activity;
        System.arraycopy(frame, 12, inside, 16, frame.length - 12);
        return inside;
    }

    private byte[] send(int port, byte[] frame) {
        List<ProgramNetwork.Sent> sent = network.send(port, frame);
        assertThat(sent).hasSize(1);
        return sent.get(0).frame();
    }

    private static double activity(byte[] inside, int etherType) {
        assertThat(Frames.u16(inside, 12)).isEqualTo(0x88b6);
        assertThat(Frames.u16(inside, 16)).isEqualTo(etherType);
        return Frames.u16(inside, 14) / 1024.0 - 32;
    }

    private long count(String counter, int index) {
        return network.device.counter(counter).orElseThrow().read(index).packets();
    }

    private double read(String register) {
        return new BigInteger(1, network.device.register(register).orElseThrow().read(QUEUE))
                .doubleValue();
    }

    @ParameterizedTest
    @CsvSource({"3000, 1", "20000, 2", "1500000, 3"})
    void metersRatesAsTdrmUtemaDoes(double meanGapUs, long seed) {
        Random random = new Random(seed);
        ActivityReference.Meter one = new ActivityReference.Meter(METER_US, REFERENCE_BPS);
        ActivityReference.Meter other =
                new ActivityReference.Meter(METER_US, OTHER_WEIGHT * REFERENCE_BPS);
        double worst = 0;
        for (int i = 0; i < 5000; i++) {
            long gapNs = 1 + (long) (-1000 * meanGapUs * Math.log(1 - random.nextDouble()));
            network.timeline.runUntil(network.timeline.nowNs() + gapNs);
            int length = 64 + random.nextInt(1450);
            boolean first = random.nextBoolean();
            double exact = (first ? one : other).activity(network.timeline.nowNs() / 1000, length);
            byte[] sent =
                    first
                            ? send(EDGE, frame(CLIENT, INSIDE, length))
                            : send(OTHER_EDGE, frame(OTHER_CLIENT, INSIDE, length));
            worst = Math.max(worst, Math.abs(activity(sent, 0x0800) - exact));
        }
        assertThat(worst).isLessThan(ACTIVITY_ERROR);
    }

    /** Both addresses of a host are one user. */
    @Test
    void metersIpv6() {
        byte[] before = send(EDGE, frame(CLIENT, INSIDE, 1000));
        byte[] frame = Frames.udp(CLIENT_6, INSIDE_6, 0, 4000, 5000, new byte[938]);
        double alone = activity(before, 0x0800);
        assertThat(activity(send(EDGE, frame), 0x86dd)).isLessThan(alone).isGreaterThan(alone - 8);
        assertThat(count(ActivityEdge.UNMETERED, EDGE)).isZero();
    }

    @Test
    void overwritesAndCountsValuesFromOutside() {
        byte[] honest = send(EDGE, frame(CLIENT, INSIDE, 200));
        network.timeline.runUntil(network.timeline.nowNs() + 60_000_000_000L);
        byte[] forged = send(EDGE, withActivity(frame(CLIENT, INSIDE, 200), 0));

        assertThat(activity(forged, 0x0800)).isCloseTo(activity(honest, 0x0800) - 12, within(0.1));
        assertThat(forged).hasSize(204);
        assertThat(count(ActivityEdge.OVERWRITTEN, EDGE)).isEqualTo(1);
    }

    /** A port without an entry is outside the domain, and its packets are not metered. */
    @Test
    void removesValuesWhereTheDomainEnds() {
        byte[] plain = frame(CLIENT, OUTSIDE, 200);
        assertThat(send(INNER, withActivity(plain, 12_345)))
                .isEqualTo(send(EDGE, plain))
                .isEqualTo(send(EDGE, withActivity(plain, 0)))
                .hasSize(plain.length);
        assertThat(send(5, withActivity(frame(CLIENT, INSIDE, 200), 12_345)))
                .isEqualTo(send(5, frame(CLIENT, INSIDE, 200)));
        assertThat(count(ActivityEdge.OVERWRITTEN, 5)).isEqualTo(1);
        assertThat(count(ActivityEdge.UNMETERED, 5)).isZero();
    }

    @Test
    void keepsTheValueOfALineInTheDomain() {
        byte[] inside = send(INNER, withActivity(frame(STRANGER, INSIDE, 200), 12_345));
        assertThat(Frames.u16(inside, 14)).isEqualTo(12_345);
        assertThat(count(ActivityEdge.OVERWRITTEN, INNER)).isZero();
        byte[] unmetered = send(EDGE, frame(STRANGER, INSIDE, 200));
        assertThat(Frames.u16(unmetered, 12)).isEqualTo(0x0800);
        assertThat(count(ActivityEdge.UNMETERED, EDGE)).isEqualTo(1);
    }

    /** Two users of different rates and weights overload the line out of the domain. */
    @ParameterizedTest
    @CsvSource({"0.7, 0.7, 1", "0.4, 1.2, 2", "2.5, 0.1, 3", "0.55, 0.5, 4", "0.9, 3.0, 5"})
    void dropsWhatIsAboveItsThreshold(double load, double otherLoad, long seed) {
        giveAqm(LIMIT);
        int length = 125;
        Random random = new Random(seed);
        ActivityReference.Meter[] meters = {
            new ActivityReference.Meter(METER_US, REFERENCE_BPS),
            new ActivityReference.Meter(METER_US, OTHER_WEIGHT * REFERENCE_BPS)
        };
        ActivityReference.Average average = new ActivityReference.Average(AVERAGE_US);
        double packetsPerNs = RATE_BPS / 8.0 / length / 1e9;
        int near = 0;
        int drops = 0;
        int fulls = 0;
        int packets = 20_000;
        for (int i = 0; i < packets; i++) {
            boolean other = random.nextDouble() < otherLoad / (load + otherLoad);
            double meanNs = 1 / packetsPerNs / (load + otherLoad);
            network.timeline.runUntil(
                    network.timeline.nowNs()
                            + 1
                            + (long) (-meanNs * Math.log(1 - random.nextDouble())));
            long nowUs = network.timeline.nowNs() / 1000;
            double activity = meters[other ? 1 : 0].activity(nowUs, length);
            int waiting =
                    network.device.traffic().portTrafficStatus(OUT).queues().stream()
                            .mapToInt(queue -> queue.depthPackets())
                            .sum();
            long dropsBefore = count(ActivityAqm.DROPS, QUEUE);
            long fullBefore = count(WeirIngress.VirtualQueue.DROPS, QUEUE);
            network.device.receive(
                    other ? OTHER_EDGE : EDGE,
                    frame(other ? OTHER_CLIENT : CLIENT, OUTSIDE, length));
            boolean dropped = count(ActivityAqm.DROPS, QUEUE) > dropsBefore;
            boolean full = count(WeirIngress.VirtualQueue.DROPS, QUEUE) > fullBefore;
            assertThat(full).as("packet %d", i).isEqualTo(waiting >= LIMIT);
            double threshold = Q_BASE - GAMMA * (activity - average.value());
            boolean isNear = Math.abs(waiting - threshold) < 2 * GAMMA * ACTIVITY_ERROR;
            if (!full && !isNear) {
                assertThat(dropped)
                        .as("packet %d, %d packets wait, threshold %f", i, waiting, threshold)
                        .isEqualTo(waiting > Math.max(Q_MIN, threshold));
            }
            if (!full && !dropped) {
                average.add(nowUs, activity);
            }
            near += isNear ? 1 : 0;
            drops += dropped ? 1 : 0;
            fulls += full ? 1 : 0;
        }
        assertThat(near).isLessThan(packets / 10);
        assertThat(drops).isGreaterThan(packets / 100);
        String threshold = "WeirIngress.activity_aqm.threshold.";
        double mean = read(threshold + "activity_sum") / read(threshold + "activity_weight");
        assertThat(mean / 1024 - 32).isCloseTo(average.value(), within(ACTIVITY_ERROR));
        network.settle();
        assertThat(network.sent).hasSize(packets - drops - fulls);
        assertThat(network.sent).allMatch(each -> each.frame().length == length);
    }

    /** Packets of no user get no value, and no more than Q_min of them wait. */
    @Test
    void dropsUnmeteredPacketsFirst() {
        giveAqm(LIMIT);
        for (int i = 0; i < LIMIT; i++) {
            network.device.receive(EDGE, withActivity(frame(STRANGER, OUTSIDE, 200), 0));
        }
        long dropped = count(ActivityAqm.DROPS, QUEUE);
        // One is on the line, and one more than Q_min waits.
        assertThat(dropped).isEqualTo(LIMIT - Q_MIN - 2);
        network.device.receive(EDGE, frame(CLIENT, OUTSIDE, 200));
        assertThat(count(ActivityAqm.DROPS, QUEUE)).isEqualTo(dropped);
    }

    /** A congested line in the domain: its clones know nothing of activity values. */
    @Test
    void feedbackAndReportsAreWithoutActivity() {
        network.add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                        number(1),
                        number(0),
                        number(LIMIT),
                        number(1000),
                        number(0)),
                exact(INNER),
                exact(0),
                exact(0));
        network.add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                ActionCall.of(WeirIngress.QueueSettings.useGeneration(32768), number(0), number(1)),
                exact(INNER));
        network.device.setMirrorSession(1, MirrorSession.toPort(255));
        network.device.setMirrorSession(2, MirrorSession.toPort(255));
        route(CLIENT, INNER);
        network.send(INNER, withActivity(frame(CLIENT, INSIDE, 200), 12_345));

        assertThat(network.sent).hasSize(2);
        assertThat(network.sent.stream().map(each -> Frames.u16(each.frame(), 12)))
                .containsExactlyInAnyOrder(0x88b6, 0x0800);
        assertThat(network.packetIns).hasSize(1);
        assertThat(Frames.u16(network.packetIns.get(0), 2 + 12)).isEqualTo(0x88b5);
        assertThat(network.packetIns.get(0)).hasSize(42);
    }
}
