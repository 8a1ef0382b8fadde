// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.stock.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.weir.runner.shell.Command;
import org.weir.runner.stock.Notifications;
import org.weir.runner.stock.StockException;
import org.weir.runner.stock.SwitchProcess;

/**
 * A running {@code simple_switch} whose ports are capture files, named {@code pN_in.pcap} and
 * {@code pN_out.pcap} in its folder.
 */
public final class CaptureFileSwitch implements AutoCloseable {

    private static final String NAME = "simple_switch";
    private static final int THRIFT_PORT = 9090;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int PRIORITY_QUEUES = 8;

    private final SwitchProcess process;
    private final Thread endWithUs;
    private StockControl control;

    private CaptureFileSwitch(SwitchProcess process) {
        this.process = process;
        // An interrupted measurement must not leave one behind.
        endWithUs = new Thread(process::end, "end-simple-switch");
        Runtime.getRuntime().addShutdownHook(endWithUs);
    }

    /** The {@code simple_switch} on the PATH; null when there is none. */
    public static Path find() {
        return Command.find(NAME).orElse(null);
    }

    /**
     * Starts one.
     *
     * @param executable of simple_switch
     * @param folder of its capture files, which must be there
     * @param program its JSON
     * @param ports its ports
     * @param waitSeconds time that it waits before it reads the first packet, s
     * @param environment variables that it has in addition
     */
    public static CaptureFileSwitch start(
            Path executable,
            Path folder,
            byte[] program,
            List<Integer> ports,
            int waitSeconds,
            Map<String, String> environment)
            throws IOException {
        Path json = folder.resolve("program.json");
        Files.write(json, program);
        Path output = folder.resolve("simple_switch.out");
        List<String> command = new ArrayList<>(List.of(executable.toString()));
        command.addAll(List.of("--use-files", Integer.toString(waitSeconds)));
        for (int port : ports) {
            command.addAll(List.of("-i", port + "@p" + port));
        }
        command.addAll(List.of("--thrift-port", Integer.toString(THRIFT_PORT)));
        command.addAll(Notifications.options(executable, folder.resolve("notifications.ipc")));
        command.addAll(List.of(json.toString(), "--", "--priority-queues", "" + PRIORITY_QUEUES));
        return new CaptureFileSwitch(
                SwitchProcess.start(NAME, command, folder, output, environment));
    }

    /** Its control plane, as soon as it answers. */
    public StockControl control() throws StockException {
        if (control == null) {
            control = process.await("Thrift", START_LIMIT, CaptureFileSwitch::connect);
        }
        return control;
    }

    private static StockControl connect() throws IOException {
        StockControl connected = new StockControl(THRIFT_PORT);
        connected.elapsedMicros();
        return connected;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /**
     * Checks that it runs.
     *
     * @throws StockException when it has ended, with the end of what it has printed
     */
    public void check() throws StockException {
        if (!process.isAlive()) {
            throw new StockException(process.describeEnd());
        }
    }

    @Override
    public void close() {
        if (control != null) {
            control.close();
        }
        process.end();
        try {
            Runtime.getRuntime().removeShutdownHook(endWithUs);
        } catch (IllegalStateException e) {
            // The shutdown is under way, and does the same.
        }
    }
}
