// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.weir.bmv2.Switch;
import org.weir.bmv2.SwitchConfig;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.p4runtime.P4RuntimeServer;
import org.weir.bmv2.time.RealTimeline;
import org.weir.bmv2.traffic.PortConfig;

/**
 * A controller of other people's making, run by a script of ours, against a switch with four ports.
 * The script gets the server's address and the two files of the test program {@code entities.p4};
 * when it prints {@code receive PORT HEX}, a frame arrives at the port.
 */
final class ScriptedController {

    private static final long DEVICE_ID = 7;
    private static final int PORTS = 4;
    private static final long RATE_BPS = 1_000_000_000;
    private static final int QUEUE_PACKETS = 1000;
    private static final String PROGRAM =
            "bmv2/src/test/resources/org/weir/bmv2/p4runtime/entities";

    private ScriptedController() {}

    /**
     * Runs a script, and fails unless it ends well and its last line is as expected.
     *
     * @param environment folder of the controller's Python environment, in {@code .weir}
     * @param script name of the script, a resource beside this class
     */
    static void run(Path folder, String environment, String script, String lastLine)
            throws Exception {
        Path home = Path.of(System.getProperty("weir.home"));
        Path python = home.resolve(".weir").resolve(environment).resolve("bin/python");
        Assumptions.assumeTrue(
                Files.isExecutable(python),
                environment + " is not tried: no virtual environment in .weir/" + environment);
        Path copy = folder.resolve(script);
        try (InputStream resource = ScriptedController.class.getResourceAsStream(script)) {
            Files.copy(resource, copy);
        }
        try (RealTimeline timeline = new RealTimeline("switch")) {
            Switch device = new Switch(new SwitchConfig("switch"), timeline);
            timeline.submit(() -> attachPorts(device));
            // finsy gives up a request after 10 s, which the first program of a cold JVM may take
            // on a machine that does much else.
            byte[] program = Files.readAllBytes(home.resolve(PROGRAM + ".json"));
            timeline.call(() -> compiles(device, program)).get();
            P4RuntimeServer server = new P4RuntimeServer(device, timeline, DEVICE_ID);
            server.start(P4RuntimeServer.DEFAULT_HOST, 0);
            Process controller =
                    new ProcessBuilder(
                                    List.of(
                                            python.toString(),
                                            copy.toString(),
                                            P4RuntimeServer.DEFAULT_HOST + ":" + server.port(),
                                            home.resolve(PROGRAM + ".p4info.txtpb").toString(),
                                            home.resolve(PROGRAM + ".json").toString()))
                            .redirectErrorStream(true)
                            .start();
            try {
                StringBuilder output = new StringBuilder();
                BufferedReader lines = controller.inputReader(StandardCharsets.UTF_8);
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    output.append(line).append('\n');
                    String[] words = line.split(" ");
                    if (words.length == 3 && words[0].equals("receive")) {
                        int port = Integer.parseInt(words[1]);
                        byte[] frame = HexFormat.of().parseHex(words[2]);
                        timeline.submit(() -> device.receive(port, frame));
                    }
                }
                assertThat(controller.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(output.toString()).contains(lastLine);
                assertThat(controller.exitValue()).as(output.toString()).isZero();
            } finally {
                controller.destroyForcibly();
                server.stop();
            }
        }
    }

    private static boolean compiles(Switch device, byte[] program) {
        try {
            device.checkProgram(program);
            return true;
        } catch (ProgramException e) {
            throw new AssertionError(e);
        }
    }

    private static void attachPorts(Switch device) {
        for (int port = 1; port <= PORTS; port++) {
            device.attachPort(
                    port,
                    new PortConfig("port" + port, RATE_BPS, QUEUE_PACKETS),
                    (buffer, offset, length) -> {});
        }
    }
}
