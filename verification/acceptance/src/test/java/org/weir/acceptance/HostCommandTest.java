// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Exit codes of {@code ./weir host}, in a namespace that looks as a host of {@code weir up}. */
@Timeout(60)
class HostCommandTest {
    private static final String HOST = "probe";

    private final String namespace = "weirhost-" + ProcessHandle.current().pid() + "-" + HOST;
    private final Path folder = Path.of("/etc/netns", namespace);

    @BeforeEach
    void makeAHost() throws IOException, InterruptedException {
        assumeTrue(
                Shell.has("ip") && Files.isWritable(Path.of("/etc")),
                "./weir host is not tried: it needs root and iproute2");
        Shell.run(Shell.home(), "ip", "netns", "add", namespace).orFail();
        Files.createDirectories(folder);
    }

    @AfterEach
    void removeIt() throws IOException, InterruptedException {
        Files.deleteIfExists(folder);
        Shell.run(Shell.home(), "ip", "netns", "delete", namespace);
    }

    @Test
    void exitCodesAreThoseOfAShell() throws Exception {
        assertThat(host("sh", "-c", "exit 3").exitCode()).isEqualTo(3);
        assertThat(host("ip", "netns", "identify").output()).isEqualTo(namespace + "\n");
        assertThat(host("printf", "%s|", "a b", "$HOME", "*").output()).isEqualTo("a b|$HOME|*|");

        Shell.Outcome missing = host("no-such-program");
        assertThat(missing.exitCode()).isEqualTo(127);
        assertThat(missing.output()).contains("weir host probe", "no-such-program", "not found");

        assertThat(host("/etc/passwd").exitCode()).isEqualTo(126);
        assertThat(Shell.run(Shell.home(), "./weir", "host", "h0", "--", "true").exitCode())
                .isEqualTo(2);
    }

    private static Shell.Outcome host(String... command) throws IOException, InterruptedException {
        Stream<String> words =
                Stream.concat(Stream.of("./weir", "host", HOST, "--"), Arrays.stream(command));
        return Shell.run(Shell.home(), words.toArray(String[]::new));
    }
}
