// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

/**
 * Cost of one run of the packets: time and memory.
 *
 * @param packets packets that came in
 * @param framesOut frames that the ports sent
 * @param seconds by the wall clock, from the first packet to the last
 * @param cpuSeconds of all threads together
 * @param allocatedBytes memory allocated; 0 where that is not measured
 * @param packetInBytes of which for the arrays in which frames were handed to the control plane
 */
record Run(
        long packets,
        long framesOut,
        double seconds,
        double cpuSeconds,
        long allocatedBytes,
        long packetInBytes) {

    double packetsPerSecond() {
        return packets / seconds;
    }

    double cpuMicrosPerPacket() {
        return cpuSeconds * 1e6 / packets;
    }

    /** Bytes allocated for each packet to forward it. */
    double allocatedBytesPerPacket() {
        return (double) (allocatedBytes - packetInBytes) / packets;
    }

    /** Bytes allocated for each packet to hand some to the control plane. */
    double packetInBytesPerPacket() {
        return (double) packetInBytes / packets;
    }
}
