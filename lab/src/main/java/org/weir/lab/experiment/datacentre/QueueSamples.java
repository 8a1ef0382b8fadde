// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.Arrays;
import java.util.List;
import org.weir.bmv2.controlplane.traffic.QueueStatus;
import org.weir.lab.experiment.Series;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.SchemeProgram;

/**
 * Data waiting at each port of each switch, in full packets, looked at now and then. Bytes are
 * counted, so that short packets such as acknowledgements are what they are worth. What is in the
 * control queue does not count: feedback, notifications, and most schemes' acknowledgements.
 */
public final class QueueSamples {
    private final Network network;
    private final int frameBytes;
    private long[] counts = new long[64];
    private long total;
    private double sum;
    private int largest;

    /**
     * Makes samples of a network whose switches run in this process.
     *
     * @param frameBytes length of a full packet's frame
     */
    public QueueSamples(Network network, int frameBytes) {
        this.network = network;
        this.frameBytes = frameBytes;
    }

    /** Looks at all ports. */
    public void take() {
        for (SwitchNode node : network.nodes()) {
            var traffic = node.device().orElseThrow().traffic();
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                long bytes = 0;
                List<QueueStatus> queues = traffic.portTrafficStatus(port.number()).queues();
                for (int i = 0; i < SchemeProgram.CONTROL_PRIORITY; i++) {
                    bytes += queues.get(i).depthBytes();
                }
                add((double) bytes / frameBytes);
            }
        }
    }

    private void add(double packets) {
        int depth = (int) Math.round(packets);
        if (depth >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(depth + 1, 2 * counts.length));
        }
        counts[depth]++;
        total++;
        sum += packets;
        largest = Math.max(largest, depth);
    }

    /** Mean over all looks at all ports, full packets; 0 before the first. */
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
