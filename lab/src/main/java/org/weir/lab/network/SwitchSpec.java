// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.util.List;
import org.weir.bmv2.controlplane.traffic.PortTraffic;
import org.weir.bmv2.controlplane.traffic.QueueConfig;

/**
 * A switch of a network file.
 *
 * @param name unique in the file
 * @param deviceId P4Runtime device id
 * @param grpcHost address on which its P4Runtime server listens
 * @param grpcPort TCP port on which its P4Runtime server listens
 * @param ports its ports
 * @param bufferBytes bytes that wait in all its queues; {@link QueueConfig#UNLIMITED} for no limit
 * @param seed of the random numbers of its programs
 */
public record SwitchSpec(
        String name,
        long deviceId,
        String grpcHost,
        int grpcPort,
        List<PortSpec> ports,
        long bufferBytes,
        long seed) {
    /** Seed of switches that have none of their own. */
    public static final long DEFAULT_SEED = 1;

    /**
     * A port of a switch.
     *
     * @param number as in P4, 1 to 63
     * @param name for people
     * @param capacityPackets packets that each of its queues holds, unless said otherwise
     * @param traffic its rate, and how its queues are served
     */
    public record PortSpec(int number, String name, int capacityPackets, PortTraffic traffic) {

        /** A port with strict priority. */
        public PortSpec(int number, String name, long rateBps, int capacityPackets) {
            this(number, name, capacityPackets, PortTraffic.strict(rateBps, capacityPackets));
        }

        /** Rate in bit/s that its queues share. */
        public long rateBps() {
            return traffic.rateBps();
        }
    }

    /** A switch whose queues share no buffer, with the usual seed. */
    public SwitchSpec(
            String name, long deviceId, String grpcHost, int grpcPort, List<PortSpec> ports) {
        this(name, deviceId, grpcHost, grpcPort, ports, QueueConfig.UNLIMITED, DEFAULT_SEED);
    }

    /** Copies the ports. */
    public SwitchSpec {
        ports = List.copyOf(ports);
    }

    /** The same switch listening on another TCP port. */
    public SwitchSpec withGrpcPort(int otherPort) {
        return new SwitchSpec(name, deviceId, grpcHost, otherPort, ports, bufferBytes, seed);
    }

    /** The same switch with another seed. */
    public SwitchSpec withSeed(long other) {
        return new SwitchSpec(name, deviceId, grpcHost, grpcPort, ports, bufferBytes, other);
    }

    /** Address that it listens at, as {@code host:port}. */
    public String grpcAddress() {
        return grpcHost + ":" + grpcPort;
    }
}
