// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.lab.packet.IpAddress;

/** ABC in P4 on our switch: its numbers beside double precision, and the domain's edge. */
class ActivityProgramTest {

    private static final Path PROGRAM = Path.of("../pipelines/compiled/lab/schemes/abc.json");
    private static final String METER = ActivityProgram.EDGE + "meter.";

    /** A client's port at the domain's edge, a line in the domain, and a line out of it. */
    private static final int EDGE = 1;

    private static final int OTHER_EDGE = 2;
    private static final int INNER = 3;
    private static final int OUT = 4;
    private static final String CLIENT = "0a000001";
    private static final String OTHER_CLIENT = "0a000002";
    private static final String INSIDE = "0a000003";
    private static final String OUTSIDE = "0a000004";
    private static final String STRANGER = "0a000009";

    private static final long MEMORY_NS = 3_000_000_000L;
    private static final long AVERAGE_NS = 300_000_000L;
    private static final long REFERENCE_BPS = 10_000;
    private static final int LIMIT = 24;
    private static final int Q_MIN = 6;
    private static final int Q_BASE = 20;
    private static final int GAMMA = 16;
    private static final long OUT_BPS = 1_000_000;
    private static final long FAST_BPS = 1_000_000_000_000L;

    /** Largest error of an activity value, as activity_meter.p4 has it. */
    private static final double ACTIVITY_ERROR = 0x1p-10;

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Switch device = new Switch(new SwitchConfig("abc"), timeline);
    private final List<byte[]> sent = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        attach(EDGE, FAST_BPS, 1000);
        attach(OTHER_EDGE, FAST_BPS, 1000);
        attach(INNER, FAST_BPS, 1000);
        attach(OUT, OUT_BPS, LIMIT);
        device.loadProgram(Files.readAllBytes(PROGRAM));
        route(INSIDE, INNER);
        route(OUTSIDE, OUT);
        ActivityProgram program = new ActivityProgram(device);
        program.innerPort(INNER);
        program.aggregate(EDGE, address(CLIENT), 0, MEMORY_NS, REFERENCE_BPS);
        program.aggregate(OTHER_EDGE, address(OTHER_CLIENT), 1, MEMORY_NS, REFERENCE_BPS);
        program.thresholds(
                OUT, new ActivityProgram.Thresholds(LIMIT, Q_MIN, Q_BASE, GAMMA, AVERAGE_NS));
        timeline.runUntil(1_000_000_000L);
    }

    private void attach(int port, long rateBps, int queuePackets) {
        device.attachPort(
                port,
                new PortConfig("port" + port, rateBps, queuePackets),
                (buffer, offset, length) ->
                        sent.add(Arrays.copyOfRange(buffer, offset, offset + length)));
    }

    private void route(String destination, int port) {
        device.table("SchemeIngress.ipv4_routes")
                .orElseThrow()
                .insert(
                        new TableEntry(
                                List.of(new MatchKey.Lpm(bytes(destination), 32)),
                                0,
                                ActionCall.of(
                                        "SchemeIngress.set_output",
                                        BigInteger.valueOf(port).toByteArray())));
    }

    private static IpAddress address(String hex) {
        byte[] bytes = bytes(hex);
        return IpAddress.parse(bytes[0] + "." + bytes[1] + "." + bytes[2] + "." + bytes[3]);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] frame(String from, String to, int bytes) {
        return Frames.udp(from, to, 0, 4000, 5000, new byte[bytes - 42]);
    }

    /** The same frame inside a domain. */
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
        sent.clear();
        device.receive(port, frame);
        timeline.runUntil(timeline.nowNs() + 10_000_000L);
        assertThat(sent).hasSize(1);
        return sent.get(0);
    }

    private static double activity(byte[] inside) {
        assertThat(Frames.u16(inside, 12)).isEqualTo(0x88b6);
        assertThat(Frames.u16(inside, 16)).isEqualTo(0x0800);
        return Frames.u16(inside, 14) / 1024.0 - 32;
    }

    private void write(String register, long value) {
        device.register(METER + register)
                .orElseThrow()
                .write(0, BigInteger.valueOf(value).toByteArray());
    }

    private double read(String register, int index) {
        return new BigInteger(1, device.register(register).orElseThrow().read(index)).doubleValue();
    }

    private long count(String counter, int port) {
        return device.counter(counter).orElseThrow().read(port).packets();
    }

    /** Volumes from 64 bytes to 8 TB, and from the least time to the whole memory. */
    @Test
    void activityIsTheLogarithmOfTheRateWithinItsBound() {
        Random random = new Random(1);
        double worst = 0;
        for (int i = 0; i < 20_000; i++) {
            double bytes = Math.pow(2, 6 + 37 * random.nextDouble());
            double seen = Math.pow(2, -12 * random.nextDouble());
            long volume = (long) (bytes * 0x1p20);
            long part = (long) (seen * 0x1p32);
            int length = 64 + random.nextInt(1450);
            write("last_us", timeline.nowNs() / 1000);
            write("volume", volume);
            write("seen", part);
            double exact =
                    ActivityReference.of(
                            volume / 0x1p20 + length,
                            part / 0x1p32 * MEMORY_NS / 1e9,
                            REFERENCE_BPS);
            double got = activity(send(EDGE, frame(CLIENT, INSIDE, length)));
            // What an field of 16 bits can carry ends at 32.
            worst = Math.max(worst, Math.abs(got - Math.min(exact, 65535 / 1024.0 - 32)));
        }
        assertThat(worst).isLessThan(ACTIVITY_ERROR);
    }

    @ParameterizedTest
    @CsvSource({"300, 1", "20000, 2", "1500000, 3", "30, 4"})
    void metersRatesAsTdrmUtemaDoes(double meanGapUs, long seed) {
        Random random = new Random(seed);
        ActivityReference.Meter reference =
                new ActivityReference.Meter(MEMORY_NS / 1e3, REFERENCE_BPS);
        double worst = 0;
        for (int i = 0; i < 10_000; i++) {
            long gapNs = 1 + (long) (-1000 * meanGapUs * Math.log(1 - random.nextDouble()));
            timeline.runUntil(timeline.nowNs() + gapNs);
            int length = 64 + random.nextInt(1450);
            double exact = reference.activity(timeline.nowNs() / 1000, length);
            sent.clear();
            device.receive(EDGE, frame(CLIENT, INSIDE, length));
            timeline.runUntil(timeline.nowNs() + 100);
            worst = Math.max(worst, Math.abs(activity(sent.get(0)) - exact));
        }
        assertThat(worst).isLessThan(ACTIVITY_ERROR);
    }

    /** Two clients of different rates overload the line out of the domain. */
    @ParameterizedTest
    @CsvSource({"0.7, 0.7, 1", "0.4, 1.2, 2", "2.5, 0.1, 3", "0.55, 0.5, 4", "0.9, 3.0, 5"})
    void dropsWhatIsAboveItsThreshold(double load, double otherLoad, long seed) {
        int length = 125;
        Random random = new Random(seed);
        ActivityReference.Meter[] meters = {
            new ActivityReference.Meter(MEMORY_NS / 1e3, REFERENCE_BPS),
            new ActivityReference.Meter(MEMORY_NS / 1e3, REFERENCE_BPS)
        };
        ActivityReference.Average average = new ActivityReference.Average(AVERAGE_NS / 1e3);
        double packetsPerNs = OUT_BPS / 8.0 / length / 1e9;
        int near = 0;
        int drops = 0;
        int fulls = 0;
        int packets = 20_000;
        for (int i = 0; i < packets; i++) {
            boolean other = random.nextDouble() < otherLoad / (load + otherLoad);
            double meanNs = 1 / packetsPerNs / (load + otherLoad);
            timeline.runUntil(
                    timeline.nowNs() + 1 + (long) (-meanNs * Math.log(1 - random.nextDouble())));
            long nowUs = timeline.nowNs() / 1000;
            double activity = meters[other ? 1 : 0].activity(nowUs, length);
            int waiting =
                    device.traffic().portTrafficStatus(OUT).queues().stream()
                            .mapToInt(queue -> queue.depthPackets())
                            .sum();
            long dropsBefore = count(ActivityProgram.AQM + "drops", OUT);
            long fullBefore = count(ActivityProgram.AQM + "overflows", OUT);
            device.receive(
                    other ? OTHER_EDGE : EDGE,
                    frame(other ? OTHER_CLIENT : CLIENT, OUTSIDE, length));
            boolean dropped = count(ActivityProgram.AQM + "drops", OUT) > dropsBefore;
            boolean full = count(ActivityProgram.AQM + "overflows", OUT) > fullBefore;
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
        assertThat(near).isLessThan(packets / 30);
        assertThat(drops).isGreaterThan(packets / 100);
        String aqm = ActivityProgram.AQM;
        double mean =
                read(aqm + "threshold.activity_sum", OUT)
                        / read(aqm + "threshold.activity_weight", OUT);
        assertThat(mean / 1024 - 32).isCloseTo(average.value(), within(ACTIVITY_ERROR));
        timeline.runUntil(timeline.nowNs() + 1_000_000_000L);
        assertThat(sent).hasSize(packets - drops - fulls);
        assertThat(read("abc_queued", OUT)).isEqualTo(read("abc_sent", OUT));
    }

    @Test
    void overwritesAndCountsValuesFromOutside() {
        byte[] honest = send(EDGE, frame(CLIENT, INSIDE, 200));
        timeline.runUntil(timeline.nowNs() + 60_000_000_000L);
        byte[] forged = send(EDGE, withActivity(frame(CLIENT, INSIDE, 200), 0));

        // The first packet counts as 2⁻¹² of the memory; after a minute the whole memory has
        // passed.
        assertThat(activity(forged)).isCloseTo(activity(honest) - 12, within(0.1));
        assertThat(forged).hasSize(204);
        assertThat(count(ActivityProgram.EDGE + "overwritten", EDGE)).isEqualTo(1);
    }

    @Test
    void keepsTheValueOfALineInTheDomain() {
        route("0a000005", INNER);
        byte[] inside = send(INNER, withActivity(frame(STRANGER, "0a000005", 200), 12_345));
        assertThat(Frames.u16(inside, 14)).isEqualTo(12_345);
        assertThat(count(ActivityProgram.EDGE + "overwritten", INNER)).isZero();
    }

    @Test
    void removesTheValueWhereAPacketLeavesTheDomain() {
        byte[] plain = frame(CLIENT, OUTSIDE, 200);
        byte[] fromInside = send(INNER, withActivity(plain, 12_345));
        byte[] fromEdge = send(EDGE, plain);
        byte[] forged = send(EDGE, withActivity(plain, 0));

        assertThat(fromInside).isEqualTo(fromEdge).isEqualTo(forged).hasSize(plain.length);
        assertThat(Frames.u16(fromInside, 12)).isEqualTo(0x0800);
    }

    /** Packets of no aggregate get no value, and no more than Q_min of them wait. */
    @Test
    void dropsUnmeteredPacketsFirst() {
        for (int i = 0; i < LIMIT; i++) {
            device.receive(EDGE, withActivity(frame(STRANGER, OUTSIDE, 200), 0));
        }
        // One is on the line, and one more than Q_min waits.
        assertThat(count(ActivityProgram.AQM + "drops", OUT)).isEqualTo(LIMIT - Q_MIN - 2);
        assertThat(count(ActivityProgram.EDGE + "unmetered", EDGE)).isEqualTo(LIMIT);
        device.receive(EDGE, frame(CLIENT, OUTSIDE, 200));
        assertThat(count(ActivityProgram.AQM + "drops", OUT)).isEqualTo(LIMIT - Q_MIN - 2);
    }
}
