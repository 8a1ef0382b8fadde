// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Agents that start before their interface is ready, as at a boot; skipped where namespaces cannot
 * be made.
 */
@Timeout(240)
class AgentStartTest {
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

    @Test
    void anAgentWaitsUntilItsInterfaceIsConnectedOrItIsAskedToEnd() throws Exception {
        host.ip("link", "set", "eth0", "down");
        Process agent = host.startWithoutRate();
        host.await("eth0 is not connected");
        agent.destroy();
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isZero();

        host.startWithoutRate();
        host.await("eth0 is not connected");
        host.ip("link", "set", "eth0", "up");
        assertThat(host.await("obeys feedback")).contains("a line of 10000.0 Mb/s");
    }

    @Test
    void anAgentWithoutAnInterfaceEndsWithTheCodeAfterWhichSystemdTriesAgain() throws Exception {
        host.ip("link", "del", "eth0");
        Process agent = host.start();
        host.await("eth0: there is no such interface");
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isEqualTo(1);
    }

    @Test
    void anAddressOfTheMetricsThatIsNotThereYetHasTheSameCode() throws Exception {
        Process agent = host.start("--metrics", "10.0.0.77:9464");
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isEqualTo(1);
        host.awaitNothingLeft();
    }

    /** As on a host that has no memory for a process, or whose interfaces others change. */
    @Test
    void whatMayPassByItselfHasTheCodeAfterWhichSystemdTriesAgain(@TempDir Path folder)
            throws Exception {
        Path tc =
                Files.writeString(
                        folder.resolve("tc"),
                        "#!/bin/sh\necho 'RTNETLINK answers: Device or resource busy'; exit 2\n");
        Files.setPosixFilePermissions(tc, PosixFilePermissions.fromString("rwx------"));
        String path = "PATH=" + folder + ":" + System.getenv("PATH");
        Process agent = host.startAs(List.of("env", path), "--rate", "10M");
        host.await("Device or resource busy");
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isEqualTo(1);

        Files.writeString(tc, "#!/bin/sh\nexec sleep 1000\n");
        agent = host.startAs(List.of("env", path), "--rate", "10M");
        host.await("tc -j qdisc show dev eth0: does not end");
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isEqualTo(1);

        Files.delete(tc);
        agent = host.startAs(List.of("env", "PATH=" + folder), "--rate", "10M");
        host.await("tc is not on the PATH");
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isEqualTo(2);
        host.awaitNothingLeft();
    }

    /** As of a port below 1024, which the unit's capabilities do not permit. */
    @Test
    void anAddressOfTheMetricsThatIsNotPermittedHasTheCodeAfterWhichSystemdDoesNot()
            throws Exception {
        List<String> permitted = List.of("setpriv", "--bounding-set", "-net_bind_service");
        Process agent = host.startAs(permitted, "--rate", "10M", "--metrics", "127.0.0.1:80");
        host.await("--metrics 127.0.0.1:80: Permission denied");
        assertThat(agent.waitFor(AgentHost.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(agent.exitValue()).isEqualTo(2);
        host.awaitNothingLeft();
    }
}
