// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

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
import org.weir.runner.stock.PortLine;
import org.weir.runner.stock.SwitchProcess;

/**
 * Intel's model with its drivers and the P4Runtime server in their namespace, and the network's
 * ends of its ports. The model has no rates: a line behind each port keeps to the port's rate. A
 * cut link is not told to it.
 */
final class TofinoSwitch implements PlacedSwitch, AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(180);

    private final TofinoPlan plan;
    private final Engine engine;
    private final Map<Integer, HostPort> ports = new LinkedHashMap<>();
    private final Map<Integer, PortLine> lines = new LinkedHashMap<>();
    private final List<SwitchProcess> processes = new ArrayList<>();
    private AddressRelay relay;
    private boolean ending;

    private TofinoSwitch(TofinoPlan plan, Engine engine) {
        this.plan = plan;
        this.engine = engine;
    }

    /**
     * Starts the programs in a namespace that is there, with its interfaces.
     *
     * @param log beginning of the names of the files that are given what the programs print
     * @param sent is given each frame that leaves a port, on the engine's thread
     * @throws IOException when they do not start; nothing of them is left then
     */
    static TofinoSwitch start(
            TofinoPlan plan,
            TofinoSoftware software,
            Engine engine,
            Path log,
            BiConsumer<Integer, byte[]> sent)
            throws IOException {
        Files.createDirectories(plan.folder());
        Files.writeString(plan.ports(), plan.portsFile(software.asic()));
        Files.writeString(plan.configuration(), plan.driversFile(software));
        TofinoSwitch started = new TofinoSwitch(plan, engine);
        try {
            Map<String, String> environment = software.environment();
            started.run("tofino-model", plan.model(software), log, environment);
            SwitchProcess drivers =
                    started.run("bf_switchd", plan.drivers(software), log, environment);
            drivers.await("BF Runtime", START_LIMIT, () -> started.probe(TofinoPlan.BFRT_PORT));
            SwitchProcess adapter =
                    started.run(
                            "p4runtime", plan.adapter(software), log, Map.of("WEIR_NO_BUILD", "1"));
            adapter.await("P4Runtime", START_LIMIT, () -> started.probe(TofinoPlan.P4RUNTIME_PORT));
            for (SwitchSpec.PortSpec port : plan.spec().ports()) {
                started.openPort(port, sent);
            }
            started.relay =
                    new AddressRelay(
                            AddressRelay.listen(plan.spec().grpcHost(), plan.spec().grpcPort()),
                            () -> connect(plan.namespace(), TofinoPlan.P4RUNTIME_PORT));
            return started;
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private SwitchProcess run(
            String name, List<String> command, Path log, Map<String, String> environment)
            throws IOException {
        Path file = log.resolveSibling(log.getFileName() + "-" + name + ".log");
        SwitchProcess process =
                SwitchProcess.start(
                        plan.spec().name() + ": " + name,
                        command,
                        plan.folder(),
                        file,
                        environment);
        processes.add(process);
        return process;
    }

    private Boolean probe(int port) throws IOException {
        try (SocketChannel answered = connect(plan.namespace(), port)) {
            return answered.isConnected();
        }
    }

    /** Connects to a TCP port inside a namespace. */
    static SocketChannel connect(String namespace, int port) throws IOException {
        return NetworkNamespace.call(namespace, () -> AddressRelay.connect("127.0.0.1", port));
    }

    private void openPort(SwitchSpec.PortSpec spec, BiConsumer<Integer, byte[]> sent)
            throws IOException {
        int number = spec.number();
        HostPort port =
                NetworkNamespace.call(
                        plan.namespace(),
                        () -> PacketSocketPort.open(TofinoPlan.networkEnd(number)));
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
        // Frames that the link does not carry do not reach the port: the link itself drops them.
    }

    /** Way in which a program has ended unasked; empty while all run. */
    synchronized Optional<String> unaskedEnd() {
        return ending
                ? Optional.empty()
                : processes.stream()
                        .filter(process -> !process.isAlive())
                        .map(SwitchProcess::describeEnd)
                        .findFirst();
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
        ports.values().forEach(HostPort::close);
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).end();
        }
    }
}
