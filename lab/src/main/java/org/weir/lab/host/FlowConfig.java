// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host;

import java.util.Optional;
import org.weir.lab.packet.IpAddress;
import org.weir.reaction.Reaction;

/**
 * A UDP flow from one host to another.
 *
 * @param id unique in its network; carried in each packet
 * @param name for people
 * @param className the class its packets are meant to fall into, for reports only
 * @param source the sender's address
 * @param destination the receiver's address, of the same IP version
 * @param sourcePort UDP port, 0 to 65535
 * @param destinationPort UDP port, 0 to 65535
 * @param dscp 0 to 63
 * @param ecnCapable whether packets are sent as ECT(0), or ECT(1) if the reaction is scalable
 * @param packetBytes length of its Ethernet frames, without frame check sequence
 * @param process process that spaces the packets
 * @param load offered rate over time
 * @param backlogPackets packets the application holds back at most; more are dropped and counted
 * @param reaction reaction of the sender; empty for a sender that ignores feedback
 */
public record FlowConfig(
        int id,
        String name,
        String className,
        IpAddress source,
        IpAddress destination,
        int sourcePort,
        int destinationPort,
        int dscp,
        boolean ecnCapable,
        int packetBytes,
        ArrivalProcess process,
        LoadSchedule load,
        int backlogPackets,
        Optional<? extends Reaction> reaction) {
    /** Packets an application holds back unless told otherwise. */
    public static final int DEFAULT_BACKLOG_PACKETS = 100;

    /** The same flow with another way to react. */
    public FlowConfig withReaction(Optional<? extends Reaction> other) {
        return new FlowConfig(
                id,
                name,
                className,
                source,
                destination,
                sourcePort,
                destinationPort,
                dscp,
                ecnCapable,
                packetBytes,
                process,
                load,
                backlogPackets,
                other);
    }
}
