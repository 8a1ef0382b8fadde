// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.weir.lab.host.transport.tcp.congestion.CongestionControlProvider;
import org.weir.lab.host.transport.tcp.congestion.CongestionControls;
import org.weir.lab.scheme.Scheme;
import org.weir.lab.scheme.SchemeNames;
import org.weir.lab.scheme.Schemes;

/** Jars that are refused; the acceptance test of the tutorial loads one that is not. */
class PluginsTest {
    private static final String SERVICE = "META-INF/services/org.weir.lab.scheme.Scheme";
    private static final String CONTROLS =
            "META-INF/services/org.weir.lab.host.transport.tcp.congestion.CongestionControlProvider";

    private final List<Scheme> before = Schemes.all();
    private final List<CongestionControlProvider> controlsBefore = CongestionControls.all();

    @TempDir Path folder;

    @AfterEach
    void nothingWasLoaded() {
        assertThat(Schemes.all()).isEqualTo(before);
        assertThat(CongestionControls.all()).isEqualTo(controlsBefore);
    }

    @Test
    void fileThatIsNotThereIsRefused() {
        assertRefused(folder.resolve("none.jar"), "no such file");
    }

    @Test
    void fileThatIsNoJarIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("text.jar"), "no jar");

        assertRefused(file, "no jar");
    }

    @Test
    void jarWithoutSchemesIsRefused() throws IOException {
        assertRefused(jar("some/file", "text"), "has neither " + SERVICE);
        assertRefused(jar("some/file", "text"), "nor " + CONTROLS);
    }

    @Test
    void jarWhoseClassIsMissingIsRefused() throws IOException {
        assertRefused(jar(SERVICE, "early.EarlyScheme"), "early.EarlyScheme");
    }

    @Test
    void nameOfAnotherSchemeIsRefused() throws IOException {
        assertRefused(
                jar(SERVICE, SecondDropTail.class.getName()),
                "another scheme has the name \"" + SchemeNames.DROP_TAIL + "\"");
    }

    @Test
    void nameOfAnotherCongestionControlIsRefused() throws IOException {
        assertRefused(
                jar(CONTROLS, SecondCubic.class.getName()),
                "another congestion control has the name \"cubic\"");
    }

    private static void assertRefused(Path jar, String reason) {
        assertThatThrownBy(() -> Plugins.load(jar))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(jar.toString())
                .hasMessageContaining(reason);
    }

    private Path jar(String entry, String content) throws IOException {
        Path jar = folder.resolve("plugin.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        return jar;
    }
}
