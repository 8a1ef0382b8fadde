// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Dashboard as a person sees it, in Chromium. */
final class DashboardInBrowser {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String CONGESTED_A =
            "[data-port='device:s1/4'][data-class='A'] [data-field='%s']";

    private DashboardInBrowser() {}

    /** Looks at the page; skipped, and said so, on a machine without Chromium. */
    static void check(RunningWeir weir, Path folder) throws IOException {
        Optional<File> browser = onPath("chromium");
        Optional<File> driver = onPath("chromedriver");
        Assumptions.assumeTrue(
                browser.isPresent() && driver.isPresent(),
                "the dashboard is not looked at: no chromium and chromedriver on the PATH");

        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.get());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--window-size=1400,1500",
                "--user-data-dir=" + Files.createTempDirectory(folder, "chromium"));
        ChromeDriverService service =
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(driver.get())
                        .usingAnyFreePort()
                        .build();
        ChromeDriver page = new ChromeDriver(service, options);
        try {
            // Basic authentication as a person gives it in the address.
            page.get(weir.url("/onos/weir/ui/").replace("http://", "http://onos:rocks@"));
            WebDriverWait wait = new WebDriverWait(page, PATIENCE);
            wait.until(p -> "live".equals(body(page)));
            wait.until(
                    p ->
                            !page.findElements(By.cssSelector(congested("thresholdPackets")))
                                    .isEmpty());

            WebElement threshold = page.findElement(By.cssSelector(congested("thresholdPackets")));
            assertThat(Integer.parseInt(threshold.getDomAttribute("data-value"))).isPositive();
            assertThat(threshold.isDisplayed()).isTrue();
            List<WebElement> charts = page.findElements(By.cssSelector("svg[data-chart]"));
            assertThat(charts).isNotEmpty();

            WebElement version = page.findElement(By.cssSelector("tr[data-version]"));
            assertThat(version.getText()).contains("1 runs", "netcfg", "configured");

            // It is live: a second look some time later sees other numbers.
            By offered = By.cssSelector(congested("goodputBps"));
            String first = page.findElement(offered).getDomAttribute("data-value");
            wait.until(p -> !page.findElement(offered).getDomAttribute("data-value").equals(first));
            Files.copy(
                    page.getScreenshotAs(OutputType.FILE).toPath(),
                    folder.resolve("dashboard.png"));
        } finally {
            page.quit();
        }
    }

    private static String congested(String field) {
        return String.format(CONGESTED_A, field);
    }

    private static String body(ChromeDriver page) {
        return page.findElement(By.tagName("body")).getDomAttribute("data-state");
    }

    private static Optional<File> onPath(String program) {
        for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
            File file = new File(folder, program);
            if (file.canExecute()) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }
}
