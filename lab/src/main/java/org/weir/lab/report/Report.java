// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The report of the results that a directory holds. */
public final class Report {
    private final List<StoredResult> results;
    private final List<Path> leftOut;

    private Report(List<StoredResult> results, List<Path> leftOut) {
        this.results = results;
        this.leftOut = leftOut;
    }

    /**
     * Reads what {@code lab run --out} has written.
     *
     * @throws IOException when a result cannot be read
     * @throws ResultException when one is damaged or somebody else's
     */
    public static Report read(Path directory) throws IOException, ResultException {
        return new Report(StoredResult.all(directory), StoredResult.unknown(directory));
    }

    /** Number of results. */
    public int size() {
        return results.size();
    }

    /**
     * The page as HTML.
     *
     * @throws IOException when a series cannot be read
     * @throws ResultException when one is damaged
     */
    public String page() throws IOException, ResultException {
        // Charts are drawn without a screen.
        System.setProperty("java.awt.headless", "true");
        return ReportPage.of(results);
    }

    /** The tables as Markdown. */
    public String table() {
        return ResultsTable.of(results);
    }

    /** Notes on single results, a line for each. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (StoredResult one : results) {
            one.otherVersion().ifPresent(why -> notes.add(one.folder() + ": " + why));
        }
        for (Path folder : leftOut) {
            notes.add(folder + ": left out, no experiment is named so");
        }
        return notes;
    }
}
