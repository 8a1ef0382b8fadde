// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.rules.ComputesOnly;

/**
 * The lab's BBR beside the recorded figures of Linux's: goodput within 5 %, mean queue within 20 %
 * or three packets.
 */
@ComputesOnly
class TcpLinuxBbrTest {
    private static final double GOODPUT_PART = 0.05;
    private static final double QUEUE_PART = 0.2;
    private static final double QUEUE_PACKETS = 3;

    private static List<TcpCase> cases(Long... ratesBps) {
        return TcpCase.grid(
                List.of(ratesBps), List.of(5, 20, 80), List.of(CongestionAlgorithm.BBR));
    }

    private static TcpTable table() throws IOException {
        try (InputStream in = TcpLinuxBbrTest.class.getResourceAsStream("tcp-linux-bbr.json")) {
            return TcpTable.read(in);
        }
    }

    @Test
    void recordsEveryCaseOnce() throws IOException {
        assertThat(table().names())
                .containsExactlyElementsOf(
                        cases(10_000_000L, 50_000_000L).stream().map(TcpCase::name).toList());
    }

    @Test
    void sendsAsLinuxDoesAtTenMegabits() throws IOException, ProgramException {
        TcpTable table = table();
        SoftAssertions all = new SoftAssertions();
        for (TcpCase one : cases(10_000_000L)) {
            TcpFigures linux = table.linux(one.name());
            TcpFigures lab = LabTcp.run(one, one.config(), table.times(), 1, List.of());
            all.assertThat(lab.goodputMbps())
                    .as("goodput of %s", one.name())
                    .isCloseTo(
                            linux.goodputMbps(), Offset.offset(GOODPUT_PART * linux.goodputMbps()));
            double offset = Math.max(QUEUE_PACKETS, QUEUE_PART * linux.queuePackets());
            all.assertThat(lab.queuePackets())
                    .as("queue of %s", one.name())
                    .isCloseTo(linux.queuePackets(), Offset.offset(offset));
        }
        all.assertAll();
    }
}
