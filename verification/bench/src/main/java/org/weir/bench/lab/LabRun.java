// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.lab;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.weir.bmv2.controlplane.PortStatus;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.control.RateWindow;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.Host;
import org.weir.lab.host.transport.Message;
import org.weir.lab.host.transport.MessageLog;
import org.weir.lab.host.transport.tcp.TcpConfig;
import org.weir.lab.host.transport.tcp.TcpTransport;
import org.weir.lab.host.transport.tcp.congestion.CongestionAlgorithm;
import org.weir.lab.host.transport.tcp.send.Sender;
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
        return of(spec, virtualNs, network -> new UdpFlows(network));
    }

    /**
     * The same with TCP: host i sends to host i + pairs by CUBIC, without end.
     *
     * @param pairs senders, and receivers
     */
    static LabRun overTcp(NetworkSpec spec, int pairs, long virtualNs) throws ProgramException {
        return of(spec, virtualNs, network -> TcpConnections.begin(network, pairs));
    }

    private static LabRun of(NetworkSpec spec, long virtualNs, Function<Network, Sent> traffic)
            throws ProgramException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        OperatingSystemMXBean process =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.gc();
        heapPools(MemoryPoolMXBean::resetPeakUsage);
        long built = System.nanoTime();
        Engine engine = new Engine(Pacing.FREE);
        Network network = new Network(spec, engine);
        StaticRoutes.install(network).forEach((name, program) -> queues(program, network, name));
        Sent sent = traffic.apply(network);
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
        return new LabRun(
                (started - built) / NS_PER_SECOND,
                wall,
                cpu,
                processCpu,
                bytes,
                peak[0],
                engine.executedEvents(),
                sent.packets(),
                sent.received(),
                hops(network));
    }

    /** Packets of a run's traffic. */
    private interface Sent {
        /** Packets that were handed to the hosts' ports. */
        long packets();

        /** Packets of them that arrived at their destinations. */
        long received();
    }

    private record UdpFlows(Network network) implements Sent {
        @Override
        public long packets() {
            long sent = network.flowReports().stream().mapToLong(FlowReport::sentPackets).sum();
            return sent - network.hosts().stream().mapToLong(Host::droppedFrames).sum();
        }

        @Override
        public long received() {
            return network.flowReports().stream().mapToLong(FlowReport::receivedPackets).sum();
        }
    }

    /** Data segments of TCP connections; acknowledgements are packet-hops only. */
    private static final class TcpConnections implements Sent, MessageLog {
        private static final long ENDLESS = Long.MAX_VALUE / 4;

        private final List<Sender> senders = new ArrayList<>();
        private long received;

        static TcpConnections begin(Network network, int pairs) {
            TcpConnections all = new TcpConnections();
            TcpConfig config = TcpConfig.of(CongestionAlgorithm.CUBIC);
            TcpTransport transport =
                    new TcpTransport(
                            config, Map.of(), (message, sender) -> all.senders.add(sender));
            network.hosts().forEach(host -> host.use(transport, all));
            for (int i = 1; i <= pairs; i++) {
                Host from = network.host("h" + i);
                Host to = network.host("h" + (i + pairs));
                Message message = new Message(i, to.config().ipv4(), 0, ENDLESS);
                network.engine().schedule(0, () -> from.send(message));
            }
            return all;
        }

        @Override
        public long packets() {
            return senders.stream().mapToLong(sender -> sender.counts().segments()).sum();
        }

        @Override
        public long received() {
            return received;
        }

        @Override
        public void received(int messageId, long delayNs, int bytes) {
            received++;
        }
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
