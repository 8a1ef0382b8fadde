// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.tofino;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.shell.AddressRelay;
import org.weir.runner.stock.OutsideSwitch;
import org.weir.runner.stock.SwitchProcess;

/**
 * Intel's model with its drivers and the P4Runtime server in their namespace. The model has no
 * rates: a line behind each port keeps to the port's rate.
 */
final class TofinoSwitch extends OutsideSwitch {
    private static final Duration START_LIMIT = Duration.ofSeconds(180);

    private final TofinoPlan plan;

    private TofinoSwitch(TofinoPlan plan, Engine engine) {
        super(plan.spec(), plan.namespace(), engine);
        this.plan = plan;
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
                int number = port.number();
                started.openPort(
                        port, TofinoPlan.networkEnd(number), frame -> sent.accept(number, frame));
            }
            started.relayP4Runtime(() -> connect(plan.namespace(), TofinoPlan.P4RUNTIME_PORT));
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
        return run(name, command, plan.folder(), file, environment);
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
}
