// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.Arrays;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.experiment.Series;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;

/** Packets waiting at each port of each switch, looked at now and then. */
public final class QueueSamples {
    private final Network network;
    private long[] counts = new long[64];
    private long total;
    private double sum;
    private int largest;

    /** Makes samples of a network whose switches run in this process. */
    public QueueSamples(Network network) {
        this.network = network;
    }

    /** Looks at all ports. */
    public void take() {
        for (SwitchNode node : network.nodes()) {
            var traffic = node.device().orElseThrow().traffic();
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                int depth = 0;
                for (QueueStatus status : traffic.portTrafficStatus(port.number()).queues()) {
                    depth += status.depthPackets();
                }
                add(depth);
            }
        }
    }

    private void add(int depth) {
        if (depth >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(depth + 1, 2 * counts.length));
        }
        counts[depth]++;
        total++;
        sum += depth;
        largest = Math.max(largest, depth);
    }

    /** Mean over all looks at all ports, packets; 0 before the first. */
    public double mean() {
        return total == 0 ? 0 : sum / total;
    }

    int largest() {
        return largest;
    }

    /** The depth that a part of all looks did not exceed, packets. */
    int percentile(double part) {
        long seen = 0;
        for (int depth = 0; depth <= largest; depth++) {
            seen += counts[depth];
            if (seen >= part * total) {
                return depth;
            }
        }
        return largest;
    }

    /** The distribution: one row for each depth that was seen. */
    Series distribution() {
        Series series = new Series("queue-cdf", "queue packets", "part of looks not above");
        long seen = 0;
        for (int depth = 0; depth <= largest; depth++) {
            seen += counts[depth];
            if (counts[depth] > 0) {
                series.add(depth, (double) seen / total);
            }
        }
        return series;
    }
}
