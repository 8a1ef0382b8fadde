// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.lab.engine.Engine;
import org.weir.lab.network.SwitchSpec;
import org.weir.runner.shell.AddressRelay;

/**
 * A running {@code simple_switch_grpc} in its namespace. A cut link is not told to it: the program
 * has no way to tell its controller.
 */
final class StockSwitch extends OutsideSwitch {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private final StockPlan plan;
    private QueueControl control;
    private RateSharing sharing;

    private StockSwitch(StockPlan plan, Engine engine) {
        super(plan.spec(), plan.namespace(), engine);
        this.plan = plan;
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
        StockSwitch started = new StockSwitch(plan, engine);
        try {
            SwitchProcess process =
                    started.run(
                            StockProgram.NAME,
                            plan.command(program),
                            plan.folder(),
                            logFile,
                            Map.of());
            process.await("P4Runtime", START_LIMIT, started::probeP4Runtime);
            started.control = process.await("Thrift", START_LIMIT, started::connectThrift);
            FeedbackClock clock = FeedbackClock.measure(started.control, engine);
            for (SwitchSpec.PortSpec port : plan.spec().ports()) {
                int number = port.number();
                started.openPort(
                        port,
                        StockPlan.networkEnd(number),
                        frame -> sent.accept(number, clock.translate(frame)));
            }
            started.sharing =
                    RateSharing.start(plan, started.control, started.lines(), packetBytes);
            started.relayP4Runtime(() -> AddressRelay.connectLocally(plan.p4RuntimeSocket()));
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

    @Override
    protected void closeControl() {
        if (sharing != null) {
            sharing.close();
        } else if (control != null) {
            control.close();
        }
    }
}
