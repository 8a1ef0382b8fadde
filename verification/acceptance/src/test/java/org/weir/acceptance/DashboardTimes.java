// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openqa.selenium.chrome.ChromeDriver;

/**
 * Time and memory that an open dashboard takes in the browser. The system property {@code
 * weir.pageUpdates} is the number of updates that it measures; there is one a second.
 */
final class DashboardTimes {
    private static final int UPDATES = Integer.getInteger("weir.pageUpdates", 3);

    private final ChromeDriver page;

    /** Times of a page that has shown its first reading. */
    DashboardTimes(ChromeDriver page) {
        this.page = page;
    }

    /** Measures for some updates at the top of the page, and prints a table. */
    void print() throws InterruptedException {
        System.out.printf("first contentful paint %.0f ms%n", number(FIRST_PAINT));
        System.out.printf("first reading shown    %.0f ms%n", number(FIRST_READING));
        // Processor time instead of time that passes: other programs may keep the machine busy.
        page.executeCdpCommand("Performance.enable", Map.of("timeDomain", "threadTicks"));
        page.executeScript(WATCH_LONG_TASKS);
        Map<String, Double> before = metrics();
        long seen = updates();
        while (updates() < seen + UPDATES) {
            Thread.sleep(50);
        }
        double count = updates() - seen;
        Map<String, Double> after = metrics();
        System.out.printf("%.0f updates, ms of processor time an update:%n", count);
        for (String name :
                List.of(
                        "TaskDuration",
                        "ScriptDuration",
                        "LayoutDuration",
                        "RecalcStyleDuration")) {
            double perUpdateMs = 1e3 * (after.get(name) - before.get(name)) / count;
            System.out.printf("  %-20s %8.1f%n", name, perUpdateMs);
        }
        System.out.printf(
                "longest task           %.0f ms%n", number("return window.longestTaskMs"));
        System.out.printf("heap                   %.0f MB%n", after.get("JSHeapUsedSize") / 1e6);
        System.out.printf("elements               %.0f%n", after.get("Nodes"));
    }

    private static final String FIRST_PAINT =
            "return performance.getEntriesByName('first-contentful-paint')[0].startTime";

    private static final String FIRST_READING =
            "return performance.getEntriesByName('first-reading')[0].startTime";

    /** Counts a task of more than 50 ms, the browser's own limit of a long one. */
    private static final String WATCH_LONG_TASKS =
            "window.longestTaskMs = 0;"
                    + "new PerformanceObserver(list => list.getEntries().forEach(task => {"
                    + "window.longestTaskMs = Math.max(window.longestTaskMs, task.duration);"
                    + "})).observe({type: 'longtask'});";

    private long updates() {
        return (long) number("return Number(document.body.dataset.readings)");
    }

    private double number(String script) {
        return ((Number) page.executeScript(script)).doubleValue();
    }

    private Map<String, Double> metrics() {
        List<?> metrics =
                (List<?>) page.executeCdpCommand("Performance.getMetrics", Map.of()).get("metrics");
        return metrics.stream()
                .map(Map.class::cast)
                .collect(
                        Collectors.toMap(
                                metric -> (String) metric.get("name"),
                                metric -> ((Number) metric.get("value")).doubleValue()));
    }
}
