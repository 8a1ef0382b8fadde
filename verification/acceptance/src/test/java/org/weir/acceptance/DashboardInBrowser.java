// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Chromium with the dashboard of a running Weir. */
final class DashboardInBrowser {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private DashboardInBrowser() {}

    /** Something done with the open page. */
    @FunctionalInterface
    interface Visit {

        void with(ChromeDriver page) throws IOException, InterruptedException;
    }

    /** Walks through the page as an operator; skipped, with a message, without Chromium. */
    static void check(RunningWeir weir, Path folder) throws IOException, InterruptedException {
        visit(weir, folder, page -> new DashboardSteps(page, folder).walk());
    }

    /** Opens the page and waits for its first reading; skipped without Chromium. */
    static void visit(RunningWeir weir, Path folder, Visit visit)
            throws IOException, InterruptedException {
        // Basic authentication as a person gives it in the address.
        String url = weir.url("/onos/weir/ui/").replace("http://", "http://onos:rocks@");
        visit(url, folder, visit);
    }

    /** Opens a page at an address, and waits for its first reading; skipped without Chromium. */
    static void visit(String url, Path folder, Visit visit)
            throws IOException, InterruptedException {
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
            page.get(url);
            WebDriverWait wait = new WebDriverWait(page, PATIENCE);
            wait.until(p -> "live".equals(body(page)));
            visit.with(page);
        } finally {
            page.quit();
        }
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
