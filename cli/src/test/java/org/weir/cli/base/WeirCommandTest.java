// SPDX-License-Identifier: Apache-2.0
package org.weir.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.app.RejectedException;
import org.weir.app.WeirService;

/** Shell commands on a node that is cut off from ONOS's store. */
class WeirCommandTest {

    /** A service that answers only whether it can answer. */
    private static WeirService weir(Optional<String> unavailable) {
        return (WeirService)
                Proxy.newProxyInstance(
                        WeirCommandTest.class.getClassLoader(),
                        new Class<?>[] {WeirService.class},
                        (proxy, method, arguments) -> {
                            assertThat(method.getName()).isEqualTo("unavailable");
                            return unavailable;
                        });
    }

    @Test
    void aNodeThatIsCutOffFailsWithTheReason() {
        WeirService cutOff = weir(Optional.of("ONOS's store has not answered for 10 s"));
        assertThatThrownBy(() -> WeirCommand.inContact(cutOff))
                .isInstanceOf(RejectedException.class)
                .hasMessage("ONOS's store has not answered for 10 s");
        WeirService inContact = weir(Optional.empty());
        assertThat(WeirCommand.inContact(inContact)).isSameAs(inContact);
    }

    /** Alerts are answered all the same: one of them says why the others are not. */
    @Test
    void eachCommandButThatOfAlertsFailsThere() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            List<String> exempt =
                    files.filter(Files::isRegularFile)
                            .filter(file -> contains(file, " extends AbstractShellCommand {"))
                            .map(file -> file.getFileName().toString())
                            .collect(Collectors.toList());
            assertThat(exempt).containsExactlyInAnyOrder("AlertsCommand.java", "WeirCommand.java");
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new IllegalStateException(file + " cannot be read", e);
        }
    }
}
