// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * An operator's walk through the dashboard: look at the queues, open a port, change a target, see
 * the effect, apply it, roll it back, freeze the settings and end the freeze.
 *
 * <p>With the system property {@code weir.images}, the path of a folder, it also writes the
 * pictures of the documents.
 */
final class DashboardSteps {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Charts show the last minutes; in the documents they should show something. */
    private static final Duration CHARTS_FILL = Duration.ofSeconds(100);

    private static final Dimension DESKTOP = new Dimension(1500, 1300);
    private static final Dimension PHONE = new Dimension(500, 1000);

    private final ChromeDriver page;
    private final WebDriverWait wait;
    private final Path images;
    private final boolean isForDocuments;

    /**
     * A walk.
     *
     * @param page browser that shows the page
     * @param folder folder of this run's pictures
     */
    DashboardSteps(ChromeDriver page, Path folder) {
        this.page = page;
        this.wait = new WebDriverWait(page, PATIENCE);
        String wanted = System.getProperty("weir.images", "");
        this.isForDocuments = !wanted.isEmpty();
        this.images = isForDocuments ? Path.of(wanted) : folder;
    }

    void walk() throws IOException, InterruptedException {
        page.manage().window().setSize(DESKTOP);
        showsTheQueues();
        showsTheNetwork();
        isAccessible();
        if (isForDocuments) {
            Thread.sleep(CHARTS_FILL.toMillis());
        }
        picture("dashboard");
        opensAPort();
        picture("dashboard-port");
        page.manage().window().setSize(PHONE);
        isAsWideAsTheWindow();
        picture("dashboard-phone");
        page.manage().window().setSize(DESKTOP);
        find("#panel-close").click();
        changesATarget();
        rollsBack();
        triesAPlanAtOnePort();
        showsAPlanAgain();
        freezesAndGoesOn();
        assertThat(page.manage().logs().get("browser").getAll())
                .filteredOn(entry -> entry.getLevel().getName().equals("SEVERE"))
                // The browser also logs a request that REST refuses, as the walk wants it to.
                .filteredOn(entry -> !entry.getMessage().contains("400 (Bad Request)"))
                .isEmpty();
    }

    private void showsTheQueues() {
        await(congested("thresholdPackets"));
        WebElement threshold = find(congested("thresholdPackets"));
        assertThat(Integer.parseInt(value(threshold))).isPositive();
        assertThat(threshold.isDisplayed()).isTrue();
        assertThat(all("svg[data-chart]")).isNotEmpty();
        assertThat(find("tr[data-version]").getText()).contains("1 runs", "netcfg", "configured");
        // It is live: the numbers change.
        String first = value(find(congested("goodputBps")));
        wait.until(p -> !value(find(congested("goodputBps"))).equals(first));
        // No packet leaves towards a sender: its port has met nothing.
        assertThat(find(cell("device:s1/1", "A", "targetMet")).getText()).isEqualTo("no traffic");
        wait.until(
                p ->
                        find(cell("device:s1/4", "A", "targetMet"))
                                .getText()
                                .matches("(?s)(✓ met|✕ ).*"));
    }

    private void showsTheNetwork() {
        assertThat(all("#topology-picture [data-device]")).hasSize(2);
        wait.until(p -> all("#topology-picture .host").size() == 5);
        String congested = "[data-lane='device:s1/4'] .lane";
        wait.until(p -> find(congested).getDomAttribute("data-load").matches("[1-4]"));
        assertThat(find("[data-lane='device:s1/1'] .lane").getDomAttribute("data-load"))
                .isEqualTo("0");
    }

    private void opensAPort() {
        find("tbody[data-port-group='device:s1/4'] th a").click();
        wait.until(p -> find("#panel").isDisplayed());
        assertThat(find("#panel-title").getText()).isEqualTo("device:s1/4");
        assertThat(all("#panel canvas")).as("three charts for each of three classes").hasSize(9);
        wait.until(p -> !all("#panel-explanation li").isEmpty());
        assertThat(find("#panel-explanation").getText()).contains("device:s1/4");
    }

    private void changesATarget() throws IOException {
        find("[data-edit='A']").click();
        WebElement delay = find("#plan-fields input[name='delayMs']");
        assertThat(delay.getDomProperty("value")).isEqualTo("5");
        delay.clear();
        delay.sendKeys("soon");
        find("#plan-make").click();
        assertThat(find("#plan-error").getText()).contains("Mean delay, ms", "soon");
        delay.clear();
        delay.sendKeys("-1");
        find("#plan-make").click();
        wait.until(p -> find("#plan-error").getText().contains("delayMs"));

        delay.clear();
        delay.sendKeys("7");
        find("#plan-make").click();
        wait.until(p -> find("#plan-review").isDisplayed());
        assertThat(find("#plan-differences").getText())
                .isEqualTo("classes[A].targets.delayMs: 5 → 7");
        assertThat(find("#plan-summary").getText()).contains("of 7 ports");
        assertThat(all("[data-plan-class='A']")).isNotEmpty();
        assertThat(find("tr[data-version]").getText()).as("nothing is applied").contains("1 runs");
        picture("dashboard-plan");

        WebElement guard = find("#plan-guard");
        guard.clear();
        guard.sendKeys("0");
        find("#plan-apply").click();
        wait.until(p -> find("tr[data-version]").getText().contains("2 runs"));
        assertThat(find("#plan-dialog").isDisplayed()).isFalse();
        wait.until(p -> find("li[data-class='A']").getText().contains("delay ≤ 7 ms"));
        assertThat(find("li[data-plan]").getDomAttribute("data-state")).isEqualTo("applied");
    }

    private void rollsBack() {
        find("[data-rollback='1']").click();
        find("#rollback-form .main").click();
        wait.until(p -> find("tr[data-version]").getText().contains("3 runs"));
        wait.until(p -> find("li[data-class='A']").getText().contains("delay ≤ 5 ms"));
    }

    /** A canary: in force at one port, then rolled back, without a version of the policy. */
    private void triesAPlanAtOnePort() {
        find("[data-edit='A']").click();
        WebElement delay = find("#plan-fields input[name='delayMs']");
        delay.clear();
        delay.sendKeys("1");
        find("#plan-make").click();
        wait.until(p -> find("#plan-review").isDisplayed());
        assertThat(find("#plan-apply").getText()).isEqualTo("Apply to all ports");
        WebElement first = find("#plan-ports input[type='checkbox']");
        String port = first.getDomProperty("value");
        first.click();
        assertThat(find("#plan-apply").getText()).isEqualTo("Apply to 1 port first");
        find("#plan-apply").click();
        wait.until(p -> "canary".equals(find("li[data-plan]").getDomAttribute("data-state")));
        assertThat(find("li[data-plan]").getText()).contains("canary at " + port);
        String group = "tbody[data-port-group='" + port + "'] [data-field='canary']";
        wait.until(p -> find(group).getText().equals("canary: plan 2"));
        assertThat(find("tr[data-version]").getText()).contains("3 runs");
        assertThat(find("li[data-class='A']").getText()).contains("delay ≤ 5 ms");

        find("[data-open-plan='2']").click();
        wait.until(p -> find("#plan-rollback").isDisplayed());
        assertThat(find("#plan-canary").getText()).contains("In force at " + port);
        find("#plan-rollback").click();
        wait.until(p -> "rolled-back".equals(find("li[data-plan]").getDomAttribute("data-state")));
        wait.until(p -> find(group).getText().isEmpty());
    }

    private void showsAPlanAgain() {
        find("[data-open-plan='1']").click();
        wait.until(p -> find("#plan-review").isDisplayed());
        assertThat(find("#plan-title").getText()).isEqualTo("Plan 1: applied");
        assertThat(find("td.outcome").getText()).contains("measured", "expected", "guaranteed");
        assertThat(find("#plan-simulation").getText()).startsWith("Not simulated");
        assertThat(find("#plan-apply").isEnabled()).isFalse();
        find("#plan-review [data-close]").click();
    }

    private void freezesAndGoesOn() {
        find("#freeze-start").click();
        find("#freeze-reason").sendKeys("maintenance of s2");
        find("#freeze-form .main").click();
        wait.until(p -> find("#freeze").isDisplayed());
        assertThat(find("#freeze-text").getText())
                .contains("frozen by onos", "maintenance of s2", "installs nothing");
        find("#freeze-end").click();
        wait.until(p -> !find("#freeze").isDisplayed());
    }

    /** WCAG as far as a program can check it. */
    private void isAccessible() throws IOException {
        try (InputStream script = DashboardSteps.class.getResourceAsStream("/axe.min.js")) {
            page.executeScript(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
        page.manage().timeouts().scriptTimeout(PATIENCE);
        Object violations =
                page.executeAsyncScript(
                        "const done = arguments[0];"
                                + "axe.run().then(r => done(r.violations.map("
                                + "v => `${v.id}: ${v.nodes[0].html}`)))");
        assertThat((List<?>) violations).isEmpty();
    }

    private void isAsWideAsTheWindow() {
        Object overhangPx =
                page.executeScript(
                        "return document.documentElement.scrollWidth"
                                + " - document.documentElement.clientWidth");
        assertThat(((Number) overhangPx).intValue()).isZero();
    }

    private void picture(String name) throws IOException {
        Files.copy(
                page.getScreenshotAs(OutputType.FILE).toPath(),
                images.resolve(name + ".png"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private void await(String selector) {
        wait.until(p -> !all(selector).isEmpty());
    }

    private WebElement find(String selector) {
        return page.findElement(By.cssSelector(selector));
    }

    private List<WebElement> all(String selector) {
        return page.findElements(By.cssSelector(selector));
    }

    private static String value(WebElement cell) {
        return cell.getDomAttribute("data-value");
    }

    private static String congested(String field) {
        return cell("device:s1/4", "A", field);
    }

    private static String cell(String port, String queue, String field) {
        return String.format(
                "[data-port='%s'][data-class='%s'] [data-field='%s']", port, queue, field);
    }
}
