// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.FeedbackFrames;
import org.weir.tofino.model.Frames;
import org.weir.tofino.model.TofinoModel;
import org.weir.tofino.model.stage.KeyMatch;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.Parameters;
import org.weir.wire.p4.WeirIngress;

/**
 * Reverse path marking in a switch that runs Weir's program ({@link RunningSwitch}), beside the
 * program in Weir's model of Tofino: the same frames leave, the same slots are taken and the same
 * packets counted. The switch's queues are empty, so CoDel finds no congestion; the test itself
 * writes the marks that flows are owed.
 */
class RunningRpmTest {

    private static final int FLOWS = Integer.getInteger("weir.bfrt.flows", 400);
    private static final int SENDERS = 1;
    private static final int RECEIVERS = 4;

    /** Longer than the test runs. */
    private static final long EXPIRY_US = 1_000_000_000;

    private static final int CWR = 0x80;
    private static final int ECE = 0x40;
    private static final int ACK = 0x10;
    private static final int SYN = 0x02;
    private static final int SLOTS = 16_384;
    private static final String TAKEN = "WeirEgress.aqm.rpm.flows";
    private static final String OWED = "WeirEgress.aqm.rpm.owed";
    private static final long LIMIT_MS = 10_000;

    private static final List<String> COUNTERS =
            List.of(WeirIngress.Rpm.MARKS, WeirIngress.Rpm.COLLISIONS, WeirIngress.Rpm.EXPIRED);

    private final TofinoModel tofino;
    private RunningSwitch running;
    private long nowNs = 1_000_000_000;

    RunningRpmTest() throws Exception {
        tofino = BothPrograms.tofino();
    }

    private void add(
            String table,
            Map<String, KeyMatch> match,
            String action,
            Map<String, Long> parameters) {
        tofino.table(table).add(match, 0, action, parameters);
        running.add(table, 0, match, action, parameters);
    }

    private void start() {
        RunningComparison.trustPorts(running);
        for (int port : new int[] {SENDERS, RECEIVERS}) {
            add(
                    WeirIngress.Forwarding.IPV4_ROUTES,
                    Map.of(MatchFields.IPV4_DST, KeyMatch.lpm(network(port), 16)),
                    WeirIngress.Forwarding.SET_OUTPUT,
                    Map.of("port", (long) port));
        }
        add(
                WeirIngress.Rpm.ACK_PORTS,
                Map.of(MatchFields.INGRESS_PORT, KeyMatch.exact(RECEIVERS)),
                WeirIngress.Rpm.WATCH_ACKS,
                Map.of(Parameters.EXPIRY_US, EXPIRY_US));
        running.flush();
    }

    private static int network(int port) {
        return 0x0A000000 | port << 16;
    }

    private static byte[] segment(int from, int to, int flow, int flags) {
        boolean data = from == SENDERS;
        // Scattered, because sequences of numbers and CRCs fit each other too well or too ill.
        int host = flow * 40_503 & 0xFFFF;
        return Frames.between(
                        address(network(from) | (data ? host : 5)),
                        address(network(to) | (data ? 5 : host)))
                .tcp(data ? 2000 + flow : 80, data ? 80 : 2000 + flow, 7, 9, flags, 0x1234)
                .payload(new byte[data ? 71 : 0])
                .build();
    }

    private static byte[] address(int value) {
        return new byte[] {
            (byte) (value >>> 24), (byte) (value >>> 16), (byte) (value >>> 8), (byte) value
        };
    }

    /** The packet as both send it; reports are left out. */
    private byte[] through(int from, int to, int flow, int flags) throws InterruptedException {
        byte[] frame = segment(from, to, flow, flags);
        byte[] expected =
                tofino.receive(from, frame, nowNs).stream()
                        .filter(sent -> sent.port() == to)
                        .findFirst()
                        .orElseThrow()
                        .frame();
        nowNs += 1_000_000;
        running.send(from, frame);
        byte[] actual =
                FeedbackFrames.only(running.take(1, each -> each.port() == to, LIMIT_MS), to);
        assertThat(HexFormat.of().formatHex(actual))
                .as("flow %d, flags %x", flow, flags)
                .isEqualTo(HexFormat.of().formatHex(expected));
        return actual;
    }

    private boolean told(int flow) throws InterruptedException {
        return (through(RECEIVERS, SENDERS, flow, ACK)[Frames.ETHERNET + 33] & ECE) != 0;
    }

    @Test
    @Timeout(1800)
    void acknowledgementsTellWhatTheirFlowsAreOwed() throws Exception {
        try (RunningSwitch opened = RunningSwitch.open()) {
            running = opened;
            start();
            running.reset(List.of(TAKEN, OWED));
            long[] before = counters();
            for (int flow = 0; flow < FLOWS; flow++) {
                through(SENDERS, RECEIVERS, flow, SYN | ECE | CWR);
                // Every fifth receiver does not want ECN.
                through(RECEIVERS, SENDERS, flow, SYN | ACK | (flow % 5 == 0 ? 0 : ECE));
                through(RECEIVERS, SENDERS, flow, ACK);
            }
            List<Integer> taken = new ArrayList<>();
            for (int slot = 0; slot < SLOTS; slot++) {
                long tag = tofino.register(TAKEN, slot)[0];
                if (tag != 0) {
                    taken.add(slot);
                    assertThat(running.register(TAKEN, slot)[0]).as("slot %d", slot).isEqualTo(tag);
                }
            }
            assertThat(taken).hasSizeGreaterThan(FLOWS / 2);
            int marks = 0;
            for (int slot : taken) {
                int owed = slot % 3;
                tofino.setRegister(OWED, slot, owed, 0);
                running.setRegister(OWED, slot, owed);
                marks += owed;
            }
            int told = 0;
            for (int round = 0; round < 3; round++) {
                for (int flow = 0; flow < FLOWS; flow++) {
                    told += told(flow) ? 1 : 0;
                }
            }
            assertThat(told).isEqualTo(marks).isPositive();
            // A new beginning forgets what is owed.
            for (int slot : taken) {
                tofino.setRegister(OWED, slot, 1, 0);
                running.setRegister(OWED, slot, 1);
            }
            for (int flow = 0; flow < 20; flow++) {
                through(RECEIVERS, SENDERS, flow, SYN | ACK | ECE);
                assertThat(told(flow)).isFalse();
            }
            long[] after = counters();
            for (int i = 0; i < COUNTERS.size(); i++) {
                assertThat(after[i] - before[i])
                        .as(COUNTERS.get(i))
                        .isEqualTo(tofino.packets(COUNTERS.get(i), RECEIVERS));
            }
            assertThat(tofino.packets(WeirIngress.Rpm.COLLISIONS, RECEIVERS)).isPositive();
            System.out.printf(
                    "%d flows, %d slots taken, %d marks told%n", FLOWS, taken.size(), told);
        }
    }

    private long[] counters() {
        return COUNTERS.stream()
                .mapToLong(counter -> running.packets(counter, RECEIVERS))
                .toArray();
    }
}
