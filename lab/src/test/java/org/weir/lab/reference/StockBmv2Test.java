// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.control.RateWindow;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.program.WeirProgram;

/**
 * Weir's program on our switch gives the frames that it gave on stock BMv2, byte for byte: marked
 * data, feedback for UDP, TCP and ICMP over IPv4 and IPv6 with and without options, and telemetry.
 * Only what is a time is left out, and the checksum that covers it.
 */
class StockBmv2Test {
    private static final long FRAME_GAP_NS = 100_000_000;
    private static final int CPU_PORT = 255;
    private static final int ETHERNET_BYTES = 14;
    private static final int IPV4_BYTES = 20;
    private static final int IPV6_BYTES = 40;
    private static final int UDP_CHECKSUM_OFFSET = 6;
    private static final int FEEDBACK_TIME_OFFSET = 8 + 20;
    private static final int TELEMETRY_DELAY_OFFSET = 2 + ETHERNET_BYTES + 12;

    private final List<String> out = new ArrayList<>();

    @Test
    void framesAreThoseOfStockBmv2() throws Exception {
        List<String> recorded = recorded();
        Engine engine = new Engine(Pacing.FREE);
        Switch bmv2 = new Switch(new SwitchConfig("s1"), engine);
        for (int port : new int[] {1, 4}) {
            bmv2.attachPort(
                    port,
                    new PortConfig("p" + port, PortConfig.UNLIMITED, 512),
                    (buffer, offset, length) ->
                            record(port, Arrays.copyOfRange(buffer, offset, offset + length)));
        }
        bmv2.onPacketIn(frame -> record(CPU_PORT, frame));
        program(bmv2);

        long timeNs = FRAME_GAP_NS;
        for (String line : recorded) {
            if (line.startsWith("in ")) {
                byte[] frame = HexFormat.of().parseHex(line.split(" ")[2]);
                engine.schedule(timeNs, () -> bmv2.receive(1, frame));
                timeNs += FRAME_GAP_NS;
            }
        }
        engine.runUntil(timeNs);

        List<String> expected =
                recorded.stream()
                        .filter(line -> line.startsWith("out "))
                        .map(line -> line.split(" "))
                        .map(w -> timeless(Integer.parseInt(w[1]), HexFormat.of().parseHex(w[2])))
                        .collect(Collectors.toList());
        assertThat(out).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(out).hasSize(27);
    }

    private static void program(Switch bmv2) throws ProgramException {
        WeirProgram program = WeirProgram.load(bmv2);
        program.route(IpAddress.parse("10.0.0.5"), 4);
        program.route(IpAddress.parse("10.0.0.1"), 1);
        program.route(IpAddress.parse("fd00::5"), 4);
        program.route(IpAddress.parse("fd00::1"), 1);
        program.virtualQueue(4, 0, 1024, 0, 64, 3000, 0);
        program.useSettings(4, 2048, RateWindow.LONGEST);
    }

    private void record(int port, byte[] frame) {
        out.add(timeless(port, frame));
    }

    private static String timeless(int port, byte[] frame) {
        byte[] masked = frame.clone();
        if (port == CPU_PORT) {
            Arrays.fill(masked, TELEMETRY_DELAY_OFFSET, TELEMETRY_DELAY_OFFSET + 10, (byte) 0);
        } else if (port == 1) {
            int udp = ETHERNET_BYTES + (frame[12] == 0x08 ? IPV4_BYTES : IPV6_BYTES);
            Arrays.fill(masked, udp + UDP_CHECKSUM_OFFSET, udp + 8, (byte) 0);
            Arrays.fill(
                    masked, udp + FEEDBACK_TIME_OFFSET, udp + FEEDBACK_TIME_OFFSET + 6, (byte) 0);
        }
        return port + " " + HexFormat.of().formatHex(masked);
    }

    private static List<String> recorded() throws IOException {
        try (InputStream stream = StockBmv2Test.class.getResourceAsStream("stock-bmv2.txt")) {
            return new String(stream.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.toList());
        }
    }
}
