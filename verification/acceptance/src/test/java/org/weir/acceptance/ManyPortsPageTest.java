// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * The dashboard of 528 ports in a real browser, against recorded answers of REST. It prints a table
 * of times (docs/benchmarks.md).
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ManyPortsPageTest {

    /** More than a window of any screen shows, and far less than 1584. */
    private static final int MOST_ROWS_OF_CLASSES = 150;

    @TempDir private Path folder;

    @Test
    void showsHundredsOfPortsAndWhateverIsScrolledTo() throws Exception {
        try (RecordedRest rest = new RecordedRest(8, 4, 58)) {
            DashboardInBrowser.visit(
                    rest.url(),
                    folder,
                    page -> {
                        System.out.println(rest.ports() + " ports");
                        new DashboardTimes(page).print();
                        checkRows(page, rest.ports());
                    });
        }
    }

    private static void checkRows(ChromeDriver page, int ports) {
        assertThat(all(page, "tbody[data-port-group]")).hasSize(ports);
        assertThat(all(page, "tr[data-class]")).hasSizeLessThan(MOST_ROWS_OF_CLASSES);
        String last = "tbody[data-port-group='device:spine4/8']";
        assertThat(all(page, last + " tr[data-class]")).isEmpty();
        WebElement group = all(page, last).get(0);
        assertThat(group.getText()).contains("device:spine4/8");
        page.executeScript("arguments[0].scrollIntoView()", group);
        WebDriverWait wait = new WebDriverWait(page, Duration.ofSeconds(30));
        wait.until(p -> all(page, last + " tr[data-class]").size() == 3);
        wait.until(p -> !all(page, last + " [data-field='offeredBps'][data-value]").isEmpty());
        wait.until(p -> all(page, "tr[data-class]").size() < MOST_ROWS_OF_CLASSES);
        assertThat(page.manage().logs().get("browser").getAll())
                .filteredOn(entry -> entry.getLevel().getName().equals("SEVERE"))
                .isEmpty();
    }

    private static List<WebElement> all(ChromeDriver page, String selector) {
        return page.findElements(By.cssSelector(selector));
    }
}
