// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;

/** Packets that wait before the slow line of a dumbbell, looked at each millisecond. */
final class QueueWatch {
    private static final long PERIOD_NS = 1_000_000;

    private final Engine engine;
    private final SwitchNode node;
    private final int port;
    private final long fromNs;
    private final long untilNs;
    private double sum;
    private long looks;

    private QueueWatch(Engine engine, SwitchNode node, int port, long fromNs, long untilNs) {
        this.engine = engine;
        this.node = node;
        this.port = port;
        this.fromNs = fromNs;
        this.untilNs = untilNs;
    }

    /** Begins to look, on the engine's thread, from one time of the engine's clock to another. */
    static QueueWatch begin(Network network, long fromNs, long untilNs) {
        LinkSpec.End left =
                network.spec().links().stream()
                        .filter(link -> link.joins("left", "right"))
                        .findFirst()
                        .orElseThrow()
                        .first();
        QueueWatch watch =
                new QueueWatch(
                        network.engine(), network.node(left.node()), left.port(), fromNs, untilNs);
        network.engine().schedule(fromNs, watch::look);
        return watch;
    }

    private void look() {
        int depth = 0;
        var traffic = node.device().orElseThrow().traffic();
        for (QueueStatus queue : traffic.portTrafficStatus(port).queues()) {
            depth += queue.depthPackets();
        }
        sum += depth;
        looks++;
        long next = fromNs + looks * PERIOD_NS;
        if (next <= untilNs) {
            engine.schedule(next, this::look);
        }
    }

    /** Mean of all looks, packets. */
    double mean() {
        return looks == 0 ? 0 : sum / looks;
    }
}
