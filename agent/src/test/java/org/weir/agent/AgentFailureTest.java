// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Agents that die, hang or lose their controller while they hold a flow back; skipped where
 * namespaces cannot be made.
 */
@Timeout(240)
class AgentFailureTest {
    private AgentHost host;

    @BeforeEach
    void make() throws Exception {
        host = new AgentHost();
    }

    @AfterEach
    void end() throws Exception {
        if (host != null) {
            host.close();
        }
    }

    /** The shell that cleans up after an agent, and the watchdog of its tc. */
    private static List<ProcessHandle> watching(Process agent) throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < endNs) {
            List<ProcessHandle> shells =
                    agent.descendants()
                            .filter(one -> one.info().command().orElse("").matches(".*/(da|ba)?sh"))
                            .toList();
            if (shells.size() == 2) {
                boolean inOrder = shells.get(1).parent().equals(Optional.of(shells.get(0)));
                return inOrder ? shells : List.of(shells.get(1), shells.get(0));
            }
            Thread.sleep(20);
        }
        throw new AssertionError("nobody watches the agent");
    }

    @Test
    void aHangingAgentHoldsNothingBackAndGoesOnWhenItContinues() throws Exception {
        Process agent = host.throttling(5, "--any-socket");
        AgentHost.signal("STOP", agent);
        host.awaitNothingLeft();
        assertThat(agent.isAlive()).isTrue();
        AgentHost.signal("CONT", agent);
        host.await("making everything on the interface anew");
        host.awaitTc(text -> text.contains("htb 574"), "qdisc", "show", "dev", "eth0");
        host.throttle(6);
        AgentHost.signal("STOP", agent);
        agent.destroyForcibly().waitFor();
        host.awaitNothingLeft();
    }

    @Test
    void eitherOfTheProcessesThatWatchAnAgentIsEnough() throws Exception {
        for (int survivor = 0; survivor < 2; survivor++) {
            Process agent = host.throttling(5, "--any-socket");
            List<ProcessHandle> watching = watching(agent);
            // A stopped agent cannot notice, and start another.
            AgentHost.signal("STOP", agent);
            watching.get(1 - survivor).destroyForcibly();
            agent.destroyForcibly().waitFor();
            host.awaitNothingLeft();
        }
    }

    @Test
    void theWatchdogCleansUpAfterAShellThatIsKilledWhileTheAgentHangs() throws Exception {
        Process agent = host.throttling(5, "--any-socket");
        ProcessHandle shell = watching(agent).get(0);
        AgentHost.signal("STOP", agent);
        shell.destroyForcibly();
        host.awaitNothingLeft();
        assertThat(agent.isAlive()).isTrue();
    }

    @Test
    void aWatchingProcessThatIsKilledIsReplaced() throws Exception {
        Process agent = host.throttling(5, "--any-socket");
        for (int i = 0; i < 2; i++) {
            watching(agent).get(i).destroyForcibly();
            host.await("making everything on the interface anew");
            host.awaitTc(AgentHost::isHoldingBack, "class", "show", "dev", "eth0");
        }
        agent.destroyForcibly().waitFor();
        host.awaitNothingLeft();
    }

    /** As a driver that is loaded anew does: before the agent looks at its interface again. */
    @Test
    void anAgentWhoseInterfaceIsMadeAnewEndsWithTheCodeAfterWhichSystemdStartsIt(
            @TempDir Path folder) throws Exception {
        Process agent = host.start("--any-socket");
        host.await("obeys feedback");
        Path batch =
                Files.writeString(
                        folder.resolve("batch"),
                        """
                        link del eth0
                        link add eth0 type veth peer name peer0
                        address add 10.0.0.1/24 dev eth0
                        link set eth0 up
                        """);
        host.ip("-batch", batch.toString());
        host.await("eth0: was deleted and made anew");
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isEqualTo(1);
        host.awaitNothingLeft();
    }

    @Test
    void aNewAgentReplacesOneThatRunsWithoutEndingItsRegistration(@TempDir Path folder)
            throws Exception {
        LinkedBlockingQueue<String> requests = new LinkedBlockingQueue<>();
        HttpServer controller = controller(0, requests);
        try {
            String[] options = withController(folder, controller, "--replace");
            Process before = null;
            for (int i = 0; i < 3; i++) {
                Process agent = host.start(options);
                host.await("obeys feedback");
                assertThat(host.tc("class", "show", "dev", "eth0"))
                        .as("the flow is released until there is new feedback")
                        .matches(text -> !AgentHost.isHoldingBack(text));
                host.throttle(5 + i);
                if (before != null) {
                    assertThat(before.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
                    assertThat(before.exitValue()).isZero();
                }
                assertThat(requests.poll(AgentHost.SECONDS, TimeUnit.SECONDS)).isEqualTo("PUT");
                before = agent;
            }
            host.awaitTc(
                    text -> text.lines().filter(line -> line.contains(" htb ")).count() == 1,
                    "qdisc",
                    "show",
                    "dev",
                    "eth0");
            assertThat(requests).as("the address stays registered").doesNotContain("DELETE");
            before.destroy();
            assertThat(before.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(requests).contains("DELETE");
            host.awaitNothingLeft();
        } finally {
            controller.stop(0);
        }
    }

    /** Starts a controller in the agents' namespace, which notes the methods of its requests. */
    private HttpServer controller(int port, LinkedBlockingQueue<String> requests)
            throws IOException {
        HttpServer controller =
                AgentHost.in(
                        host.here,
                        () -> HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0));
        controller.createContext(
                "/",
                exchange -> {
                    requests.add(exchange.getRequestMethod());
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        controller.start();
        return controller;
    }

    private static String[] withController(Path folder, HttpServer controller, String... more)
            throws IOException {
        List<String> options = new ArrayList<>(List.of("--any-socket", "--controller"));
        options.add("http://127.0.0.1:" + controller.getAddress().getPort());
        options.addAll(List.of("--credentials", credentials(folder).toString()));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    private static Path credentials(Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("controller"), "host1:word");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void aControllerThatReturnsFindsTheAgentAtWork(@TempDir Path folder) throws Exception {
        LinkedBlockingQueue<String> requests = new LinkedBlockingQueue<>();
        HttpServer controller = controller(0, requests);
        Process agent = host.throttling(5, withController(folder, controller, "--lease", "5"));
        assertThat(requests.poll(AgentHost.SECONDS, TimeUnit.SECONDS)).isEqualTo("PUT");
        controller.stop(0);
        host.await("is not registered with");
        // The switch goes on to send feedback, and the agent to obey it.
        host.throttle(6);
        requests.clear();
        controller = controller(controller.getAddress().getPort(), requests);
        try {
            assertThat(requests.poll(AgentHost.SECONDS, TimeUnit.SECONDS)).isEqualTo("PUT");
            agent.destroy();
            assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(requests).contains("DELETE");
            host.awaitNothingLeft();
        } finally {
            controller.stop(0);
        }
    }

    @Test
    void anAgentWithoutItsControllerReleasesFlows(@TempDir Path folder) throws Exception {
        Process agent =
                host.throttling(
                        5,
                        "--any-socket",
                        "--release",
                        "2s",
                        "--controller",
                        "http://127.0.0.1:9",
                        "--credentials",
                        credentials(folder).toString());
        host.awaitNothingHeldBack();
        assertThat(agent.isAlive()).isTrue();
        host.throttle(6);
        host.awaitNothingHeldBack();
        agent.destroy();
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        host.awaitNothingLeft();
    }
}
