// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import java.util.Optional;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.HostConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.network.NetworkSpec;

/**
 * What the flows of a workload have in common; they heed no feedback.
 *
 * @param packetBytes length of their Ethernet frames, without frame check sequence
 * @param dscp 0 to 63
 * @param process how packets are spaced
 * @param rateBps offered by each, bit/s of Ethernet frames
 */
public record FlowTemplate(int packetBytes, int dscp, ArrivalProcess process, long rateBps) {
    private static final int SOURCE_PORT = 49152;
    private static final int DESTINATION_PORT = 5001;

    /** A flow from one host to another. */
    NetworkSpec.Traffic flow(int id, HostConfig from, HostConfig to) {
        return new NetworkSpec.Traffic(
                from.name(),
                new FlowConfig(
                        id,
                        from.name() + " > " + to.name(),
                        "",
                        from.ipv4(),
                        to.ipv4(),
                        SOURCE_PORT,
                        DESTINATION_PORT,
                        dscp,
                        false,
                        packetBytes,
                        process,
                        LoadSchedule.constant(rateBps),
                        FlowConfig.DEFAULT_BACKLOG_PACKETS,
                        Optional.empty()));
    }
}
