// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.bmv2.ports.Arrivals;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.bmv2.ports.TestNamespace;

/**
 * The command as a process of its own in a network namespace, with this test as the hosts beyond
 * its interfaces.
 */
class LiveSwitchTest {

    private final Arrivals atOne = new Arrivals();
    private final Arrivals atTwo = new Arrivals();
    private final Random random = new Random(1);
    private TestNamespace namespace;
    private Process process;
    private BufferedReader output;

    @TempDir private Path folder;

    @BeforeEach
    void makeNamespace() throws IOException {
        namespace = TestNamespace.create();
    }

    @AfterEach
    void end() throws Exception {
        if (process != null) {
            process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        }
        if (namespace != null) {
            namespace.close();
        }
    }

    /** Starts the switch and waits until it runs. */
    private void start(String... options) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "ip",
                                "netns",
                                "exec",
                                namespace.name(),
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                SwitchCommand.class.getName(),
                                "--grpc",
                                "127.0.0.1:0",
                                "--summary",
                                folder.resolve("summary.json").toString()));
        command.addAll(List.of(BridgeFiles.options(options)));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        output =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        awaitLine("Ctrl-C ends it.");
    }

    /** Waits until the switch has said something. */
    private void awaitLine(String end) throws IOException {
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.append(line).append('\n');
            if (line.endsWith(end)) {
                return;
            }
        }
        throw new AssertionError("the switch ended: " + said);
    }

    /** Ends the switch as {@code kill} does; returns the output that it printed and wrote. */
    private JsonNode stop() throws Exception {
        // Not destroy() of the process itself, which closes what it has yet to say.
        process.toHandle().destroy();
        List<String> lines = output.lines().toList();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(lines).first().asString().contains("packets in, ");
        return new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
    }

    private HostPort host(String name, Arrivals arrivals) throws Exception {
        HostPort host = NetworkNamespace.call(namespace.name(), () -> PacketSocketPort.open(name));
        host.start(arrivals, arrivals);
        arrivals.awaitLink(true);
        return host;
    }

    @Test
    void framesCrossTheSwitchBetweenVethPairs() throws Exception {
        namespace.veth("v1", "w1");
        namespace.veth("v2", "w2");
        start("--port", "1=veth:v1", "--port", "2=veth:v2");
        int frames = 300;
        long bytes = 0;
        try (HostPort one = host("w1", atOne);
                HostPort two = host("w2", atTwo)) {
            for (int i = 0; i < frames; i++) {
                byte[] there = BridgeFiles.frame(random, 2, 14 + i * 5);
                byte[] back = BridgeFiles.frame(random, 1, 1514 - i * 5);
                byte[] nowhere = BridgeFiles.frame(random, 3, 60);
                one.send(nowhere, 0, nowhere.length);
                one.send(there, 0, there.length);
                two.send(back, 0, back.length);
                assertThat(atTwo.next()).isEqualTo(BridgeFiles.forwarded(there));
                assertThat(atOne.next()).isEqualTo(BridgeFiles.forwarded(back));
                bytes += there.length;
            }
            JsonNode summary = stop();
            assertThat(summary.at("/packetsIn").asInt()).isEqualTo(3 * frames);
            assertThat(summary.at("/packetsOut").asInt()).isEqualTo(2 * frames);
            assertThat(summary.at("/drops/by the program").asInt()).isEqualTo(frames);
            assertThat(summary.at("/drops")).hasSize(1);
            assertThat(summary.at("/ports/0/rxPackets").asInt()).isEqualTo(2 * frames);
            assertThat(summary.at("/ports/1/txBytes").asLong()).isEqualTo(bytes);
        }
    }

    @Test
    void framesCrossTheSwitchBetweenTapDevices() throws Exception {
        start("--port", "1=tap:t1", "--port", "2=tap:t2");
        try (HostPort one = host("t1", atOne);
                HostPort two = host("t2", atTwo)) {
            for (int i = 0; i < 100; i++) {
                byte[] there = BridgeFiles.frame(random, 2, 60 + i);
                one.send(there, 0, there.length);
                assertThat(atTwo.next()).isEqualTo(BridgeFiles.forwarded(there));
            }
            assertThat(two.isUp()).isTrue();
            assertThat(stop().at("/packetsOut").asInt()).isEqualTo(100);
            // The switch made the devices, so they are gone with it.
            atTwo.awaitLink(false);
        }
    }

    @Test
    void whatIsSentToALinkThatIsDownIsCounted() throws Exception {
        namespace.veth("v1", "w1");
        namespace.veth("v2", "w2");
        start("--port", "1=veth:v1", "--port", "2=veth:v2");
        try (HostPort one = host("w1", atOne);
                HostPort two = host("w2", atTwo)) {
            byte[] there = BridgeFiles.frame(random, 2, 100);
            namespace.ip("link set w2 down");
            awaitLine("port 2 (v2) is down");
            int lost = 50;
            for (int i = 0; i < lost; i++) {
                one.send(there, 0, there.length);
            }
            // Port 1 sends back to its own host, behind the others.
            byte[] last = BridgeFiles.frame(random, 1, 100);
            one.send(last, 0, last.length);
            assertThat(atOne.next()).isEqualTo(BridgeFiles.forwarded(last));
            namespace.ip("link set w2 up");
            awaitLine("port 2 (v2) is up");
            JsonNode drops = stop().at("/drops");
            long told = 0;
            for (JsonNode count : drops) {
                told += count.asLong();
            }
            assertThat(told).isEqualTo(lost);
        }
    }
}
