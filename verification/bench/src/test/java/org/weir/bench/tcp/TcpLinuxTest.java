// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.rules.ComputesOnly;

/**
 * The lab's TCP beside the recorded figures of Linux's: goodput within 15 %; mean queue within 15 %
 * or a packet; retransmissions within 15 % and twice the square root of their number, which is the
 * sampling error of events in a run.
 */
@ComputesOnly
class TcpLinuxTest {
    private static final double PART = 0.15;
    private static final int SEEDS = 3;

    /** Cases whose queue differs; docs/tcp-evidence.md lists them. */
    private static final Set<String> OTHER_QUEUE =
            Set.of(
                    "10Mb-5ms-2-reno-ecn",
                    "10Mb-80ms-8-reno-ecn",
                    "200Mb-5ms-1-cubic-ecn",
                    "200Mb-20ms-1-cubic-ecn");

    /** Case whose retransmissions differ; docs/tcp-evidence.md names it. */
    private static final String OTHER_RESENT = "50Mb-5ms-1-cubic-drop";

    private static TcpTable table() throws IOException {
        try (InputStream in = TcpLinuxTest.class.getResourceAsStream("tcp-linux.json")) {
            return TcpTable.read(in);
        }
    }

    @Test
    void recordsEveryCaseOfTheGridOnce() throws IOException {
        List<String> grid =
                TcpCase.grid(List.of(10_000_000L, 50_000_000L, 200_000_000L), List.of(5, 20, 80))
                        .stream()
                        .map(TcpCase::name)
                        .toList();
        assertThat(table().names()).containsExactlyElementsOf(grid);
    }

    @Test
    void sendsAsLinuxDoesAtTenMegabits() throws IOException {
        compare(10_000_000L);
    }

    @Test
    void sendsAsLinuxDoesAtFiftyMegabits() throws IOException {
        compare(50_000_000L);
    }

    @Test
    void sendsAsLinuxDoesAtTwoHundredMegabits() throws IOException {
        compare(200_000_000L);
    }

    private static void compare(long rateBps) throws IOException {
        TcpTable table = table();
        List<TcpCase> cases = TcpCase.grid(List.of(rateBps), List.of(5, 20, 80));
        // Each run has a network and a random generator of its own.
        List<TcpFigures> means = cases.parallelStream().map(one -> mean(one, table)).toList();
        SoftAssertions all = new SoftAssertions();
        for (int i = 0; i < cases.size(); i++) {
            TcpCase one = cases.get(i);
            TcpFigures linux = table.linux(one.name());
            TcpFigures lab = means.get(i);
            all.assertThat(lab.goodputMbps())
                    .as("goodput of %s", one.name())
                    .isCloseTo(linux.goodputMbps(), Offset.offset(PART * linux.goodputMbps()));
            double queueOffset = Math.max(1, PART * linux.queuePackets());
            if (!OTHER_QUEUE.contains(one.name())) {
                all.assertThat(lab.queuePackets())
                        .as("queue of %s", one.name())
                        .isCloseTo(linux.queuePackets(), Offset.offset(queueOffset));
            }
            double sampling = 2 * Math.sqrt(Math.max(lab.resent(), linux.resent()));
            if (!one.name().equals(OTHER_RESENT)) {
                all.assertThat(lab.resent())
                        .as("retransmissions of %s", one.name())
                        .isCloseTo(linux.resent(), Offset.offset(PART * linux.resent() + sampling));
            }
        }
        all.assertAll();
    }

    /** Mean of the lab's runs of a case. */
    private static TcpFigures mean(TcpCase one, TcpTable table) {
        List<TcpFigures> runs = new ArrayList<>();
        try {
            for (int seed = 1; seed <= SEEDS; seed++) {
                runs.add(LabTcp.run(one, one.config(), table.times(), seed, List.of()));
            }
        } catch (ProgramException e) {
            throw new IllegalStateException(e);
        }
        return TcpFigures.mean(runs);
    }
}
