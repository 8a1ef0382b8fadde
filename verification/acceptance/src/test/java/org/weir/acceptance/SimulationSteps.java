// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * An operator makes a plan in the dashboard, runs the command that the dialog shows, and sees the
 * result in the same dialog.
 */
final class SimulationSteps {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Short runs: how good a simulation is, is not tested here. */
    private static final String SHORT = " --seeds 2 --periods 5";

    private static final Pattern ESTIMATE =
            Pattern.compile("simulated ([0-9.]+) \\(([0-9.]+) to ([0-9.]+)\\)");

    private final ChromeDriver page;
    private final WebDriverWait wait;

    SimulationSteps(ChromeDriver page) {
        this.page = page;
        this.wait = new WebDriverWait(page, PATIENCE);
        wait.ignoring(StaleElementReferenceException.class);
    }

    /** Leaves the dialog open. */
    void walk() throws IOException, InterruptedException {
        click("[data-edit='A']");
        wait.until(p -> find("#plan-edit").isDisplayed());
        WebElement delay = find("#plan-fields input[name='delayMs']");
        delay.clear();
        delay.sendKeys("3");
        click("#plan-make");
        wait.until(p -> find("#plan-review").isDisplayed());
        assertThat(find("#plan-simulation").getText()).startsWith("Not simulated");
        assertThat(simulated()).isEmpty();

        String command = find("#plan-command").getText();
        String address = page.getCurrentUrl().replaceFirst("(http://)([^@/]*@)?([^/]+)/.*", "$1$3");
        assertThat(command).matches("\\./weir plan \\d+ --onos " + Pattern.quote(address));
        copies(command);
        WebElement first = find("#plan-ports input[type='checkbox']");
        first.click();

        assertThat(Shell.run(Shell.home(), "bash", "-c", command + SHORT).orFail())
                .contains("attached to plan");

        wait.withMessage("the result appears in the open dialog")
                .until(p -> !simulated().isEmpty());
        PageRules.areKept(page, "light");
        for (WebElement each : simulated()) {
            Matcher estimate = ESTIMATE.matcher(each.getText());
            if (estimate.matches()) {
                double mean = Double.parseDouble(estimate.group(1));
                assertThat(mean)
                        .isBetween(
                                Double.parseDouble(estimate.group(2)),
                                Double.parseDouble(estimate.group(3)));
            }
        }
        assertThat(simulated()).anyMatch(each -> ESTIMATE.matcher(each.getText()).matches());
        assertThat(find("[data-plan-class='A'] td.outcome").getText())
                .contains("measured", "expected", "guaranteed", "simulated");
        assertThat(find("#plan-simulation").getText())
                .contains("2 seeds of 5 periods", "95 % confidence interval");
        assertThat(find("#plan-copied").getText()).contains("result of the simulation");
        assertThat(first.isSelected()).as("what was chosen meanwhile stays").isTrue();
    }

    /** A browser may forbid a page the clipboard; the command is selected then. */
    private void copies(String command) {
        click("#plan-copy");
        wait.until(p -> !find("#plan-copied").getText().isEmpty());
        if (!find("#plan-copied").getText().equals("Copied.")) {
            assertThat(find("#plan-copied").getText()).startsWith("Selected");
            assertThat(page.executeScript("return getSelection().toString()").toString().strip())
                    .isEqualTo(command);
        }
    }

    private List<WebElement> simulated() {
        return page.findElements(By.cssSelector("#plan-ports [data-source='simulated']"));
    }

    private WebElement find(String selector) {
        return page.findElement(By.cssSelector(selector));
    }

    private void click(String selector) {
        wait.until(
                p -> {
                    find(selector).click();
                    return true;
                });
    }
}
