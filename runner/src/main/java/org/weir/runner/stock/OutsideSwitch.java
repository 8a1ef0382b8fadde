// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.weir.bmv2.ports.FrameListener;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.PlacedSwitch;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.shell.AddressRelay;

/**
 * A switch that others have written, in its network namespace: its processes, the network's ends of
 * its ports with a line behind each, and a relay from the switch's address for P4Runtime. A cut
 * link is not told to it.
 */
public abstract class OutsideSwitch implements PlacedSwitch, AutoCloseable {
    private final SwitchSpec spec;
    private final String namespace;
    private final Engine engine;
    private final Map<Integer, HostPort> ports = new LinkedHashMap<>();
    private final Map<Integer, PortLine> lines = new LinkedHashMap<>();
    private final List<SwitchProcess> processes = new ArrayList<>();
    private AddressRelay relay;
    private boolean ending;

    /**
     * A switch without processes and ports.
     *
     * @param namespace name of its namespace, which is there, with its interfaces
     * @param engine the network's
     */
    protected OutsideSwitch(SwitchSpec spec, String namespace, Engine engine) {
        this.spec = spec;
        this.namespace = namespace;
        this.engine = engine;
    }

    /**
     * Starts one of its processes; {@link #close} ends them, the last one first.
     *
     * @param program name with which messages name it
     * @param folder in which it runs
     * @param logFile is given what it prints
     * @param environment variables that it has in addition
     */
    protected final SwitchProcess run(
            String program,
            List<String> command,
            Path folder,
            Path logFile,
            Map<String, String> environment)
            throws StockException {
        SwitchProcess process =
                SwitchProcess.start(
                        spec.name() + ": " + program, command, folder, logFile, environment);
        synchronized (this) {
            processes.add(process);
        }
        return process;
    }

    /**
     * Opens the network's end of a port.
     *
     * @param networkEnd name of its interface
     * @param sent is given each frame that leaves the port's line, on the engine's thread
     */
    protected final void openPort(
            SwitchSpec.PortSpec port, String networkEnd, Consumer<byte[]> sent) throws IOException {
        int number = port.number();
        HostPort open = NetworkNamespace.call(namespace, () -> PacketSocketPort.open(networkEnd));
        ports.put(number, open);
        PortLine line = new PortLine(engine, port.rateBps(), port.capacityPackets(), sent::accept);
        lines.put(number, line);
        open.start(new Batches(line), up -> {});
    }

    /** Passes connections to the switch's address for P4Runtime on to its server. */
    protected final void relayP4Runtime(AddressRelay.Connector server) throws IOException {
        relay = new AddressRelay(AddressRelay.listen(spec.grpcHost(), spec.grpcPort()), server);
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
    public final void receive(int port, byte[] frame) {
        HostPort open = ports.get(port);
        if (open != null) {
            open.send(frame, 0, frame.length);
        }
    }

    @Override
    public final void setPortUp(int port, boolean up) {
        // Frames that the link does not carry do not reach the port: the link itself drops them.
    }

    /**
     * Way in which one of its processes has ended unasked; empty while all run, and when they were
     * asked to end.
     */
    final synchronized Optional<String> unaskedEnd() {
        return ending
                ? Optional.empty()
                : processes.stream()
                        .filter(process -> !process.isAlive())
                        .map(SwitchProcess::describeEnd)
                        .findFirst();
    }

    /** The lines of its ports, by number; their figures are the engine's thread's. */
    protected final Map<Integer, PortLine> lines() {
        return lines;
    }

    /** Ends what talks to the processes, before they end; does nothing here. */
    protected void closeControl() {}

    @Override
    public final void close() {
        synchronized (this) {
            ending = true;
        }
        if (relay != null) {
            relay.close();
        }
        closeControl();
        ports.values().forEach(HostPort::close);
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).end();
        }
    }
}
