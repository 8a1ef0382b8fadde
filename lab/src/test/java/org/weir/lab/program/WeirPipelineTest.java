// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.control.RateWindow;
import org.weir.control.measurement.DelayHistogram;
import org.weir.wire.feedback.FeedbackMessage;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;
import org.weir.wire.packet.InternetChecksum;
import org.weir.wire.telemetry.TelemetryReport;

/** The project's own program, from frames in to frames out: the way every experiment takes. */
class WeirPipelineTest {

    private static final String SENDER = "0a000001";
    private static final String RECEIVER = "0a000005";
    private static final String SENDER_6 = "20010db8000000000000000000000001";
    private static final String RECEIVER_6 = "20010db8000000000000000000000005";
    private static final int OUTPUT = 4;
    private static final long RATE_BPS = 10_000_000;
    private static final int ECT_0 = 2;
    private static final long START_NS = 1_000_000_000L;

    private ProgramNetwork network;

    @BeforeEach
    void start() throws Exception {
        network = new ProgramNetwork(5, RATE_BPS, 512);
        route(SENDER, 32, 1);
        route(RECEIVER, 32, OUTPUT);
        network.device.setMirrorSession(1, MirrorSession.toPort(255));
        network.device.setMirrorSession(2, MirrorSession.toPort(255));
        // Intervals count from the epoch: within the first of them there would be no feedback.
        network.timeline.runUntil(START_NS);
    }

    private void route(String address, int length, int port) {
        network.add(
                WeirIngress.Forwarding.IPV4_ROUTES,
                0,
                ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(port)),
                new MatchKey.Lpm(bytes(address), length));
    }

    private void classify(int dscp, int classId) {
        network.classify(
                WeirIngress.Classifier.IPV4_CLASSES,
                classId,
                Map.of(MatchFields.DSCP, new MatchKey.Ternary(number(dscp), number(63))));
    }

    private void settings(int classId, int weight, int threshold, int limit) {
        network.add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                        number(weight),
                        number(threshold),
                        number(limit),
                        number(2000),
                        number(10_000)),
                exact(OUTPUT),
                exact(classId),
                exact(0));
    }

    private void useGeneration(int generation, int roundPackets) {
        network.add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.useGeneration(32768),
                        number(generation),
                        number(roundPackets)),
                exact(OUTPUT));
    }

    private byte[] packet(int dscp, int ecn, int port, int payloadBytes) {
        return Frames.udp(SENDER, RECEIVER, dscp << 2 | ecn, port, 5000, new byte[payloadBytes]);
    }

    @Test
    void forwardsWithOneHopLessAndTheRightChecksum() {
        byte[] in = packet(0, 0, 4000, 100);
        List<ProgramNetwork.Sent> out = network.send(1, in);
        assertThat(out).hasSize(1);
        byte[] frame = out.get(0).frame();
        assertThat(out.get(0).port()).isEqualTo(OUTPUT);
        assertThat(frame).hasSameSizeAs(in);
        assertThat(frame[22]).isEqualTo((byte) 63);
        assertThat(InternetChecksum.ipv4Residue(frame)).isZero();
        assertThat(Arrays.copyOfRange(frame, 26, frame.length))
                .isEqualTo(Arrays.copyOfRange(in, 26, in.length));
        // The last bit leaves when all have: 142 bytes at 10 Mb/s.
        assertThat(out.get(0).timeNs()).isEqualTo(START_NS + 142 * 800L);
    }

    @Test
    void dropsWrongChecksumsExpiredPacketsAndUnknownTargets() {
        byte[] wrong = packet(0, 0, 4000, 10);
        wrong[24] ^= 1;
        assertThat(network.send(1, wrong)).isEmpty();
        assertThat(
                        network.send(
                                1,
                                Frames.ip(SENDER, RECEIVER)
                                        .hopLimit(1)
                                        .udp(1, 2)
                                        .payload(new byte[4])
                                        .build()))
                .isEmpty();
        assertThat(network.send(1, Frames.udp(SENDER, "0b000001", 0, 1, 2, new byte[4]))).isEmpty();
        assertThat(network.device.counter(WeirIngress.MALFORMED).orElseThrow().read(1).packets())
                .isEqualTo(1);
    }

    @Test
    void aclPuntsToTheControllerAndPacketOutsGoWhereTheySay() {
        MatchKey any = MatchKey.ANY;
        network.add(
                WeirIngress.Acl.ACL,
                100,
                ActionCall.of(WeirIngress.Acl.PUNT),
                any,
                any,
                any,
                new MatchKey.Ternary(number(0x0806), number(0xffff)),
                any,
                any,
                any,
                any,
                any);
        String arp =
                "ffffffffffff0200000000aa0806"
                        + "0001080006040001"
                        + "0200000000aa0a000001"
                        + "0000000000000a000005";
        assertThat(network.send(3, bytes(arp))).isEmpty();
        assertThat(network.packetIns).hasSize(1);
        // Header packet_in: ingress port 3 in nine bits, then padding.
        assertThat(network.packetIns.get(0)).isEqualTo(bytes("0180" + arp));

        network.sent.clear();
        network.device.packetOut(bytes("0100" + arp));
        network.settle();
        assertThat(network.sent).hasSize(1);
        assertThat(network.sent.get(0).port()).isEqualTo(2);
        assertThat(network.sent.get(0).hex()).isEqualTo(arp);
    }

    @Test
    void aThresholdByRateTellsByTheRateAndNotByTheQueue() {
        classify(46, 0);
        settings(0, 4, 0xfffe, 50);
        useGeneration(0, 4);
        int bits = 8 * packet(46, ECT_0, 4000, 1000).length;
        long gapUs = bits / 2;
        // At λ*, 2 Mb/s, there is no feedback, nor about two packets that come at once.
        assertThat(marked(200, gapUs)).isZero();
        network.device.receive(1, packet(46, ECT_0, 4000, 1000));
        assertThat(marked(100, gapUs)).isZero();
        assertThat(network.sent.stream().filter(sent -> sent.port() == 1)).isEmpty();
        // A tenth above it 200 packets are 18 too many. The odd one of before is there still, each
        // causes feedback as soon as two stand before it, and all three are forgotten then.
        long faster = gapUs * 10 / 11;
        assertThat(marked(200, faster)).isBetween(6L, 9L);
        assertThat(network.sent.stream().filter(sent -> sent.port() == 1)).hasSizeBetween(6, 9);
        // What it had too much does not stay for ever: λ* drains it.
        network.timeline.runUntil(network.timeline.nowNs() + 20_000_000_000L);
        assertThat(marked(200, gapUs)).isZero();
    }

    private long marked(int packets, long gapUs) {
        long before = marks();
        for (int i = 0; i < packets; i++) {
            network.device.receive(1, packet(46, ECT_0, 4000, 1000));
            network.timeline.runUntil(network.timeline.nowNs() + 1000 * gapUs);
        }
        return marks() - before;
    }

    private long marks() {
        return network.device
                .counter(WeirIngress.VirtualQueue.MARKS)
                .orElseThrow()
                .read(OUTPUT * 8)
                .packets();
    }

    @Test
    void marksAndTellsTheSenderWhenTheQueueIsOverItsThreshold() {
        classify(46, 0);
        settings(0, 4, 3, 50);
        useGeneration(0, 4);
        for (int i = 0; i < 8; i++) {
            network.device.receive(1, packet(46, ECT_0, 4000, 1000));
        }
        network.settle();
        List<ProgramNetwork.Sent> data =
                network.sent.stream().filter(sent -> sent.port() == OUTPUT).toList();
        List<ProgramNetwork.Sent> feedback =
                network.sent.stream().filter(sent -> sent.port() == 1).toList();
        assertThat(data).hasSize(8);
        // The first is on the line at once; depth counts it until it leaves the queue, so none of
        // the first four are marked.
        long marked = data.stream().filter(sent -> (sent.frame()[15] & 3) == 3).count();
        assertThat(marked)
                .isEqualTo(
                        network.device
                                .counter(WeirIngress.VirtualQueue.MARKS)
                                .orElseThrow()
                                .read(OUTPUT * 8)
                                .packets());
        assertThat(marked).isBetween(3L, 5L);
        data.forEach(sent -> assertThat(InternetChecksum.ipv4Residue(sent.frame())).isZero());

        // One flow, less than the feedback interval: one feedback packet.
        assertThat(feedback).hasSize(1);
        byte[] frame = feedback.get(0).frame();
        assertThat(frame).hasSize(14 + 20 + 8 + 32);
        assertThat(feedback.get(0).hex()).startsWith("0200000000aa0200000000ee0800");
        assertThat(frame[15] & 0xff).isEqualTo(48 << 2 | 3);
        assertThat(Arrays.copyOfRange(frame, 26, 34)).isEqualTo(bytes(RECEIVER + SENDER));
        assertThat(Frames.u16(frame, 34)).isEqualTo(5000);
        assertThat(Frames.u16(frame, 36)).isEqualTo(4000);
        assertThat(InternetChecksum.ipv4Residue(frame)).isZero();
        assertThat(InternetChecksum.transportResidue(frame)).isZero();
        FeedbackMessage message = FeedbackMessage.parse(frame, 42).orElseThrow();
        assertThat(message.protocol()).isEqualTo(17);
        assertThat(message.targetRateKbps()).isEqualTo(2000);
        assertThat(message.depthPackets()).isEqualTo(3);
        assertThat(message.thresholdPackets()).isEqualTo(3);
        assertThat(message.egressPort()).isEqualTo(OUTPUT);
        assertThat(message.sequence()).isEqualTo(1);
    }

    @Test
    void tellsSendersOfIpv6AsWell() {
        for (String address : List.of(SENDER_6, RECEIVER_6)) {
            network.add(
                    WeirIngress.Forwarding.IPV6_ROUTES,
                    0,
                    ActionCall.of(
                            WeirIngress.Forwarding.SET_OUTPUT,
                            number(address.equals(SENDER_6) ? 1 : OUTPUT)),
                    new MatchKey.Lpm(bytes(address), 128));
        }
        network.classify(
                WeirIngress.Classifier.IPV6_CLASSES,
                1,
                Map.of(
                        MatchFields.IPV6_SRC,
                        new MatchKey.Ternary(bytes(SENDER_6), bytes("f".repeat(32))),
                        MatchFields.L4_DST_PORT,
                        new MatchKey.Range(number(5000), number(5001))));
        settings(1, 4, 2, 50);
        useGeneration(0, 4);
        for (int i = 0; i < 6; i++) {
            network.device.receive(
                    1, Frames.udp(SENDER_6, RECEIVER_6, ECT_0, 4000, 5000, new byte[900]));
        }
        network.settle();
        List<byte[]> feedback =
                network.sent.stream()
                        .filter(sent -> sent.port() == 1)
                        .map(ProgramNetwork.Sent::frame)
                        .toList();
        assertThat(feedback).hasSize(1);
        byte[] frame = feedback.get(0);
        assertThat(frame).hasSize(14 + 40 + 8 + 32);
        assertThat(Arrays.copyOfRange(frame, 22, 54)).isEqualTo(bytes(RECEIVER_6 + SENDER_6));
        assertThat(InternetChecksum.transportResidue(frame)).isZero();
        assertThat(FeedbackMessage.parse(frame, 62).orElseThrow().classId()).isEqualTo(1);
        long marked =
                network.sent.stream()
                        .filter(sent -> sent.port() == OUTPUT && (sent.frame()[15] >>> 4 & 3) == 3)
                        .count();
        assertThat(marked).isPositive();
    }

    @Test
    void reportsDepthAndDelayToTheController() {
        classify(46, 0);
        settings(0, 4, 40, 50);
        useGeneration(0, 4);
        for (int i = 0; i < 20; i++) {
            network.device.receive(1, packet(46, 0, 4000, 1000));
        }
        network.settle();
        assertThat(network.packetIns).isNotEmpty();
        byte[] packetIn = network.packetIns.get(0);
        assertThat(packetIn).hasSize(2 + 14 + TelemetryReport.LENGTH_BYTES);
        assertThat(Frames.u16(packetIn, 0)).isEqualTo(OUTPUT << 7);
        assertThat(Frames.u16(packetIn, 14)).isEqualTo(TelemetryReport.ETHER_TYPE);
        assertThat(TelemetryReport.parse(packetIn, 16).orElseThrow().port()).isEqualTo(OUTPUT);
        // 20 packets take 16.7 ms, the report interval is 50 ms: one report.
        assertThat(network.packetIns).hasSize(1);
        assertThat(
                        network.device
                                .counter(WeirEgress.QueueStatistics.DEPARTURES)
                                .orElseThrow()
                                .read(OUTPUT * 8)
                                .packets())
                .isEqualTo(20);
        long delays =
                LongStream.range(0, 64)
                        .map(
                                bucket ->
                                        network.device
                                                .counter(WeirEgress.QueueStatistics.DELAYS)
                                                .orElseThrow()
                                                .read((int) (OUTPUT * 8 * 64 + bucket))
                                                .packets())
                        .sum();
        assertThat(delays).isEqualTo(20);
    }

    /**
     * Packets that come at once wait for 0, 1, 2, … times their own time on the line. The switch
     * counts each in the bucket that the controller expects, by the rate and its window.
     */
    @ParameterizedTest
    @CsvSource({"10000000,32768", "1000000000,2048", "10000000000,128", "100000000000,16"})
    void delaysAreCountedInBucketsOfTheRateWindow(long rateBps, long windowUs) throws Exception {
        network = new ProgramNetwork(5, rateBps, 512);
        route(RECEIVER, 32, OUTPUT);
        network.timeline.runUntil(START_NS);
        classify(46, 0);
        settings(0, 4, 400, 500);
        network.add(
                WeirIngress.QueueSettings.GENERATIONS,
                0,
                ActionCall.of(
                        WeirIngress.QueueSettings.useGeneration(windowUs), number(0), number(4)),
                exact(OUTPUT));
        int packets = 300;
        byte[] packet = packet(46, 0, 4000, 1000);
        for (int i = 0; i < packets; i++) {
            network.device.receive(1, packet);
        }
        network.settle();
        DelayHistogram histogram = DelayHistogram.of(RateWindow.ofUs(windowUs));
        long[] expected = new long[DelayHistogram.BUCKETS];
        double sumUs = 0;
        for (int i = 0; i < packets; i++) {
            // Arrivals are at a whole µs, so what is cut off is of the departure.
            long waitedUs = (long) Math.ceil(i * packet.length * 8e9 / rateBps) / 1000;
            expected[histogram.bucketOf(waitedUs)]++;
            sumUs += waitedUs;
        }
        double[] counted = new double[DelayHistogram.BUCKETS];
        long[] counts = new long[DelayHistogram.BUCKETS];
        for (int bucket = 0; bucket < counts.length; bucket++) {
            counts[bucket] =
                    network.device
                            .counter(WeirEgress.QueueStatistics.DELAYS)
                            .orElseThrow()
                            .read(OUTPUT * 8 * 64 + bucket)
                            .packets();
            counted[bucket] = counts[bucket];
        }
        assertThat(counts).isEqualTo(expected);
        assertThat(histogram.meanUs(counted)).isCloseTo(sumUs / packets, withinPercentage(2));
    }

    @Test
    void strictPriorityStarvesAndVirtualQueuesShare() {
        classify(46, 0);
        classify(26, 1);
        network.add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                ActionCall.of(WeirIngress.QueueSettings.SET_STRICT_PRIORITY, number(6)),
                exact(OUTPUT),
                exact(0),
                exact(0));
        network.add(
                WeirIngress.QueueSettings.SETTINGS,
                0,
                ActionCall.of(WeirIngress.QueueSettings.SET_STRICT_PRIORITY, number(2)),
                exact(OUTPUT),
                exact(1),
                exact(0));
        long[] strict = offerTwoClasses();
        assertThat(strict[1]).isLessThan(strict[0] / 20);

        network.table(WeirIngress.QueueSettings.SETTINGS)
                .entries()
                .forEach(
                        entry ->
                                network.table(WeirIngress.QueueSettings.SETTINGS)
                                        .delete(entry.match(), 0));
        settings(0, 512, 1000, 60);
        settings(1, 512, 1000, 60);
        useGeneration(0, 1024);
        network.timeline.runUntil(network.timeline.nowNs() + 5_000_000_000L);
        long[] shared = offerTwoClasses();
        assertThat((double) shared[0] / (shared[0] + shared[1])).isCloseTo(0.5, within(0.01));
    }

    /**
     * Each class offers the whole rate of the port for two seconds; returns packets sent per class.
     */
    private long[] offerTwoClasses() {
        network.sent.clear();
        byte[] a = packet(46, 0, 4000, 1208);
        byte[] b = packet(26, 0, 4001, 1208);
        long intervalNs = 1250 * 800L;
        long from = network.timeline.nowNs();
        for (int i = 0; i < 2000; i++) {
            network.timeline.schedule(from + i * intervalNs, () -> network.device.receive(1, a));
            network.timeline.schedule(
                    from + i * intervalNs + 1000, () -> network.device.receive(2, b));
        }
        network.timeline.runUntil(from + 2000 * intervalNs);
        long[] packets = new long[2];
        network.sent.stream()
                .filter(sent -> sent.port() == OUTPUT)
                .forEach(sent -> packets[(sent.frame()[15] & 0xff) >>> 2 == 46 ? 0 : 1]++);
        return packets;
    }
}
