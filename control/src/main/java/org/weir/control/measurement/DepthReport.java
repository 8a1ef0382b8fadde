// SPDX-License-Identifier: Apache-2.0
package org.weir.control.measurement;

import java.util.Objects;
import org.weir.control.PortId;

/** Telemetry report of a switch about one virtual queue (docs/telemetry.md). Immutable. */
public final class DepthReport {
    private final PortId port;
    private final int classIndex;
    private final long timeNs;
    private final long depthPackets;
    private final long maxDepthPackets;
    private final long delayUs;
    private final long arrivalRateKbps;

    /**
     * @param port the egress port
     * @param classIndex 0 to 7
     * @param timeNs the switch's clock when the reported packet left, ns
     * @param depthPackets depth when the packet arrived (Tofino: when it left), in the switch's
     *     {@link org.weir.control.depth.DepthUnit unit}, at least 0
     * @param maxDepthPackets largest depth since the previous report, in that unit, at least 0
     * @param delayUs that packet's queueing delay, µs, at least 0
     * @param arrivalRateKbps arrival rate measured by the data plane, kbit/s, at least 0
     * @throws IllegalArgumentException if a value is out of range
     */
    public DepthReport(
            PortId port,
            int classIndex,
            long timeNs,
            long depthPackets,
            long maxDepthPackets,
            long delayUs,
            long arrivalRateKbps) {
        this.port = Objects.requireNonNull(port, "port");
        this.classIndex = classIndex;
        this.timeNs = timeNs;
        this.depthPackets = depthPackets;
        this.maxDepthPackets = maxDepthPackets;
        this.delayUs = delayUs;
        this.arrivalRateKbps = arrivalRateKbps;
        if (classIndex < 0 || classIndex > 7) {
            throw new IllegalArgumentException("classIndex must be 0 to 7, was " + classIndex);
        }
        if (depthPackets < 0 || maxDepthPackets < 0 || delayUs < 0 || arrivalRateKbps < 0) {
            throw new IllegalArgumentException(port + ": negative value in a depth report");
        }
    }

    /** The egress port. */
    public PortId port() {
        return port;
    }

    /** Index of the class, 0 to 7. */
    public int classIndex() {
        return classIndex;
    }

    /** The switch's clock when the reported packet left, ns. */
    public long timeNs() {
        return timeNs;
    }

    /** Depth when the packet arrived, in the switch's unit; on Tofino when it left. */
    public long depthPackets() {
        return depthPackets;
    }

    /** Largest depth since the previous report, in the switch's unit. */
    public long maxDepthPackets() {
        return maxDepthPackets;
    }

    /** The packet's queueing delay, µs. */
    public long delayUs() {
        return delayUs;
    }

    /** Arrival rate measured by the data plane, kbit/s. */
    public long arrivalRateKbps() {
        return arrivalRateKbps;
    }
}
