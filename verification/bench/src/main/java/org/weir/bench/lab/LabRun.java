// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.lab;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.function.Consumer;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.RateWindow;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.Host;
import org.weir.lab.network.FlowReport;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchNode;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.program.WeirProgram;

/**
 * Cost of one run of a network: time, memory, events and packets.
 *
 * @param setUpSeconds by the wall clock, to build the network and program its switches
 * @param wallSeconds by the wall clock, for the run
 * @param cpuSeconds of the thread that ran the network
 * @param processCpuSeconds of all threads meanwhile: the compiler's and the collector's too
 * @param allocatedBytes by the thread that ran the network
 * @param peakHeapBytes at most in use since the network began to be built
 * @param events that the engine ran
 * @param sentPackets that the flows handed to their hosts' ports
 * @param receivedPackets that arrived at the flows' destinations
 * @param packetHops frames that came in by the ports of all switches
 */
record LabRun(
        double setUpSeconds,
        double wallSeconds,
        double cpuSeconds,
        double processCpuSeconds,
        long allocatedBytes,
        long peakHeapBytes,
        long events,
        long sentPackets,
        long receivedPackets,
        long packetHops) {

    private static final double NS_PER_SECOND = 1e9;
    private static final int WEIGHT_PACKETS = 640;
    private static final int THRESHOLD_PACKETS = 20;
    private static final int FEEDBACK_INTERVAL_US = 1000;
    private static final int LIMIT_PACKETS = 100;

    /** Runs a network of Weir's program with one class, in virtual time, on this thread. */
    static LabRun of(NetworkSpec spec, long virtualNs) throws ProgramException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        OperatingSystemMXBean process =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.gc();
        heapPools(MemoryPoolMXBean::resetPeakUsage);
        long built = System.nanoTime();
        Engine engine = new Engine(Pacing.FREE);
        Network network = new Network(spec, engine);
        StaticRoutes.install(network).forEach((name, program) -> queues(program, network, name));
        network.start();
        long started = System.nanoTime();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        long processBefore = process.getProcessCpuTime();
        long bytesBefore = threads.getCurrentThreadAllocatedBytes();
        engine.runUntil(virtualNs);
        long bytes = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
        double wall = (System.nanoTime() - started) / NS_PER_SECOND;
        double cpu = (threads.getCurrentThreadCpuTime() - cpuBefore) / NS_PER_SECOND;
        double processCpu = (process.getProcessCpuTime() - processBefore) / NS_PER_SECOND;
        long[] peak = new long[1];
        heapPools(pool -> peak[0] += pool.getPeakUsage().getUsed());
        long sent = 0;
        long received = 0;
        for (FlowReport flow : network.flowReports()) {
            sent += flow.sentPackets();
            received += flow.receivedPackets();
        }
        long dropped = network.hosts().stream().mapToLong(Host::droppedFrames).sum();
        return new LabRun(
                (started - built) / NS_PER_SECOND,
                wall,
                cpu,
                processCpu,
                bytes,
                peak[0],
                engine.executedEvents(),
                sent - dropped,
                received,
                hops(network));
    }

    private static void queues(WeirProgram program, Network network, String name) {
        program.classify(0, 0);
        for (SwitchSpec.PortSpec port : network.node(name).spec().ports()) {
            program.virtualQueue(
                    port.number(),
                    0,
                    WEIGHT_PACKETS,
                    THRESHOLD_PACKETS,
                    LIMIT_PACKETS,
                    port.rateBps() / 1000,
                    FEEDBACK_INTERVAL_US);
            program.useSettings(port.number(), WEIGHT_PACKETS, RateWindow.forRate(port.rateBps()));
        }
    }

    private static long hops(Network network) {
        long hops = 0;
        for (SwitchNode node : network.nodes()) {
            for (PortStatus port : node.device().orElseThrow().ports()) {
                hops += port.counters().rxPackets();
            }
        }
        return hops;
    }

    private static void heapPools(Consumer<MemoryPoolMXBean> use) {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                use.accept(pool);
            }
        }
    }
}
