// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.lab.network.SwitchSpec;

/** Sets up a stock switch's queues, and keeps their rates by {@link RateShare}s. */
final class RateSharing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RateSharing.class);
    private static final long PERIOD_MS = 50;
    private static final double NS_PER_SECOND = 1e9;
    private static final double BITS_PER_BYTE = 8;

    /** Packets to the controller that may wait: more than the usual 64. */
    private static final int CPU_DEPTH_PACKETS = 1024;

    /** Changes of a rate that are too small to be sent, as a part of it. */
    private static final double SAME_RATE = 0.02;

    private final StockPlan plan;
    private final Map<SwitchSpec.PortSpec, Port> ports = new LinkedHashMap<>();
    private final CountDownLatch ending = new CountDownLatch(1);
    private Thread thread;

    private RateSharing(StockPlan plan, Map<Integer, PortLine> lines, int packetBytes) {
        this.plan = plan;
        for (SwitchSpec.PortSpec spec : plan.spec().ports()) {
            RateShare share = new RateShare(spec, StockPlan.PRIORITIES, packetBytes);
            ports.put(spec, new Port(spec.number(), lines.get(spec.number()), share));
        }
    }

    /** A port's line and what its priorities were last given. */
    private static final class Port {
        private final int number;
        private final PortLine line;
        private final RateShare share;
        private final long[] toldPps = new long[StockPlan.PRIORITIES];
        private long bytes;

        Port(int number, PortLine line, RateShare share) {
            this.number = number;
            this.line = line;
            this.share = share;
        }

        void observe(double seconds) {
            long arrived = line.arrivedBytes();
            double load = (arrived - bytes) * BITS_PER_BYTE / (line.rateBps() * seconds);
            bytes = arrived;
            share.observe(load, line.waitingPackets(), seconds);
        }

        void tell(QueueControl control) throws IOException {
            for (int priority = 0; priority < toldPps.length; priority++) {
                long pps = share.ratePps(priority);
                if (Math.abs(pps - toldPps[priority]) > SAME_RATE * toldPps[priority]) {
                    control.setRate(number, priority, pps);
                    toldPps[priority] = pps;
                }
            }
        }
    }

    /**
     * Sets depths and first rates, and keeps the rates from then on.
     *
     * @param control of the switch; closed in the end
     * @param lines of the switch's ports, by number
     * @throws IOException when the switch does not take them
     */
    static RateSharing start(
            StockPlan plan, QueueControl control, Map<Integer, PortLine> lines, int packetBytes)
            throws IOException {
        RateSharing sharing = new RateSharing(plan, lines, packetBytes);
        control.setDepth(StockPlan.CPU_PORT, CPU_DEPTH_PACKETS);
        for (Map.Entry<SwitchSpec.PortSpec, Port> port : sharing.ports.entrySet()) {
            control.setDepth(port.getKey().number(), port.getKey().capacityPackets());
            port.getValue().tell(control);
        }
        sharing.thread = new Thread(() -> sharing.run(control), "rates-" + plan.spec().name());
        sharing.thread.setDaemon(true);
        sharing.thread.start();
        return sharing;
    }

    private void run(QueueControl control) {
        long lastNs = System.nanoTime();
        try (control) {
            while (!ending.await(PERIOD_MS, TimeUnit.MILLISECONDS)) {
                long nowNs = System.nanoTime();
                double seconds = (nowNs - lastNs) / NS_PER_SECOND;
                lastNs = nowNs;
                for (Port port : ports.values()) {
                    port.observe(seconds);
                    port.tell(control);
                }
            }
        } catch (IOException e) {
            if (ending.getCount() > 0) {
                LOG.warn("{}: rates stay as they are: {}", plan.spec().name(), e.getMessage());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ending.countDown();
    }
}
