// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The dashboard in a real browser, when REST refuses, or tells of other days and other users. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DashboardAnswersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** 1 December 2025, 12:00 UTC. */
    private static final long LONG_AGO_MS = 1_764_590_400_000L;

    private static final String LONG_AGO = "1 Dec 2025, \\d\\d:\\d\\d:\\d\\d";
    private static final String CHANGE_A = "[data-edit='A']";

    @TempDir private Path folder;

    /** Something done with the open page and what answers it. */
    @FunctionalInterface
    private interface Visit {
        void with(ChromeDriver page, RecordedRest rest);
    }

    private void visit(Visit visit) throws Exception {
        try (RecordedRest rest = new RecordedRest(2, 1, 1)) {
            DashboardInBrowser.visit(rest.url(), folder, page -> visit.with(page, rest));
        }
    }

    private static WebElement find(ChromeDriver page, String selector) {
        return page.findElement(By.cssSelector(selector));
    }

    private static void awaitText(ChromeDriver page, String selector, String pattern) {
        new WebDriverWait(page, PATIENCE)
                .ignoring(StaleElementReferenceException.class)
                .withMessage(
                        () -> selector + " with " + pattern + ": " + find(page, selector).getText())
                .until(p -> find(page, selector).getText().matches("(?s)" + pattern));
    }

    /** Clicks as soon as there is such an element, also when the page draws it anew meanwhile. */
    private static void click(ChromeDriver page, String selector) {
        new WebDriverWait(page, PATIENCE)
                .ignoring(StaleElementReferenceException.class)
                .until(
                        p -> {
                            find(page, selector).click();
                            return true;
                        });
    }

    @Test
    void bannerSaysWhetherOnosRefusesOrIsAwayOrThePageIsWrong() throws Exception {
        visit(
                (page, rest) -> {
                    rest.answer("GET ports", 401, "{'detail':'This request needs a user.'}");
                    awaitText(
                            page,
                            "#banner",
                            "ONOS refuses \\(401\\): This request needs a user\\..*");
                    rest.answer("GET ports", 503, "{'detail':'Weir is not active.'}");
                    awaitText(page, "#banner", "ONOS refuses \\(503\\): Weir is not active\\..*");
                    rest.answer("GET ports", 0, "");
                    awaitText(page, "#banner", "ONOS does not answer: .*");
                    rest.answer("GET ports", 200, "{'ports':7,'resolves':1}");
                    awaitText(page, "#banner", "This page has a mistake: .*");
                });
    }

    /** A change by another user between the opening of the editor and the plan is not undone. */
    @Test
    void planIsOfTheVersionWhoseValuesTheEditorHas() throws Exception {
        visit(
                (page, rest) -> {
                    rest.answer("GET policy/versions", 200, "{'running':4,'versions':[]}");
                    rest.answer(
                            "GET classes",
                            200,
                            "{'classes':[{'name':'A','importance':8,'targets':{'delayMs':6}}]}");
                    click(page, CHANGE_A);
                    new WebDriverWait(page, PATIENCE)
                            .until(p -> find(page, "#plan-edit").isDisplayed());
                    assertThat(
                                    find(page, "#plan-fields input[name='delayMs']")
                                            .getDomProperty("value"))
                            .isEqualTo("6");
                    rest.answer("GET policy/versions", 200, "{'running':5,'versions':[]}");
                    rest.answer("POST plans", 412, "{'detail':'The policy is at version 5.'}");
                    find(page, "#plan-make").click();
                    awaitText(page, "#plan-error", "The policy is at version 5\\. Cancel, .*");
                    assertThat(rest.lastIfMatch()).isEqualTo("\"4\"");
                });
    }

    @Test
    void dialogSaysWhyAPlanOrAClassIsNotShown() throws Exception {
        visit(
                (page, rest) -> {
                    rest.answer(
                            "GET plans",
                            200,
                            "{'plans':[{'plan':3,'basedOn':1,'who':'ann','state':'open','note':'',"
                                    + "'guardedUntilMs':null,'canary':null}]}");
                    rest.answer("GET plans/3", 404, "{'detail':'There is no plan 3.'}");
                    click(page, "[data-open-plan='3']");
                    awaitText(page, "#plan-error", "There is no plan 3\\.");
                    find(page, "#plan-failed [data-close]").click();
                    assertThat(find(page, "#plan-dialog").isDisplayed()).isFalse();
                    rest.answer("GET policy/versions", 409, "{'detail':'The store is away.'}");
                    click(page, CHANGE_A);
                    awaitText(page, "#plan-error", "The store is away\\.");
                });
    }

    @Test
    void timesOfOtherDaysHaveTheirDay() throws Exception {
        visit(
                (page, rest) -> {
                    String since = "'kind':'loop','sinceMs':" + LONG_AGO_MS + ",'text':'late'";
                    rest.answer(
                            "GET alerts",
                            200,
                            "{'alerts':[{'subject':'s',"
                                    + since
                                    + "}],'groups':[{'count':1,"
                                    + since
                                    + "}]}");
                    awaitText(page, "#alert-list", ".*\\(since " + LONG_AGO + "\\)");
                    awaitText(page, "#state-text", "Live, \\d\\d:\\d\\d:\\d\\d");
                    rest.answer(
                            "GET freeze",
                            200,
                            "{'frozen':true,'known':true,'note':null,'record':[{'frozen':true,"
                                    + "'timeMs':"
                                    + LONG_AGO_MS
                                    + ",'who':'ann','via':'REST','reason':'repair'}]}");
                    awaitText(page, "#freeze-text", ".*by ann at " + LONG_AGO + ": repair\\..*");
                });
    }

    @Test
    void freezeThatIsNotKnownOrLastsAlreadyIsSaid() throws Exception {
        visit(
                (page, rest) -> {
                    new WebDriverWait(page, PATIENCE)
                            .until(p -> find(page, "#freeze-start").isDisplayed());
                    rest.answer(
                            "POST freeze",
                            200,
                            "{'frozen':true,'known':true,'record':[],'note':'already frozen by ann'}");
                    click(page, "#freeze-start");
                    find(page, "#freeze-form .main").click();
                    awaitText(page, "#freeze-error", "Settings are already frozen by ann\\.");
                    rest.answer(
                            "GET freeze",
                            200,
                            "{'frozen':true,'known':false,'record':[],'note':null}");
                    awaitText(page, "#freeze-text", "It is not known yet .*");
                    assertThat(find(page, "#freeze-end").isDisplayed()).isFalse();
                });
    }
}
