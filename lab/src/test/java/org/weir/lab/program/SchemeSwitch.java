// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;

/**
 * A switch with a scheme's program, one port for input and one for output; packets are numbered.
 */
final class SchemeSwitch {
    static final int INPUT = 1;
    static final int OUTPUT = 2;
    private static final String SOURCE = "0a000001";
    private static final String DESTINATION = "0a000002";
    private static final int HEADER_BYTES = 42;
    private static final long INPUT_BPS = 1_000_000_000_000L;

    final VirtualTimeline timeline = new VirtualTimeline();
    final Switch device = new Switch(new SwitchConfig("scheme"), timeline);
    final List<Departure> departures = new ArrayList<>();
    private final List<Long> arrivalNs = new ArrayList<>();
    private final int frameBytes;
    private final long frameNs;

    /**
     * A packet that left.
     *
     * @param number of the packet, by its arrival
     * @param arrivalNs time at which it arrived, ns
     * @param leftNs time at which it left its queue, ns
     * @param ecn its ECN field
     */
    record Departure(int number, long arrivalNs, long leftNs, int ecn) {
        /** Time in its queue by a clock of microseconds. */
        long delayUs() {
            return leftNs / 1000 - arrivalNs / 1000;
        }
    }

    SchemeSwitch(String program, long rateBps, int queuePackets, int frameBytes) throws Exception {
        this.frameBytes = frameBytes;
        frameNs = frameBytes * 8 * 1_000_000_000L / rateBps;
        device.attachPort(INPUT, new PortConfig("in", INPUT_BPS, 1), (buffer, at, length) -> {});
        device.attachPort(
                OUTPUT,
                new PortConfig("out", rateBps, queuePackets),
                (buffer, at, length) -> sent(Arrays.copyOfRange(buffer, at, at + length)));
        device.loadProgram(
                Files.readAllBytes(
                        Path.of("../pipelines/compiled/lab/schemes/" + program + ".json")));
        device.table("SchemeIngress.ipv4_routes")
                .orElseThrow()
                .insert(
                        new TableEntry(
                                List.of(new MatchKey.Lpm(HexFormat.of().parseHex(DESTINATION), 32)),
                                0,
                                ActionCall.of(
                                        "SchemeIngress.set_output",
                                        BigInteger.valueOf(OUTPUT).toByteArray())));
        timeline.runUntil(1_000_000_000L);
    }

    /** Time of one frame on the output's line, ns. */
    long frameNs() {
        return frameNs;
    }

    private void sent(byte[] frame) {
        int number = ByteBuffer.wrap(frame).getInt(HEADER_BYTES);
        departures.add(
                new Departure(
                        number, arrivalNs.get(number), timeline.nowNs() - frameNs, frame[15] & 3));
    }

    /** Runs for a time and receives the next packet. */
    void receiveAfter(long gapNs, int ecn) {
        timeline.runUntil(timeline.nowNs() + gapNs);
        byte[] payload = new byte[frameBytes - HEADER_BYTES];
        ByteBuffer.wrap(payload).putInt(arrivalNs.size());
        arrivalNs.add(timeline.nowNs());
        device.receive(INPUT, Frames.udp(SOURCE, DESTINATION, ecn, 4000, 5000, payload));
    }

    /** Packets that have arrived. */
    int arrivals() {
        return arrivalNs.size();
    }

    /** Time of a packet's arrival, ns. */
    long arrivalNs(int number) {
        return arrivalNs.get(number);
    }

    /** Packets that wait for the output. */
    int waiting() {
        return device.traffic().portTrafficStatus(OUTPUT).queues().stream()
                .mapToInt(queue -> queue.depthPackets())
                .sum();
    }

    double register(String name, int index) {
        return new BigInteger(1, device.register(name).orElseThrow().read(index)).doubleValue();
    }

    long count(String counter) {
        return device.counter(counter).orElseThrow().read(OUTPUT).packets();
    }
}
