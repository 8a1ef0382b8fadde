// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A walk through the page of the REST interface, from the dashboard and back: find an operation,
 * follow the link to a schema, send a request.
 */
final class RestPageSteps {
    private static final Dimension DESKTOP = new Dimension(1500, 1300);
    private static final Dimension PHONE = new Dimension(500, 1000);

    private final ChromeDriver page;
    private final WebDriverWait wait;

    /**
     * A walk.
     *
     * @param page browser that shows the dashboard
     */
    RestPageSteps(ChromeDriver page) {
        this.page = page;
        this.wait = new WebDriverWait(page, Duration.ofSeconds(30));
    }

    void walk() throws IOException {
        find("footer a[href='rest.html']").click();
        wait.until(p -> "shown".equals(find("body").getDomAttribute("data-state")));
        showsTheWholeDocument();
        findsAnOperation();
        followsALinkToASchema();
        sendsARequest();
        isAccessible();
        find("nav a[href='./']").click();
        wait.until(p -> "live".equals(find("body").getDomAttribute("data-state")));
    }

    /** Nothing of the committed document is missing in the page. */
    private void showsTheWholeDocument() throws IOException {
        JsonNode api =
                new ObjectMapper().readTree(Shell.home().resolve("docs/openapi.json").toFile());
        List<String> operations = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        for (String place : List.of("paths", "webhooks")) {
            api.path(place)
                    .fields()
                    .forEachRemaining(
                            path ->
                                    path.getValue()
                                            .fields()
                                            .forEachRemaining(
                                                    one -> {
                                                        operations.add(
                                                                one.getKey().toUpperCase()
                                                                        + " "
                                                                        + path.getKey());
                                                        one.getValue()
                                                                .path("responses")
                                                                .fieldNames()
                                                                .forEachRemaining(answers::add);
                                                    }));
        }
        assertThat(values("[data-operation]", "data-operation"))
                .containsExactlyInAnyOrderElementsOf(operations);
        assertThat(values("[data-status]", "data-status"))
                .containsExactlyInAnyOrderElementsOf(answers);
        List<String> schemas = new ArrayList<>();
        api.path("components")
                .path("schemas")
                .fieldNames()
                .forEachRemaining(name -> schemas.add("schema-" + name));
        assertThat(values("#api-schemas details", "id"))
                .containsExactlyInAnyOrderElementsOf(schemas);
    }

    private void findsAnOperation() {
        WebElement filter = find("#api-filter");
        filter.sendKeys("get classes");
        wait.until(p -> !find("#getPorts").isDisplayed());
        assertThat(find("#getClasses").isDisplayed()).isTrue();
        assertThat(find("#getClass").isDisplayed()).isTrue();
        filter.sendKeys(" of the moon");
        wait.until(p -> find("#api-none").getText().startsWith("No operation"));
        filter.sendKeys(Keys.chord(Keys.CONTROL, "a"), Keys.DELETE);
        wait.until(p -> find("#getPorts").isDisplayed());
    }

    private void followsALinkToASchema() {
        WebElement operation = find("#putClass");
        assertThat(operation.getDomProperty("open")).isEqualTo("false");
        operation.findElement(By.tagName("summary")).sendKeys(Keys.ENTER);
        wait.until(p -> find("#putClass pre").isDisplayed());
        assertThat(find("#putClass pre").getText())
                .startsWith("curl -u onos -X PUT")
                .contains("/onos/weir/v1/classes/")
                .doesNotContain("rocks");
        assertThat(find("#putClass").getText()).contains("If-Match", "in header", "412");
        find("#putClass a[href='#schema-ClassChange']").click();
        wait.until(p -> find("#schema-ClassChange").getText().contains("importance"));
        assertThat(page.switchTo().activeElement().getText()).isEqualTo("ClassChange");
    }

    private void sendsARequest() {
        open("getClasses");
        find("[data-send='getClasses'] button").click();
        wait.until(p -> find("[data-answer-status='getClasses']").getText().startsWith("200"));
        assertThat(find("[data-answer='getClasses']").getText()).contains("\"name\": \"A\"");
        // Only operations that change nothing can be sent from here.
        assertThat(page.findElements(By.cssSelector("[data-send]")))
                .allMatch(form -> form.getDomAttribute("data-send").matches("(get|read)[A-Z].*"));
    }

    /** In a window of a telephone, light and dark. */
    private void isAccessible() throws IOException {
        page.manage().window().setSize(PHONE);
        setOpen("details");
        PageRules.fitsTheWindow(page);
        // One of each kind: the checker takes minutes for all.
        setOpen("#getClasses, #putClass, #receiveEvent, #schema-Policy, #schema-PlanRequest");
        PageRules.areKept(page, "light");
        PageRules.prefer(page, "dark");
        PageRules.areKept(page, "dark");
        PageRules.prefer(page, "light");
        page.manage().window().setSize(DESKTOP);
    }

    /** Opens the elements that a selector finds, and closes all others. */
    private void setOpen(String selector) {
        page.executeScript(
                "for (const one of document.querySelectorAll('details'))"
                        + " one.open = one.matches(arguments[0])",
                selector);
    }

    private void open(String operation) {
        page.executeScript("location.hash = arguments[0]", operation);
        wait.until(p -> "true".equals(find("#" + operation).getDomProperty("open")));
    }

    private List<String> values(String selector, String attribute) {
        Object values =
                page.executeScript(
                        "return [...document.querySelectorAll(arguments[0])]"
                                + ".map(one => one.getAttribute(arguments[1]))",
                        selector,
                        attribute);
        List<String> texts = new ArrayList<>();
        ((List<?>) values).forEach(value -> texts.add((String) value));
        return texts;
    }

    private WebElement find(String selector) {
        return page.findElement(By.cssSelector(selector));
    }
}
