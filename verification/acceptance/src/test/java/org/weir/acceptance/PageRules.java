// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.chrome.ChromeDriver;

/** Rules that every page keeps, and the preferences of its reader. */
final class PageRules {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private PageRules() {}

    /** Checks that what is shown now keeps WCAG, as far as a program can check it. */
    static void areKept(ChromeDriver page, String description) throws IOException {
        try (InputStream script = PageRules.class.getResourceAsStream("/axe.min.js")) {
            page.executeScript(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
        page.manage().timeouts().scriptTimeout(PATIENCE);
        Object violations =
                page.executeAsyncScript(
                        "const done = arguments[0];"
                                + "axe.run().then(r => done(r.violations.map("
                                + "v => `${v.id}: ${v.nodes[0].html} ${v.nodes[0].failureSummary}`)))");
        assertThat((List<?>) violations).as(description).isEmpty();
    }

    /** Makes the operator's system ask for a colour scheme, {@code light} or {@code dark}. */
    static void prefer(ChromeDriver page, String scheme) {
        Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", scheme);
        page.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
        assertThat(
                        page.executeScript(
                                "return matchMedia(`(prefers-color-scheme: ${arguments[0]})`).matches",
                                scheme))
                .isEqualTo(true);
    }

    /** Checks that the page is not wider than the window. */
    static void fitsTheWindow(ChromeDriver page) {
        Object overhangPx =
                page.executeScript(
                        "return document.documentElement.scrollWidth"
                                + " - document.documentElement.clientWidth");
        assertThat(((Number) overhangPx).intValue()).isZero();
    }
}
