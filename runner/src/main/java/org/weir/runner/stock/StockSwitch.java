// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.weir.bmv2.ports.FrameListener;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.PlacedSwitch;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.shell.AddressRelay;

/**
 * A running {@code simple_switch_grpc} in its namespace, and the network's ends of its ports. A cut
 * link is not told to it: the program has no way to tell its controller.
 */
final class StockSwitch implements PlacedSwitch, AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private final StockPlan plan;
    private final Engine engine;
    private final Map<Integer, HostPort> ports = new LinkedHashMap<>();
    private final Map<Integer, PortLine> lines = new LinkedHashMap<>();
    private final SwitchProcess process;
    private QueueControl control;
    private RateSharing sharing;
    private AddressRelay relay;
    private boolean ending;

    private StockSwitch(StockPlan plan, Engine engine, SwitchProcess process) {
        this.plan = plan;
        this.engine = engine;
        this.process = process;
    }

    /**
     * Starts the program in a namespace that is there, with its interfaces.
     *
     * @param packetBytes length of the packets for which rates in packets/s are to be right
     * @param logFile is given what the program prints
     * @param sent is given each frame that leaves a port, on the engine's thread
     * @throws IOException when it does not start; nothing of it is left then
     */
    static StockSwitch start(
            StockPlan plan,
            StockProgram program,
            int packetBytes,
            Engine engine,
            Path logFile,
            BiConsumer<Integer, byte[]> sent)
            throws IOException {
        Files.createDirectories(plan.folder());
        Files.deleteIfExists(plan.p4RuntimeSocket());
        SwitchProcess process =
                SwitchProcess.start(
                        plan.spec().name() + ": " + StockProgram.NAME,
                        plan.command(program),
                        plan.folder(),
                        logFile,
                        Map.of());
        StockSwitch started = new StockSwitch(plan, engine, process);
        try {
            process.await("P4Runtime", START_LIMIT, started::probeP4Runtime);
            started.control = process.await("Thrift", START_LIMIT, started::connectThrift);
            FeedbackClock clock = FeedbackClock.measure(started.control, engine);
            for (SwitchSpec.PortSpec port : plan.spec().ports()) {
                started.openPort(port, clock, sent);
            }
            started.sharing = RateSharing.start(plan, started.control, started.lines, packetBytes);
            started.relay =
                    new AddressRelay(
                            AddressRelay.listen(plan.spec().grpcHost(), plan.spec().grpcPort()),
                            () -> AddressRelay.connectLocally(plan.p4RuntimeSocket()));
            return started;
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private SocketChannel probeP4Runtime() throws IOException {
        try (SocketChannel probe = AddressRelay.connectLocally(plan.p4RuntimeSocket())) {
            return probe;
        }
    }

    private QueueControl connectThrift() throws IOException {
        return NetworkNamespace.call(
                plan.namespace(), () -> new QueueControl(StockPlan.THRIFT_PORT));
    }

    private void openPort(
            SwitchSpec.PortSpec spec, FeedbackClock clock, BiConsumer<Integer, byte[]> sent)
            throws IOException {
        int number = spec.number();
        HostPort port =
                NetworkNamespace.call(
                        plan.namespace(),
                        () -> PacketSocketPort.open(StockPlan.networkEnd(number)));
        ports.put(number, port);
        PortLine line =
                new PortLine(
                        engine,
                        spec.rateBps(),
                        spec.capacityPackets(),
                        frame -> sent.accept(number, clock.translate(frame)));
        lines.put(number, line);
        port.start(new Batches(line), up -> {});
    }

    /** Hands what was read together to the engine at once. */
    private final class Batches implements FrameListener {
        private final PortLine line;
        private List<byte[]> frames = new ArrayList<>();

        Batches(PortLine line) {
            this.line = line;
        }

        @Override
        public void frame(byte[] buffer, int offset, int length) {
            frames.add(Arrays.copyOfRange(buffer, offset, offset + length));
        }

        @Override
        public void endOfBatch() {
            List<byte[]> batch = frames;
            frames = new ArrayList<>();
            engine.submit(() -> batch.forEach(line::accept));
        }
    }

    @Override
    public void receive(int port, byte[] frame) {
        HostPort open = ports.get(port);
        if (open != null) {
            open.send(frame, 0, frame.length);
        }
    }

    @Override
    public void setPortUp(int port, boolean up) {
        // Frames that the link does not carry do not reach the port: the link itself drops them.
    }

    StockPlan plan() {
        return plan;
    }

    /**
     * Way in which the program has ended unasked; empty while it runs, and when it was asked to
     * end.
     */
    synchronized Optional<String> unaskedEnd() {
        return ending || process.isAlive() ? Optional.empty() : Optional.of(process.describeEnd());
    }

    /** The lines of its ports, by number; their figures are the engine's thread's. */
    Map<Integer, PortLine> lines() {
        return lines;
    }

    @Override
    public void close() {
        synchronized (this) {
            ending = true;
        }
        if (relay != null) {
            relay.close();
        }
        if (sharing != null) {
            sharing.close();
        } else if (control != null) {
            control.close();
        }
        process.end();
        ports.values().forEach(HostPort::close);
    }
}
