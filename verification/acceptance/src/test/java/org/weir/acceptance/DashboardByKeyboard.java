// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * An operator without a mouse: opens a port, changes a target, applies it and rolls it back. After
 * each step the focus is where the operator goes on.
 */
final class DashboardByKeyboard {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** More than the page has places that take the focus. */
    private static final int MOST_TABS = 300;

    private static final String PORT = "tbody[data-port-group='device:s1/4'] th a";
    private static final String CHANGE_A = "[data-edit='A']";
    private static final String DELAY = "#plan-fields input[name='delayMs']";

    private final ChromeDriver page;
    private final WebDriverWait wait;

    DashboardByKeyboard(ChromeDriver page) {
        this.page = page;
        this.wait = new WebDriverWait(page, PATIENCE);
        wait.ignoring(StaleElementReferenceException.class);
    }

    void walk() {
        press(Keys.ESCAPE);
        opensAndClosesAPort();
        leavesAPlanWithEscape();
        long before = runningVersion();
        appliesAPlan(before);
        rollsBackTo(before);
    }

    private void opensAndClosesAPort() {
        tabTo(PORT);
        press(Keys.ENTER);
        wait.until(p -> find("#panel").isDisplayed());
        awaitFocus("#panel-heading");
        press(Keys.TAB);
        assertThat(isFocusInside("#panel")).as("the panel's controls are next").isTrue();
        press(Keys.ESCAPE);
        wait.until(p -> !find("#panel").isDisplayed());
        awaitFocus(PORT);

        press(Keys.ENTER);
        awaitFocus("#panel-heading");
        tabTo("#panel-close");
        press(Keys.ENTER);
        wait.until(p -> !find("#panel").isDisplayed());
        awaitFocus(PORT);
    }

    private void leavesAPlanWithEscape() {
        planDelay("8");
        press(Keys.ESCAPE);
        wait.until(p -> !find("#plan-dialog").isDisplayed());
        awaitFocus(CHANGE_A);
    }

    /** Enters class A's mean delay, and has its effect shown. */
    private void planDelay(String delayMs) {
        tabTo(CHANGE_A);
        press(Keys.ENTER);
        wait.until(p -> find("#plan-edit").isDisplayed());
        awaitFocus("#plan-fields input");
        tabTo(DELAY);
        new Actions(page).keyDown(Keys.CONTROL).sendKeys("a").keyUp(Keys.CONTROL).perform();
        press(delayMs);
        press(Keys.ENTER);
        wait.until(p -> find("#plan-review").isDisplayed());
        awaitFocus("#plan-title");
        assertThat(find("#plan-differences").getText()).endsWith(": 5 → " + delayMs);
    }

    private void appliesAPlan(long before) {
        planDelay("9");
        tabTo("#plan-guard");
        new Actions(page).keyDown(Keys.CONTROL).sendKeys("a").keyUp(Keys.CONTROL).perform();
        press("0");
        tabTo("#plan-apply");
        press(Keys.SPACE);
        wait.until(p -> runningVersion() == before + 1);
        wait.until(p -> find("li[data-class='A']").getText().contains("delay ≤ 9 ms"));
        // The list of classes was drawn anew meanwhile.
        awaitFocus(CHANGE_A);
    }

    private void rollsBackTo(long version) {
        String button = "[data-rollback='" + version + "']";
        tabTo(button);
        press(Keys.ENTER);
        wait.until(p -> find("#rollback-form .main").isDisplayed());
        press(Keys.ESCAPE);
        wait.until(p -> !find("#rollback-dialog").isDisplayed());
        awaitFocus(button);
        press(Keys.ENTER);
        tabTo("#rollback-form .main");
        press(Keys.ENTER);
        wait.until(p -> runningVersion() == version + 2);
        wait.until(p -> find("li[data-class='A']").getText().contains("delay ≤ 5 ms"));
        awaitFocus(button);
    }

    private long runningVersion() {
        String text =
                wait.until(p -> find("#version-list tr[data-version]").getText().split(" ")[0]);
        return Long.parseLong(text);
    }

    private void tabTo(String selector) {
        for (int i = 0; i < MOST_TABS; i++) {
            if (hasFocus(selector)) {
                return;
            }
            press(Keys.TAB);
        }
        throw new AssertionError("the Tab key never reaches " + selector);
    }

    private void press(CharSequence keys) {
        new Actions(page).sendKeys(keys).perform();
    }

    private void awaitFocus(String selector) {
        wait.withMessage(() -> "focus on " + selector + ", not on " + focus())
                .until(p -> hasFocus(selector));
    }

    private boolean hasFocus(String selector) {
        return is("return document.activeElement.matches(arguments[0])", selector);
    }

    private boolean isFocusInside(String selector) {
        return is("return document.activeElement.closest(arguments[0]) !== null", selector);
    }

    private boolean is(String script, String selector) {
        return (Boolean) ((JavascriptExecutor) page).executeScript(script, selector);
    }

    private Object focus() {
        return page.executeScript("return document.activeElement.outerHTML.slice(0, 120)");
    }

    private WebElement find(String selector) {
        return page.findElement(By.cssSelector(selector));
    }
}
