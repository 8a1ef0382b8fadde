// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.bmv2.p4runtime.P4RuntimeServer;
import org.weir.gnmi.proto.GetRequest;
import org.weir.gnmi.proto.GetResponse;
import org.weir.gnmi.proto.Path;
import org.weir.gnmi.proto.PathElem;
import org.weir.gnmi.proto.Update;
import org.weir.gnmi.proto.gNMIGrpc;
import org.weir.lab.engine.Pacing;

/** Queues of switches with Weir's program, as a gNMI client reads them after a run with marks. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GnmiQueuesTest {

    private static final String MARKED = "ecn-marked-pkts";

    @Test
    void countersAreThoseOfTheProgramAndOfTheFramesThatLeft() throws Exception {
        Fig6 fig6 = new Fig6(Pacing.FREE, 1, Fig6.PORT_BPS, true);
        fig6.share(new double[] {0.4, 0.3, 0.3}, new int[] {10, 10, 10});
        fig6.network.start();
        fig6.engine.runUntil(20 * Fig6.SECOND);
        fig6.network.setTraffic(false);
        // Until every queue is empty.
        fig6.engine.runUntil(60 * Fig6.SECOND);

        long marked = 0;
        for (String name : fig6.programs.keySet()) {
            for (Map<String, Long> queue : queues(fig6, name).values()) {
                marked += queue.get("max-queue-len") == null ? 0 : queue.get(MARKED);
            }
        }
        long received =
                fig6.network.flowReports().stream().mapToLong(FlowReport::markedPackets).sum();
        assertThat(received).isGreaterThan(100);
        assertThat(marked).isEqualTo(received);

        Map<String, Map<String, Long>> queues = queues(fig6, "s1");
        long left = 0;
        for (int i = 0; i < Fig6.DSCPS.length; i++) {
            Map<String, Long> queue = queues.get("s1-eth" + Fig6.BOTTLENECK_PORT + " class-" + i);
            long transmitted = fig6.network.flowReports().get(i).receivedPackets();
            assertThat(queue.get("transmit-pkts")).isEqualTo(transmitted).isPositive();
            assertThat(queue.get("dropped-pkts"))
                    .isEqualTo(fig6.programs.get("s1").drops(Fig6.BOTTLENECK_PORT, i).packets());
            assertThat(queue.get(MARKED)).isPositive();
            assertThat(queue).doesNotContainKeys("max-queue-len", "avg-queue-len");
            left += queue.get("transmit-octets");
        }
        assertThat(left).isPositive();
    }

    /** Numbers of each queue of a switch, by the names of its port and its own. */
    private static Map<String, Map<String, Long>> queues(Fig6 fig6, String name) throws Exception {
        P4RuntimeServer server =
                new P4RuntimeServer(fig6.network.node(name).device().orElseThrow(), fig6.engine, 1);
        server.start("127.0.0.1", 0);
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
        try {
            CompletableFuture<GetResponse> response =
                    CompletableFuture.supplyAsync(
                            () -> gNMIGrpc.newBlockingStub(channel).get(allQueues()));
            // Lets the server in, and no time pass.
            while (!response.isDone()) {
                fig6.engine.runUntil(fig6.engine.nowNs());
                Thread.onSpinWait();
            }
            Map<String, Map<String, Long>> queues = new HashMap<>();
            for (Update update : response.get().getNotification(0).getUpdateList()) {
                Path path = update.getPath();
                String port = path.getElem(2).getKeyOrThrow("interface-id");
                String queue = path.getElem(5).getKeyOrThrow("name");
                queues.computeIfAbsent(port + " " + queue, key -> new HashMap<>())
                        .put(
                                path.getElem(path.getElemCount() - 1).getName(),
                                update.getVal().getUintVal());
            }
            return queues;
        } finally {
            channel.shutdownNow();
            server.stop();
        }
    }

    private static GetRequest allQueues() {
        Path.Builder path = Path.newBuilder();
        for (String element : "qos/interfaces/interface/output/queues".split("/")) {
            path.addElem(PathElem.newBuilder().setName(element));
        }
        return GetRequest.newBuilder().addPath(path).build();
    }
}
