// SPDX-License-Identifier: Apache-2.0
package org.weir.app.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages are complete: every file that they ask for is served, and every served file exists. */
class DashboardFilesTest {

    private static final Pattern REFERENCE =
            Pattern.compile(
                    "(?:href=|src=|from ?|import ?)\"(?:\\./)?([\\w.-]+\\.(?:css|html|js|txt))\"");

    @Test
    void everyFileThatIsAskedForIsServed() throws IOException {
        Set<String> asked = new TreeSet<>(Set.of("index.html"));
        for (String name : DashboardServlet.files()) {
            Matcher reference = REFERENCE.matcher(read(name));
            while (reference.find()) {
                asked.add(reference.group(1));
            }
        }

        assertThat(new TreeSet<>(DashboardServlet.files())).isEqualTo(asked);
    }

    @Test
    void nothingIsFetchedFromElsewhere() throws IOException {
        for (String name : DashboardServlet.files()) {
            assertThat(read(name).replaceAll("http://www.w3.org/2000/svg", ""))
                    .as(name)
                    .doesNotContain("http:")
                    .doesNotContain("https:");
        }
    }

    private static String read(String name) throws IOException {
        try (InputStream file = DashboardServlet.open(name)) {
            assertThat(file).as(name).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
