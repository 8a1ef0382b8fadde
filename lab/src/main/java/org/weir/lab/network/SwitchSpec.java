// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.util.List;

/**
 * A switch of a network file.
 *
 * @param name unique in the file
 * @param deviceId P4Runtime device id
 * @param grpcHost address on which its P4Runtime server listens
 * @param grpcPort TCP port on which its P4Runtime server listens
 * @param ports its ports
 */
public record SwitchSpec(
        String name, long deviceId, String grpcHost, int grpcPort, List<PortSpec> ports) {
    /**
     * A port of a switch.
     *
     * @param number as in P4, 1 to 63
     * @param name for people
     * @param rateBps bit/s
     * @param capacityPackets packets that its queues hold together
     */
    public record PortSpec(int number, String name, long rateBps, int capacityPackets) {}

    /** Copies the ports. */
    public SwitchSpec {
        ports = List.copyOf(ports);
    }

    /** The same switch listening on another TCP port. */
    public SwitchSpec withGrpcPort(int otherPort) {
        return new SwitchSpec(name, deviceId, grpcHost, otherPort, ports);
    }

    /** Where it listens, as {@code host:port}. */
    public String grpcAddress() {
        return grpcHost + ":" + grpcPort;
    }
}
