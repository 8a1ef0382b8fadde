// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * An operator's walk through the dashboard: look at the queues, open a port, change a target, see
 * the effect, apply it, roll it back, simulate a plan, freeze the settings and end the freeze.
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
        // The page draws its rows anew: an element can go between being found and being asked.
        wait.ignoring(StaleElementReferenceException.class);
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
        isAccessible();
        picture("dashboard-port");
        inDark(() -> picture("dashboard-dark"));
        page.manage().window().setSize(PHONE);
        PageRules.fitsTheWindow(page);
        picture("dashboard-phone");
        page.manage().window().setSize(DESKTOP);
        showsNothingOfAnotherPort();
        click("#panel-close");
        changesATarget();
        rollsBack();
        triesAPlanAtOnePort();
        showsAPlanAgain();
        freezesAndGoesOn();
        new DashboardByKeyboard(page).walk();
        showsTheHourBeforeThePageWasOpened();
        click("#panel-close");
        new SimulationSteps(page).walk();
        picture("dashboard-simulated");
        click("#plan-review [data-close]");
        new RestPageSteps(page).walk();
        assertThat(page.manage().logs().get("browser").getAll())
                .filteredOn(entry -> entry.getLevel().getName().equals("SEVERE"))
                // The browser also logs a request that REST refuses, as the walk wants it to.
                .filteredOn(entry -> !entry.getMessage().contains("400 (Bad Request)"))
                .isEmpty();
    }

    private void showsTheQueues() {
        await(congested("thresholdPackets"));
        String threshold = congested("thresholdPackets");
        assertThat(Integer.parseInt(attribute(threshold, "data-value"))).isPositive();
        wait.until(p -> find(threshold).isDisplayed());
        assertThat(all("svg[data-chart]")).isNotEmpty();
        assertThat(text("tr[data-version]")).contains("1 runs", "netcfg", "configured");
        // It is live: the numbers change.
        String first = attribute(congested("goodputBps"), "data-value");
        wait.until(p -> !attribute(congested("goodputBps"), "data-value").equals(first));
        // No packet leaves towards a sender: its port has met nothing.
        assertThat(text(cell("device:s1/1", "A", "targetMet"))).isEqualTo("no traffic");
        wait.until(p -> text(cell("device:s1/4", "A", "targetMet")).matches("(?s)(✓ met|✕ ).*"));
    }

    private void showsTheNetwork() {
        assertThat(all("#topology-picture [data-device]")).hasSize(2);
        wait.until(p -> all("#topology-picture .host").size() == 5);
        String congested = "[data-lane='device:s1/4'] .lane";
        wait.until(p -> attribute(congested, "data-load").matches("[1-4]"));
        assertThat(attribute("[data-lane='device:s1/1'] .lane", "data-load")).isEqualTo("0");
    }

    private void opensAPort() {
        click("tbody[data-port-group='device:s1/4'] th a");
        wait.until(p -> find("#panel").isDisplayed());
        assertThat(text("#panel-title")).isEqualTo("device:s1/4");
        wait.withMessage("three charts for each of three classes")
                .until(p -> all("#panel canvas").size() == 9);
        wait.until(p -> !all("#panel-explanation li").isEmpty());
        assertThat(text("#panel-explanation")).contains("device:s1/4");
    }

    /** An address may name a port that is not under control, or be no address at all. */
    private void showsNothingOfAnotherPort() {
        String address = page.getCurrentUrl().replaceAll("#.*", "");
        for (String port : List.of("device:s1/99", "%")) {
            page.navigate().to(address + "#port=device:s1/4");
            wait.until(p -> !text("#panel-explanation").isEmpty());
            page.navigate().to(address + "#port=" + port);
            wait.until(p -> text("#panel-title").equals(port));
            wait.until(p -> find("#panel-absent").isDisplayed());
            for (String part : List.of("facts", "happenings", "explanation")) {
                assertThat(text("#panel-" + part)).as(part).isEmpty();
            }
        }
    }

    private void changesATarget() throws IOException, InterruptedException {
        openEditor();
        isAccessible();
        WebElement delay = find("#plan-fields input[name='delayMs']");
        assertThat(delay.getDomProperty("value")).isEqualTo("5");
        delay.clear();
        delay.sendKeys("soon");
        click("#plan-make");
        assertThat(text("#plan-error")).contains("Mean delay, ms", "soon");
        delay.clear();
        delay.sendKeys("-1");
        click("#plan-make");
        wait.until(p -> text("#plan-error").contains("delayMs"));

        delay.clear();
        delay.sendKeys("7");
        click("#plan-make");
        wait.until(p -> find("#plan-review").isDisplayed());
        assertThat(text("#plan-differences")).isEqualTo("classes[A].targets.delayMs: 5 → 7");
        assertThat(text("#plan-summary")).contains("of 7 ports");
        assertThat(all("[data-plan-class='A']")).isNotEmpty();
        assertThat(text("tr[data-version]")).as("nothing is applied").contains("1 runs");
        isAccessible();
        picture("dashboard-plan");

        WebElement guard = find("#plan-guard");
        guard.clear();
        guard.sendKeys("0");
        click("#plan-apply");
        wait.until(p -> text("tr[data-version]").contains("2 runs"));
        assertThat(find("#plan-dialog").isDisplayed()).isFalse();
        wait.until(p -> text("li[data-class='A']").contains("delay ≤ 7 ms"));
        assertThat(attribute("li[data-plan]", "data-state")).isEqualTo("applied");
    }

    private void openEditor() {
        click("[data-edit='A']");
        wait.until(p -> find("#plan-edit").isDisplayed());
    }

    private void rollsBack() throws IOException, InterruptedException {
        click("[data-rollback='1']");
        isAccessible();
        click("#rollback-form .main");
        wait.until(p -> text("tr[data-version]").contains("3 runs"));
        wait.until(p -> text("li[data-class='A']").contains("delay ≤ 5 ms"));
    }

    /** A canary: in force at one port, then rolled back, without a version of the policy. */
    private void triesAPlanAtOnePort() {
        openEditor();
        WebElement delay = find("#plan-fields input[name='delayMs']");
        delay.clear();
        delay.sendKeys("1");
        click("#plan-make");
        wait.until(p -> find("#plan-review").isDisplayed());
        assertThat(text("#plan-apply")).isEqualTo("Apply to all ports");
        WebElement first = find("#plan-ports input[type='checkbox']");
        String port = first.getDomProperty("value");
        first.click();
        assertThat(text("#plan-apply")).isEqualTo("Apply to 1 port first");
        click("#plan-apply");
        wait.until(p -> "canary".equals(attribute("li[data-plan]", "data-state")));
        assertThat(text("li[data-plan]")).contains("canary at " + port);
        String group = "tbody[data-port-group='" + port + "'] [data-field='canary']";
        wait.until(p -> text(group).equals("canary: plan 2"));
        assertThat(text("tr[data-version]")).contains("3 runs");
        assertThat(text("li[data-class='A']")).contains("delay ≤ 5 ms");

        click("[data-open-plan='2']");
        wait.until(p -> find("#plan-rollback").isDisplayed());
        assertThat(text("#plan-canary")).contains("In force at " + port);
        click("#plan-rollback");
        wait.until(p -> "rolled-back".equals(attribute("li[data-plan]", "data-state")));
        wait.until(p -> text(group).isEmpty());
    }

    private void showsAPlanAgain() {
        click("[data-open-plan='1']");
        wait.until(p -> find("#plan-review").isDisplayed());
        assertThat(text("#plan-title")).isEqualTo("Plan 1: applied");
        assertThat(text("td.outcome")).contains("measured", "expected", "guaranteed");
        assertThat(text("#plan-simulation")).startsWith("Not simulated");
        assertThat(find("#plan-apply").isEnabled()).isFalse();
        click("#plan-review [data-close]");
    }

    private void freezesAndGoesOn() throws IOException, InterruptedException {
        click("#freeze-start");
        isAccessible();
        find("#freeze-reason").sendKeys("maintenance of s2");
        click("#freeze-form .main");
        wait.until(p -> find("#freeze").isDisplayed());
        assertThat(text("#freeze-text"))
                .contains("frozen by onos", "maintenance of s2", "installs no weights");
        isAccessible();
        click("#freeze-end");
        wait.until(p -> !find("#freeze").isDisplayed());
    }

    /** The page by itself would have a point more every 10 s. */
    private void showsTheHourBeforeThePageWasOpened() {
        page.navigate().refresh();
        click("tbody[data-port-group='device:s1/4'] th a");
        click("#panel-hour");
        String chart = "[data-panel-class='A'] [data-points]";
        wait.until(p -> Integer.parseInt(attribute(chart, "data-points")) >= 6);
        assertThat(text("[data-kind='policy-changed']")).contains("policy changed");
    }

    /** What is shown now keeps WCAG, as far as a program can check it, in light and in dark. */
    private void isAccessible() throws IOException, InterruptedException {
        PageRules.areKept(page, "light");
        inDark(() -> PageRules.areKept(page, "dark"));
    }

    /** Something done with the page. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void inDark(Step step) throws IOException, InterruptedException {
        PageRules.prefer(page, "dark");
        // The charts are drawn anew with the next reading.
        String readings = attribute("body", "data-readings");
        wait.until(p -> !attribute("body", "data-readings").equals(readings));
        step.run();
        PageRules.prefer(page, "light");
        String later = attribute("body", "data-readings");
        wait.until(p -> !attribute("body", "data-readings").equals(later));
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

    private String text(String selector) {
        return wait.until(p -> find(selector).getText());
    }

    private String attribute(String selector, String name) {
        return wait.until(p -> find(selector).getDomAttribute(name));
    }

    private void click(String selector) {
        wait.until(
                p -> {
                    find(selector).click();
                    return true;
                });
    }

    private List<WebElement> all(String selector) {
        return page.findElements(By.cssSelector(selector));
    }

    private static String congested(String field) {
        return cell("device:s1/4", "A", field);
    }

    private static String cell(String port, String queue, String field) {
        return String.format(
                "[data-port='%s'][data-class='%s'] [data-field='%s']", port, queue, field);
    }
}
