// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import java.util.Optional;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.FlowConfig;
import org.weir.lab.host.LoadSchedule;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.NetworkSpec;
import org.weir.reaction.Reaction;

/**
 * Properties that the flows of a workload share.
 *
 * @param packetBytes length of their Ethernet frames, without frame check sequence
 * @param dscp 0 to 63
 * @param process process that spaces the packets
 * @param rateBps offered by each, bit/s of Ethernet frames
 * @param ecnCapable whether packets are sent as ECT(0)
 * @param reaction reaction of the senders; empty for senders that ignore feedback
 */
public record FlowTemplate(
        int packetBytes,
        int dscp,
        ArrivalProcess process,
        long rateBps,
        boolean ecnCapable,
        Optional<Reaction> reaction) {
    private static final int SOURCE_PORT = 49152;
    private static final int DESTINATION_PORT = 5001;

    /** Flows that are not ECN-capable and ignore feedback. */
    public FlowTemplate(int packetBytes, int dscp, ArrivalProcess process, long rateBps) {
        this(packetBytes, dscp, process, rateBps, false, Optional.empty());
    }

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
                        ecnCapable,
                        packetBytes,
                        process,
                        LoadSchedule.constant(rateBps),
                        FlowConfig.DEFAULT_BACKLOG_PACKETS,
                        reaction));
    }
}
