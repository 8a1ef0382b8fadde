// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.scheme;

import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.lab.compare.network.ComparedNetwork;
import org.weir.lab.network.Network;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.SchemeProgram;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.workload.TrafficClass;

/**
 * Room for data at a port, which is the same for every scheme: as many packets as three queues of a
 * compared network hold. The queues of a scheme's data share it equally.
 */
final class PortBuffer {
    /** Packets of data that wait at a port, at most. */
    static final int PACKETS = TrafficClass.values().length * ComparedNetwork.QUEUE_PACKETS;

    /** Part of a queue that a threshold of packets or of waiting time may be, at most. */
    static final double LARGEST_THRESHOLD = 0.5;

    private PortBuffer() {}

    /** Packets that each queue of a scheme's data holds. */
    static int queuePackets(Scheme scheme) {
        return PACKETS / scheme.dataQueues();
    }

    /** Gives the queues of all ports their room; the control queue stays as it is. */
    static void share(Scheme scheme, Network network) {
        int packets = queuePackets(scheme);
        for (SwitchNode node : network.nodes()) {
            var traffic = node.device().orElseThrow().traffic();
            for (SwitchSpec.PortSpec port : node.spec().ports()) {
                PortTraffic changed = traffic.portTraffic(port.number());
                for (int i = 0; i < SchemeProgram.CONTROL_PRIORITY; i++) {
                    var queue = changed.queues().get(i);
                    changed =
                            changed.withQueue(
                                    i, queue.withCapacity(packets, queue.capacityBytes()));
                }
                traffic.setPortTraffic(port.number(), changed);
            }
        }
    }
}
