// SPDX-License-Identifier: Apache-2.0
package org.weir.adapter;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.bmv2.p4runtime.P4RuntimeServer;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.time.RealTimeline;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.bfrt.Change;
import org.weir.tofino.bfrt.Entry;
import org.weir.tofino.bfrt.Scope;
import org.weir.tofino.ports.Ports;
import org.weir.tofino.tm.TrafficManagerTables;

/**
 * P4Runtime and gNMI in front of a switch's BF Runtime. While the drivers cannot be reached it does
 * not listen, so that controllers see the switch as unavailable; when they answer again it listens
 * anew, as a switch that has restarted: without a pipeline.
 */
public final class Adapter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Adapter.class);
    private static final long PAUSE_MS = 1_000;
    private static final long POLL_NS = 1_000_000_000L;
    private static final int REST_PER_POLL = 9;

    /**
     * Settings of an adapter.
     *
     * @param bfrt the drivers
     * @param host address to listen on
     * @param port TCP port to listen on; 0 takes a free one each time
     * @param deviceId P4Runtime's device id
     * @param cpuPort dev_port of the CPU port; -1 for the ASIC's first
     * @param enabledPorts dev_ports that are enabled whenever the drivers have been reached,
     *     without those that a controller has disabled since the adapter's start and that nobody
     *     has enabled since
     * @param answerMs longest time of the drivers for an answer
     */
    public record Settings(
            BfRtAddress bfrt,
            String host,
            int port,
            long deviceId,
            int cpuPort,
            List<Integer> enabledPorts,
            long answerMs) {

        /** Copies the list. */
        public Settings {
            enabledPorts = List.copyOf(enabledPorts);
        }
    }

    private final Settings settings;
    private final HostPort cpuInterface;

    /**
     * Ports that controllers have disabled and that the drivers have not been seen to have enabled
     * since; they stay so when the drivers are reached again.
     */
    private final Set<Integer> disabledPorts = ConcurrentHashMap.newKeySet();

    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile RealTimeline timeline;
    private volatile CpuPort cpu;
    private volatile CountDownLatch serving = new CountDownLatch(0);
    private volatile P4RuntimeServer server;

    /**
     * An adapter that does nothing yet.
     *
     * @param cpuInterface interface at the other end of the CPU port; null for none. The adapter
     *     does not close it
     */
    public Adapter(Settings settings, HostPort cpuInterface) {
        this.settings = settings;
        this.cpuInterface = cpuInterface;
    }

    /**
     * Serves until {@link #close}.
     *
     * @throws IOException if the address to listen on cannot be had
     */
    public void run() throws IOException, InterruptedException {
        String lastComplaint = "";
        try {
            while (closing.getCount() > 0) {
                try {
                    serve();
                    lastComplaint = "";
                } catch (BfRtException | RequestException e) {
                    if (!e.getMessage().equals(lastComplaint)) {
                        LOG.warn("{}; trying again", e.getMessage());
                        lastComplaint = e.getMessage();
                    }
                }
                closing.await(PAUSE_MS, TimeUnit.MILLISECONDS);
            }
        } finally {
            closed.countDown();
        }
    }

    private void serve() throws IOException, InterruptedException {
        try (BfRtSession opened = BfRtSession.open(settings.bfrt(), settings.answerMs());
                RealTimeline clock = new RealTimeline("adapter")) {
            DriverLink link = new DriverLink(opened);
            boolean second = new TrafficManagerTables(opened).generation().equals("tf2");
            int cpuPort = settings.cpuPort() >= 0 ? settings.cpuPort() : second ? 2 : 64;
            int recirculation = second ? 6 : 68;
            prepare(opened, second ? "tf2" : "tf1", cpuPort, recirculation);
            Ports front = new Ports(opened);
            enable(front);
            DriverPorts ports =
                    new DriverPorts(front, Set.of(cpuPort, recirculation), disabledPorts);
            ports.refresh();
            CpuPort port = new CpuPort(cpuPort, cpuInterface);
            DriverSwitch control = new DriverSwitch(link, port, ports);
            P4RuntimeServer starting = new P4RuntimeServer(control, clock, settings.deviceId());
            starting.check(
                    new DriverPipelineRules(
                            DriverLink.call("program", opened::runningProgram), opened.info()));
            forward(port, clock);
            CountDownLatch ended = new CountDownLatch(1);
            serving = ended;
            opened.ended()
                    .thenAccept(
                            why -> {
                                if (ended.getCount() > 0) {
                                    LOG.warn("{}", why.getMessage());
                                }
                                ended.countDown();
                            });
            clock.submit(() -> poll(ports, clock, ended));
            starting.start(settings.host(), settings.port());
            server = starting;
            LOG.info(
                    "Device {} of {} at {}:{}",
                    settings.deviceId(),
                    settings.bfrt(),
                    settings.host(),
                    starting.port());
            try {
                while (closing.getCount() > 0 && !ended.await(PAUSE_MS, TimeUnit.MILLISECONDS)) {
                    continue;
                }
            } finally {
                ended.countDown();
                server = null;
                forward(null, null);
                starting.stop();
            }
        }
    }

    private void enable(Ports ports) {
        for (int port : settings.enabledPorts()) {
            if (disabledPorts.contains(port)) {
                continue;
            }
            try {
                ports.enable(port, true);
            } catch (BfRtException e) {
                if (e.reason() != BfRtException.Reason.NO_SUCH_NAME) {
                    throw e;
                }
                LOG.warn(
                        "port {}: the drivers have none; weir tofino port --set add adds it", port);
            }
        }
    }

    /** Frames of the CPU port go to the switch that is served now. */
    private void forward(CpuPort port, RealTimeline clock) {
        timeline = clock;
        boolean first = cpu == null && port != null && cpuInterface != null;
        cpu = port == null ? cpu : port;
        if (first) {
            cpuInterface.start(
                    (buffer, offset, length) -> {
                        RealTimeline current = timeline;
                        CpuPort receiver = cpu;
                        if (current != null) {
                            byte[] frame = Arrays.copyOfRange(buffer, offset, offset + length);
                            current.submit(() -> receiver.received(frame));
                        }
                    },
                    up -> {});
        }
    }

    private static void poll(DriverPorts ports, RealTimeline clock, CountDownLatch ended) {
        if (ended.getCount() == 0) {
            return;
        }
        long startNs = clock.nowNs();
        try {
            ports.refresh();
        } catch (RequestException e) {
            // A server that does not answer has not always closed its connection.
            LOG.warn("{}", e.getMessage());
            ended.countDown();
            return;
        } catch (RuntimeException e) {
            // It would be the last look at the ports.
            LOG.error("The ports were not read", e);
        }
        long endNs = clock.nowNs();
        // Slow drivers have no more than a tenth of their time for it.
        long restNs = Math.max(POLL_NS, REST_PER_POLL * (endNs - startNs));
        clock.schedule(endNs + restNs, () -> poll(ports, clock, ended));
    }

    /** Lets copies reach the CPU port, and feedback its recirculation port. */
    private static void prepare(
            BfRtSession session, String generation, int cpuPort, int recirculation) {
        session.write(
                List.of(
                        Change.modify(
                                fixed(session, "$PORT", "$DEV_PORT", cpuPort)
                                        .data("$PORT_ENABLE", true)),
                        Change.modify(
                                fixed(session, "$pre.port", "$DEV_PORT", cpuPort)
                                        .data("$COPY_TO_CPU_PORT_ENABLE", true)),
                        Change.modify(
                                fixed(
                                                session,
                                                generation + ".pktgen.port_cfg",
                                                "dev_port",
                                                recirculation)
                                        .data("recirculation_enable", true))),
                BfRtSession.Atomicity.CONTINUE);
    }

    private static Entry fixed(BfRtSession session, String table, String key, long value) {
        return session.entry(table, Scope.WHOLE).key(key, value);
    }

    /** TCP port on which controllers are served now; 0 while they are not. */
    public int port() {
        P4RuntimeServer current = server;
        return current == null ? 0 : current.port();
    }

    /** Ends {@link #run}; returns when it has ended, or after 10 s. */
    @Override
    public void close() {
        closing.countDown();
        serving.countDown();
        try {
            closed.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
