// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.throughput;

/**
 * What one run of the packets took.
 *
 * @param packets packets that came in
 * @param framesOut frames that the ports sent
 * @param seconds by the wall clock, from the first packet to the last
 * @param cpuSeconds of all threads together
 * @param allocatedBytes memory allocated; 0 where that is not measured
 */
record Run(long packets, long framesOut, double seconds, double cpuSeconds, long allocatedBytes) {

    double packetsPerSecond() {
        return packets / seconds;
    }

    double cpuMicrosPerPacket() {
        return cpuSeconds * 1e6 / packets;
    }
}
