// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.live;

import java.io.IOException;
import java.util.List;
import org.weir.bench.iperf.IperfConnection;

/** One TCP connection of iperf3 from host 1 to host 2. */
final class Iperf {
    private static final int PORT = 5201;
    private static final double BITS_PER_BYTE = 8;

    private Iperf() {}

    /**
     * Result of a connection.
     *
     * @param bps payload received, bit/s
     * @param cpuSeconds processor time of the switch
     * @param bytes payload received, bytes
     */
    record Result(double bps, double cpuSeconds, double bytes) {}

    /** Sends for a time, s. */
    static Result run(LiveBed bed, LiveSwitch device, int seconds)
            throws IOException, InterruptedException {
        double cpuBefore = device.cpuSeconds();
        try (IperfConnection connection =
                new IperfConnection(
                        bed.hostNamespace(1),
                        bed.hostNamespace(2),
                        LiveBed.address(2),
                        PORT,
                        0,
                        seconds,
                        List.of())) {
            double bps = connection.receivedBps();
            double cpu = device.cpuSeconds() - cpuBefore;
            return new Result(bps, cpu, bps * seconds / BITS_PER_BYTE);
        }
    }
}
