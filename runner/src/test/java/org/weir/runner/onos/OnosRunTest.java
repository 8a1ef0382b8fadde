// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code onos-run}, with a Karaf that ends at once. */
class OnosRunTest {

    private static final Path SCRIPT = Path.of("../onos/assembly/src/main/resources/bin/onos-run");

    @TempDir private Path folder;

    private Path assembly;
    private Path settings;

    @BeforeEach
    void assemble() throws IOException {
        assembly = Files.createDirectories(folder.resolve("assembly"));
        settings = Files.createDirectories(assembly.resolve("etc"));
        Path bin = Files.createDirectories(assembly.resolve("bin"));
        Files.copy(SCRIPT, bin.resolve("onos-run"));
        Path karaf = Files.writeString(bin.resolve("karaf"), "#!/bin/sh\nexit 0\n");
        assertThat(karaf.toFile().setExecutable(true)).isTrue();
        Files.createDirectories(assembly.resolve("system/org/onosproject/onos-api/2.5.6"));
        Files.createDirectories(assembly.resolve("onos"));
        Files.writeString(assembly.resolve("onos/component-cfg.json"), "{}");
        Files.writeString(settings.resolve("users.properties"), "onos = rocks\n");
        Files.writeString(settings.resolve("keys.properties"), "");
        Files.writeString(settings.resolve("jetty.xml"), "first\n");
    }

    private void run() throws Exception {
        run(folder.resolve("state"));
    }

    private void run(Path state) throws Exception {
        Process process =
                new ProcessBuilder(
                                "sh", assembly.resolve("bin/onos-run").toString(), state.toString())
                        .redirectErrorStream(true)
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.exitValue()).as(output).isZero();
    }

    @Test
    void usersStayAndOtherSettingsAreRefreshed() throws Exception {
        run();
        Path own = folder.resolve("state/karaf/etc");
        assertThat(own.resolve("users.properties")).hasContent("onos = rocks");
        assertThat(Files.getPosixFilePermissions(own.resolve("users.properties"))).hasSize(2);
        Files.writeString(own.resolve("users.properties"), "onos = changed\n");
        Files.writeString(settings.resolve("jetty.xml"), "second\n");

        run();

        assertThat(own.resolve("users.properties")).hasContent("onos = changed");
        assertThat(own.resolve("jetty.xml")).hasContent("second");
    }

    /** As Karaf's script does it: without quotes. */
    @Test
    void anOptionHasNoPathThatSpacesSplit() throws Exception {
        Files.writeString(
                assembly.resolve("bin/karaf"),
                "#!/bin/sh\nprintf '%s\\n' ${KARAF_OPTS} > \"$KARAF_BASE/options\"\n");
        Path state = folder.resolve("a state");

        run(state);

        assertThat(Files.readAllLines(state.resolve("karaf/options")))
                .contains("-Dkaraf.instances=instances")
                .allMatch(option -> option.startsWith("-D"));
    }
}
