// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.reference;

import java.nio.ByteBuffer;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.FrameSink;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.control.Marking;
import org.weir.control.PortId;
import org.weir.control.PortSettings;
import org.weir.control.RateWindow;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.program.WeirProgram;
import org.weir.wire.packet.FrameBuilder;

/** Run of Weir's v1model program on Weir's switch in virtual time; nothing is marked. */
final class SwitchRun {
    private static final int OUTPUT = 9;
    private static final int HEADERS_BYTES = 42;
    private static final byte[] HOST = {10, 0, 0, 1};
    private static final byte[] TARGET = {10, 0, 0, 5};
    private static final byte[] MAC = {2, 0, 0, 0, 0, 1};
    private static final int FIRST_PORT = 4000;

    /** Offset of the UDP header in a frame, bytes. */
    private static final int UDP_AT = 34;

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Switch device = new Switch(new SwitchConfig("reference"), timeline);

    private final ReferencePort port;
    private final double[][] waitsMs;
    private final int[] served;

    private SwitchRun(ReferencePort port) {
        this.port = port;
        served = new int[port.classes];
        waitsMs = new double[port.classes][];
        for (int i = 0; i < port.classes; i++) {
            waitsMs[i] = new double[port.times[i].length];
        }
    }

    static Outcome[] of(ReferencePort port) throws Exception {
        return new SwitchRun(port).run();
    }

    private Outcome[] run() throws Exception {
        for (int i = 1; i < OUTPUT; i++) {
            attach(i, (buffer, offset, length) -> {});
        }
        attach(OUTPUT, this::left);
        WeirProgram program = WeirProgram.load(device);
        program.route(IpAddress.parse("10.0.0.5"), OUTPUT);
        for (int i = 0; i < port.classes; i++) {
            program.classify(dscp(i), i);
        }
        program.install(
                new PortSettings(
                        new PortId("reference", OUTPUT),
                        RateWindow.forRate(port.rateBps),
                        port.settings.stream()
                                .map(
                                        one ->
                                                one.toBuilder()
                                                        .marking(Marking.OFF)
                                                        .feedbackIntervalUs(1_000_000)
                                                        .build())
                                .toList()));
        for (int i = 0; i < port.classes; i++) {
            byte[] frame =
                    FrameBuilder.ethernet(MAC, MAC)
                            .ipv4(HOST, TARGET)
                            .trafficClass(dscp(i) << 2)
                            .udp(FIRST_PORT + i, FIRST_PORT)
                            .payload(new byte[port.bytes[i] - HEADERS_BYTES])
                            .build();
            arrive(i, frame, 0);
        }
        timeline.runUntil(port.warmUpNs());
        long[] arrivedBefore = new long[port.classes];
        long[] droppedBefore = new long[port.classes];
        for (int i = 0; i < port.classes; i++) {
            arrivedBefore[i] = program.arrivals(OUTPUT, i).packets();
            droppedBefore[i] = program.drops(OUTPUT, i).packets();
        }
        timeline.runUntil(port.endNs);
        Outcome[] outcomes = new Outcome[port.classes];
        for (int i = 0; i < port.classes; i++) {
            outcomes[i] =
                    Outcome.of(
                            waitsMs[i],
                            served[i],
                            program.arrivals(OUTPUT, i).packets() - arrivedBefore[i],
                            program.drops(OUTPUT, i).packets() - droppedBefore[i]);
        }
        return outcomes;
    }

    private void attach(int number, FrameSink sink) {
        device.attachPort(number, new PortConfig("port" + number, port.rateBps, 1 << 14), sink);
    }

    /** Counts a packet whose last bit has left; its payload begins with its number. */
    private void left(byte[] buffer, int offset, int length) {
        ByteBuffer frame = ByteBuffer.wrap(buffer, offset, length);
        int index = frame.getShort(offset + UDP_AT) - FIRST_PORT;
        long since = port.times[index][frame.getInt(offset + HEADERS_BYTES)];
        if (since >= port.warmUpNs()) {
            long sending = Math.round(8e9 * length / port.rateBps);
            waitsMs[index][served[index]++] = (timeline.nowNs() - sending - since) / 1e6;
        }
    }

    private static int dscp(int index) {
        return 4 * index + 2;
    }

    private void arrive(int index, byte[] frame, int next) {
        if (next < port.times[index].length) {
            timeline.schedule(
                    port.times[index][next],
                    () -> {
                        ByteBuffer.wrap(frame).putInt(HEADERS_BYTES, next);
                        device.receive(1 + index, frame);
                        arrive(index, frame, next + 1);
                    });
        }
    }
}
