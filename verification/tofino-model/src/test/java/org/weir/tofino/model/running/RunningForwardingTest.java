// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.tofino.model.BothPrograms;
import org.weir.tofino.model.EdgeFrames;
import org.weir.tofino.model.ForwardingFrames;
import org.weir.tofino.model.ForwardingRules;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/**
 * Forwarding by a switch that runs Weir's program ({@link RunningSwitch}): it sends the frames that
 * v1model's program sends for the same packets and entries, and counts the same packets. The
 * exceptions are those of {@link WeirForwardingTest} and {@link WeirEdgeTest}. The property {@code
 * weir.bfrt.packets} has the number of packets of each test, {@code weir.bfrt.seed} the seed of
 * their contents; {@code weir.bfrt.counters=false} leaves the counters out, since a busy machine
 * needs minutes to read them.
 */
class RunningForwardingTest {

    private static final int PACKETS = Integer.getInteger("weir.bfrt.packets", 20_000);
    private static final boolean COUNTERS =
            Boolean.parseBoolean(System.getProperty("weir.bfrt.counters", "true"));
    private static final long SEED = Long.getLong("weir.bfrt.seed", 1);

    private static final List<String> QUEUE_COUNTERS =
            List.of(WeirIngress.VirtualQueue.ARRIVALS, WeirEgress.QueueStatistics.DEPARTURES);

    private static final List<String> PORT_COUNTERS =
            List.of(
                    WeirIngress.MALFORMED,
                    WeirIngress.Forwarding.UNROUTED,
                    WeirIngress.Forwarding.EXPIRED);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(7200)
    void sendsWhatV1modelSends(boolean tagged) throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            BothPrograms both = new BothPrograms();
            both.more = running;
            RunningComparison.trustPorts(running);
            ForwardingRules.addTo(both);
            running.flush();
            ForwardingFrames frames =
                    tagged ? ForwardingFrames.tagged(SEED) : ForwardingFrames.untagged(SEED);
            RunningComparison comparison =
                    new RunningComparison(running, both, UnaryOperator.identity());
            Map<String, Long> before = COUNTERS ? counters(running) : Map.of();
            for (int i = 0; i < PACKETS; i++) {
                ForwardingFrames.Received in = frames.next();
                comparison.send(in.port(), in.frame());
            }
            comparison.finish((tagged ? "tagged" : "untagged") + ", seed " + SEED);
            if (COUNTERS) {
                compareCounters(running, both, before);
            }
        }
    }

    /** Frames of all kinds, a fifth of them forged, by ports to hosts of every kind. */
    @Test
    @Timeout(7200)
    void treatsPortsToHostsAsV1modelDoes() throws Exception {
        try (RunningSwitch running = RunningSwitch.open()) {
            BothPrograms both = new BothPrograms();
            both.more = running;
            ForwardingRules.addTo(both);
            EdgeFrames.setPortKinds(both, running);
            running.flush();
            ForwardingFrames frames = ForwardingFrames.tagged(SEED);
            Random random = new Random(SEED);
            RunningComparison comparison =
                    new RunningComparison(running, both, EdgeFrames::withoutDscpOfCopies);
            long[] forged = forged(running);
            long[] hidden = new long[BothPrograms.PORTS + 1];
            for (int i = 0; i < PACKETS; i++) {
                ForwardingFrames.Received in = frames.next();
                byte[] frame = in.frame();
                if (in.port() != BothPrograms.CPU && random.nextInt(5) == 0) {
                    comparison.sendFeedback(in.port(), EdgeFrames.forged(random));
                } else if (EdgeFrames.isToHosts(in.port()) && EdgeFrames.hidesUdp(frame)) {
                    comparison.sendForNothing(in.port(), frame);
                    hidden[in.port()]++;
                } else {
                    comparison.send(in.port(), frame);
                }
            }
            comparison.finish("edge, seed " + SEED);
            long[] after = forged(running);
            for (int port = 1; port <= BothPrograms.PORTS; port++) {
                assertThat(after[port] - forged[port] - hidden[port])
                        .as("forged packets by port %d", port)
                        .isEqualTo(both.v1modelPackets(WeirIngress.Edge.FORGED, port));
            }
        }
    }

    private static long[] forged(RunningSwitch running) {
        long[] packets = new long[BothPrograms.PORTS + 1];
        for (int port = 1; port <= BothPrograms.PORTS; port++) {
            packets[port] = running.packets(WeirIngress.Edge.FORGED, port);
        }
        return packets;
    }

    private static void compareCounters(
            RunningSwitch running, BothPrograms both, Map<String, Long> before) {
        Map<String, Long> after = counters(running);
        Map<String, Long> wanted = new TreeMap<>();
        Map<String, Long> counted = new TreeMap<>();
        forEachCounter(
                (counter, index) -> {
                    String name = counter + " " + index;
                    wanted.put(name, both.v1modelPackets(counter, index));
                    counted.put(name, after.get(name) - before.get(name));
                });
        assertThat(counted).isEqualTo(wanted);
    }

    private static Map<String, Long> counters(RunningSwitch running) {
        Map<String, Long> counters = new TreeMap<>();
        forEachCounter(
                (counter, index) ->
                        counters.put(counter + " " + index, running.packets(counter, index)));
        return counters;
    }

    private static void forEachCounter(ObjIntConsumer<String> each) {
        for (int port = 1; port <= BothPrograms.PORTS; port++) {
            for (String counter : PORT_COUNTERS) {
                each.accept(counter, port);
            }
            for (int queue = port * 8; queue < port * 8 + 8; queue++) {
                for (String counter : QUEUE_COUNTERS) {
                    each.accept(counter, queue);
                }
            }
        }
    }
}
