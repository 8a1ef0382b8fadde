// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Rows of a comparison that is under way: {@code runs.csv} and {@code misses.csv} grow with each
 * run that ends, in the order of their ends, so that an interrupted comparison loses only the runs
 * under way.
 */
public final class EndedRuns {
    private final Path runs;
    private final Path misses;

    /**
     * Begins both files.
     *
     * @param directory that exists
     * @throws IOException when a file cannot be written
     */
    public EndedRuns(Path directory) throws IOException {
        runs = directory.resolve("runs.csv");
        misses = directory.resolve("misses.csv");
        Files.write(runs, RunsCsv.lines(List.of()));
        Files.write(misses, List.of(Miss.HEAD));
    }

    /** Appends a run; may be called by several threads. */
    public synchronized void add(RunOutcome run) {
        try {
            List<String> lines = RunsCsv.lines(List.of(run.row()));
            Files.write(runs, lines.subList(1, lines.size()), StandardOpenOption.APPEND);
            Files.write(misses, run.detail().missLines(run.row()), StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
