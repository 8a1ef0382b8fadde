// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.stock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.weir.bmv2.ports.FrameListener;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.PlacedSwitch;
import org.weir.lab.network.SwitchSpec;

/**
 * A running {@code simple_switch_grpc} in its namespace, and the network's ends of its ports. A cut
 * link is not told to it: the program has no way to tell its controller.
 */
final class StockSwitch implements PlacedSwitch, AutoCloseable {
    private static final long START_SECONDS = 30;
    private static final long POLL_MS = 20;
    private static final long EXIT_SECONDS = 5;

    /** Packets to the controller that may wait: more than the port's usual 64. */
    private static final int CPU_DEPTH_PACKETS = 1024;

    private final StockPlan plan;
    private final Engine engine;
    private final Map<Integer, HostPort> ports = new LinkedHashMap<>();
    private final Map<Integer, PortLine> lines = new LinkedHashMap<>();
    private final Path logFile;
    private final Process process;
    private AddressRelay relay;
    private boolean ending;

    private StockSwitch(StockPlan plan, Engine engine, Path logFile, Process process) {
        this.plan = plan;
        this.engine = engine;
        this.logFile = logFile;
        this.process = process;
    }

    /**
     * Starts the program in a namespace that is there, with its interfaces.
     *
     * @param logFile is given what the program prints
     * @param sent is given each frame that leaves a port, on the engine's thread
     * @throws IOException when it does not start; nothing of it is left then
     */
    static StockSwitch start(
            StockPlan plan,
            StockProgram program,
            QueueRates rates,
            Engine engine,
            Path logFile,
            BiConsumer<Integer, byte[]> sent)
            throws IOException {
        Files.createDirectories(plan.folder());
        Files.deleteIfExists(plan.p4RuntimeSocket());
        Process process =
                new ProcessBuilder(plan.command(program.file()))
                        .directory(plan.folder().toFile())
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(logFile.toFile())
                        .start();
        StockSwitch started = new StockSwitch(plan, engine, logFile, process);
        try {
            started.awaitP4Runtime();
            started.setQueues(rates);
            for (SwitchSpec.PortSpec port : plan.spec().ports()) {
                started.openPort(port, sent);
            }
            started.relay =
                    new AddressRelay(
                            plan.spec().grpcHost(), plan.spec().grpcPort(), plan.p4RuntimeSocket());
            return started;
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private void awaitP4Runtime() throws IOException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(plan.p4RuntimeSocket());
        while (true) {
            try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                probe.connect(address);
                return;
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new StockException(describeEnd(), e);
                }
                if (System.nanoTime() > deadlineNs) {
                    throw new StockException(
                            plan.spec().name()
                                    + ": its P4Runtime server did not listen within "
                                    + START_SECONDS
                                    + " s; see "
                                    + logFile,
                            e);
                }
            }
            pause();
        }
    }

    private static void pause() throws StockException {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StockException("interrupted", e);
        }
    }

    private void setQueues(QueueRates rates) throws IOException {
        NetworkNamespace.call(
                plan.namespace(),
                () -> {
                    try (QueueControl control = new QueueControl(StockPlan.THRIFT_PORT)) {
                        control.setDepth(StockPlan.CPU_PORT, CPU_DEPTH_PACKETS);
                        for (SwitchSpec.PortSpec port : plan.spec().ports()) {
                            control.setDepth(port.number(), port.capacityPackets());
                            for (int priority = 0; priority < StockPlan.PRIORITIES; priority++) {
                                control.setRate(
                                        port.number(), priority, rates.ratePps(port, priority));
                            }
                        }
                    }
                    return plan;
                });
    }

    private void openPort(SwitchSpec.PortSpec spec, BiConsumer<Integer, byte[]> sent)
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
                        frame -> sent.accept(number, frame));
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
        // What the link does not carry does not reach the port: the link itself sees to that.
    }

    StockPlan plan() {
        return plan;
    }

    /** How the program has ended unasked; empty while it runs, and when it was told to end. */
    synchronized Optional<String> unaskedEnd() {
        return ending || process.isAlive() ? Optional.empty() : Optional.of(describeEnd());
    }

    private String describeEnd() {
        String last = "";
        try {
            List<String> lines = Files.readAllLines(logFile);
            last = lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1).strip();
        } catch (IOException | UncheckedIOException e) {
            // The log's name is told all the same.
        }
        int exitCode;
        try {
            exitCode = process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return plan.spec().name() + ": interrupted";
        }
        return "%s: %s ended with exit code %d; see %s%s"
                .formatted(plan.spec().name(), StockProgram.NAME, exitCode, logFile, last);
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
        process.destroyForcibly();
        try {
            process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        ports.values().forEach(HostPort::close);
    }
}
