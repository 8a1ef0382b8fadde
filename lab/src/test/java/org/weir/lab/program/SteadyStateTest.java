// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.weir.lab.program.ProgramNetwork.bytes;
import static org.weir.lab.program.ProgramNetwork.exact;
import static org.weir.lab.program.ProgramNetwork.number;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.table.ActionCall;
import org.weir.bmv2.controlplane.table.MatchKey;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.controlplane.table.TableEntry;
import org.weir.bmv2.time.VirtualTimeline;
import org.weir.bmv2.traffic.PortConfig;
import org.weir.wire.p4.MatchFields;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * Once it has met its load, the switch makes no object for any packet: not for those it forwards
 * through look-ups, virtual queues and marking, nor for the feedback it clones and recirculates.
 */
class SteadyStateTest {

    private static final int PORTS = 4;
    private static final int BURST_PACKETS = 50;
    private static final int FEEDBACK_BYTES = 14 + 20 + 8 + 32;
    private static final int WINDOW_PACKETS = 100_000;

    /**
     * The virtual machine itself makes an object now and then, such as when it replaces code;
     * objects that the switch makes per packet show in every window. Until its compiler is done,
     * which on a busy machine takes its time, objects are made that compiled code does without.
     */
    private static final int WINDOWS = 100;

    private final VirtualTimeline timeline = new VirtualTimeline();
    private final Switch device = new Switch(new SwitchConfig("steady"), timeline);
    private final byte[][] frames = new byte[64][];
    private long sent;
    private long marked;
    private long feedback;

    @Test
    void allocatesNothing() throws Exception {
        for (int port = 1; port <= PORTS; port++) {
            device.attachPort(port, new PortConfig("p" + port, 10_000_000_000L, 256), this::count);
        }
        device.loadProgram(ProgramNetwork.program());
        device.table(WeirIngress.Edge.PORT_KINDS)
                .orElseThrow()
                .setDefaultAction(ActionCall.of(WeirIngress.Edge.TRUST_PORT));
        configure();
        timeline.runUntil(1_000_000_000L);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < WINDOWS && least > 0; i++) {
            sent = 0;
            marked = 0;
            feedback = 0;
            long before = threads.getThreadAllocatedBytes(thread);
            send(WINDOW_PACKETS);
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
            assertThat(sent).isEqualTo(WINDOW_PACKETS + feedback);
            assertThat(marked).isGreaterThan(WINDOW_PACKETS / 10);
            assertThat(feedback).isGreaterThan(100);
        }
        assertThat(least).as("bytes allocated for %d packets", WINDOW_PACKETS).isZero();
        assertThat(device.droppedByProgram() + device.droppedNoPort()).isZero();
    }

    private void count(byte[] buffer, int offset, int length) {
        sent++;
        if (length == FEEDBACK_BYTES) {
            feedback++;
        } else if ((buffer[offset + 15] & 3) == 3) {
            marked++;
        }
    }

    private void send(int packets) {
        for (int i = 0; i < packets; i++) {
            device.receive(1 + i % PORTS, frames[i % frames.length], 0, frames[i % 64].length);
            if (i % BURST_PACKETS == BURST_PACKETS - 1) {
                timeline.runUntil(timeline.nowNs() + 200_000);
            }
        }
        timeline.runUntil(timeline.nowNs() + 1_000_000);
    }

    private void configure() {
        for (int port = 1; port <= PORTS; port++) {
            add(
                    WeirIngress.Forwarding.IPV4_ROUTES,
                    0,
                    ActionCall.of(WeirIngress.Forwarding.SET_OUTPUT, number(port)),
                    new MatchKey.Lpm(number(10L << 24 | port << 16), 16));
            add(
                    WeirIngress.QueueSettings.GENERATIONS,
                    0,
                    ActionCall.of(
                            WeirIngress.QueueSettings.useGeneration(32768), number(0), number(16)),
                    exact(port));
            for (int classId = 0; classId < 8; classId++) {
                add(
                        WeirIngress.QueueSettings.SETTINGS,
                        0,
                        ActionCall.of(
                                WeirIngress.QueueSettings.SET_VIRTUAL_QUEUE,
                                number(4 + classId),
                                number(1),
                                number(200),
                                number(2_000_000),
                                number(3000)),
                        exact(port),
                        exact(classId),
                        exact(0));
            }
            // Reports to the controller are handed over as arrays of their own, so none here.
            device.table(WeirEgress.Telemetry.REPORTING)
                    .orElseThrow()
                    .insert(
                            new TableEntry(
                                    List.of(exact(port)),
                                    0,
                                    ActionCall.of(
                                            WeirEgress.Telemetry.SET_REPORT_INTERVAL,
                                            number(0xffff_ffffL))));
        }
        for (int classId = 0; classId < 8; classId++) {
            TableControl classes = device.table(WeirIngress.Classifier.IPV4_CLASSES).orElseThrow();
            MatchKey ports =
                    classId % 2 == 0
                            ? MatchKey.ANY
                            : new MatchKey.Range(number(5000), number(6000));
            List<MatchKey> key =
                    classes.key(
                            Map.of(
                                    MatchFields.DSCP,
                                    new MatchKey.Ternary(number(classId * 8), number(63)),
                                    MatchFields.L4_DST_PORT,
                                    ports));
            classes.insert(
                    new TableEntry(
                            key,
                            10,
                            ActionCall.of(WeirIngress.Classifier.SET_CLASS, number(classId))));
        }
        device.setMirrorSession(1, MirrorSession.toPort(255));
        device.setMirrorSession(2, MirrorSession.toPort(255));
        Random random = new Random(5);
        for (int i = 0; i < frames.length; i++) {
            frames[i] =
                    Frames.udp(
                            "0a0%d00%02x".formatted(1 + i % PORTS, i),
                            "0a0%d0005".formatted(1 + random.nextInt(PORTS)),
                            random.nextInt(8) * 8 << 2 | 2,
                            4000 + i,
                            5000 + i,
                            new byte[100 + random.nextInt(1300)]);
        }
        assertThat(frames[0]).startsWith(bytes("0200000000ee0200000000aa0800"));
    }

    private void add(String table, int priority, ActionCall action, MatchKey... match) {
        device.table(table).orElseThrow().insert(new TableEntry(List.of(match), priority, action));
    }
}
