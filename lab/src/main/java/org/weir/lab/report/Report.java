// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The report of the results that a directory holds. */
public final class Report {
    private static final String PAGE = "report.html";

    private final List<StoredResult> results;

    private Report(List<StoredResult> results) {
        this.results = results;
    }

    /**
     * Reads what {@code lab run --out} has written.
     *
     * @throws IOException when a result cannot be read
     */
    public static Report read(Path directory) throws IOException {
        return new Report(StoredResult.all(directory));
    }

    /** How many results there are. */
    public int size() {
        return results.size();
    }

    /**
     * Writes the page.
     *
     * @return its file
     * @throws IOException when it cannot be written
     */
    public Path writePage(Path directory) throws IOException {
        // Charts are drawn without a screen.
        System.setProperty("java.awt.headless", "true");
        return Files.writeString(
                directory.resolve(PAGE), ReportPage.of(results), StandardCharsets.UTF_8);
    }

    /**
     * Writes the tables as Markdown.
     *
     * @throws IOException when it cannot be written
     */
    public void writeTable(Path file) throws IOException {
        Files.writeString(file, ResultsTable.of(results), StandardCharsets.UTF_8);
    }
}
