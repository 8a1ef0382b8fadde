// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.weir.bmv2.cli.SwitchCommand;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.runner.stock.Notifications;
import org.weir.runner.stock.StockException;
import org.weir.runner.stock.SwitchProcess;
import org.weir.runner.stock.files.StockControl;
import org.weir.runner.stock.files.StockState;

/** A switch as a process of its own in the bed's namespace, with the interfaces v1 and v2. */
final class LiveSwitch implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final String RUNS = "Ctrl-C ends it.";
    private static final int THRIFT_PORT = 9090;
    private static final int PORTS = 2;

    private final SwitchProcess process;
    private final Path output;

    private LiveSwitch(SwitchProcess process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts {@code weir switch}.
     *
     * @param folder for its output
     */
    static LiveSwitch ours(LiveBed bed, LiveProgram program, Path folder) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(SwitchCommand.class.getName());
        command.addAll(List.of("--grpc", "127.0.0.1:0", "--json", program.json().toString()));
        command.addAll(List.of("--p4info", program.p4info().toString()));
        command.addAll(List.of("--entries", program.entries().toString()));
        for (int port = 1; port <= PORTS; port++) {
            command.addAll(List.of("--port", port + "=veth:" + LiveBed.port(port)));
        }
        LiveSwitch started = start("weir switch", bed, command, folder);
        try {
            started.process.await("P4Runtime", START_LIMIT, started::requireRunning);
            return started;
        } catch (IOException e) {
            started.close();
            throw e;
        }
    }

    private Boolean requireRunning() throws IOException {
        if (!Files.readString(output).contains(RUNS)) {
            throw new IOException("it does not run yet");
        }
        return true;
    }

    /** Starts {@code simple_switch}, without notifications and logs, and gives it the entries. */
    static LiveSwitch stock(LiveBed bed, Path executable, LiveProgram program, Path folder)
            throws IOException, ProgramException {
        List<String> command = new ArrayList<>();
        command.add(executable.toAbsolutePath().toString());
        for (int port = 1; port <= PORTS; port++) {
            command.addAll(List.of("-i", port + "@" + LiveBed.port(port)));
        }
        command.addAll(List.of("--thrift-port", Integer.toString(THRIFT_PORT)));
        command.addAll(Notifications.options(executable, folder.resolve("notifications.ipc")));
        command.add(program.json().toString());
        LiveSwitch started = start("simple_switch", bed, command, folder);
        try {
            try (StockControl control =
                    started.process.await("Thrift", START_LIMIT, () -> connect(bed))) {
                new StockState(program.model(), control).copy();
            }
            return started;
        } catch (IOException | ProgramException e) {
            started.close();
            throw e;
        }
    }

    private static StockControl connect(LiveBed bed) throws IOException {
        return NetworkNamespace.call(
                bed.switchNamespace(),
                () -> {
                    StockControl connected = new StockControl(THRIFT_PORT);
                    connected.elapsedMicros();
                    return connected;
                });
    }

    private static LiveSwitch start(String name, LiveBed bed, List<String> command, Path folder)
            throws StockException {
        Path output = folder.resolve(name.replace(' ', '-') + ".out");
        List<String> inside = LiveBed.inside(bed.switchNamespace(), command);
        return new LiveSwitch(SwitchProcess.start(name, inside, folder, output, Map.of()), output);
    }

    /** Processor time of all its threads since its start, s. */
    double cpuSeconds() throws IOException {
        if (!process.isAlive()) {
            throw new IOException(process.describeEnd());
        }
        return ProcessHandle.of(process.pid())
                .flatMap(handle -> handle.info().totalCpuDuration())
                .map(duration -> duration.toNanos() / 1e9)
                .orElse(Double.NaN);
    }

    @Override
    public void close() {
        process.end();
    }
}
