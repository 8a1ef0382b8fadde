// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.weir.rules.ChecksGeneratedFile;
import org.weir.rules.GeneratedFile;

/** {@code docs/alerts.md} has all types, and nothing raises an alert of another one. */
@ChecksGeneratedFile
class AlertTypeTest {

    private static final GeneratedFile PAGE =
            new GeneratedFile(Path.of("../docs/alerts.md"), AlertTypeTest.class);

    /** A constant of an alert's form, as a type would be declared elsewhere. */
    private static final Pattern LOOSE =
            Pattern.compile("= \"[a-z-]+-(unreachable|refused|missing|unread|unused|full)\";");

    @Test
    void pageHasAllTypes() {
        PAGE.check(AlertType.reference());
    }

    @Test
    void noTypeIsDeclaredElsewhere() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            List<String> loose =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> LOOSE.matcher(text(file)).find())
                            .map(Path::toString)
                            .collect(Collectors.toList());

            assertThat(loose).isEmpty();
        }
    }

    @Test
    void aWordOfAnotherVersionIsNoType() {
        assertThat(AlertType.of("settings-drift")).contains(AlertType.SETTINGS_DRIFT);
        assertThat(AlertType.of("new-kind")).isEmpty();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
