// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Files of an earlier comparison, as far as its tables need them. {@code runs.csv} must be there.
 * An interrupted comparison leaves this file and {@code misses.csv} only.
 *
 * @param described a line for each network; empty without {@code networks.txt}
 * @param runs with their misses; without delays and periods, which only plots need
 * @param hasMisses whether {@code misses.csv} is there
 * @param periods length of each run, from {@code series.csv}; empty without this file
 */
public record RunFolder(
        List<String> described, List<RunOutcome> runs, boolean hasMisses, OptionalInt periods) {
    /** Copies the lists. */
    public RunFolder {
        described = List.copyOf(described);
        runs = List.copyOf(runs);
    }

    /** A run's names. */
    private record Key(String network, String scheme, long seed) {
        static Key of(RunRow row) {
            return new Key(row.network(), row.scheme(), row.seed());
        }

        @Override
        public String toString() {
            return network + " " + scheme + " seed " + seed;
        }
    }

    /**
     * Reads a folder.
     *
     * @throws IOException when a file cannot be read, or without {@code runs.csv}
     * @throws IllegalArgumentException naming the file, the line or the run, and what is wrong
     */
    public static RunFolder read(Path folder) throws IOException {
        Path runsFile = folder.resolve("runs.csv");
        List<RunRow> rows = rows(runsFile);
        Path missesFile = folder.resolve("misses.csv");
        boolean hasMisses = Files.exists(missesFile);
        Map<Key, List<Miss>> misses = hasMisses ? misses(missesFile) : Map.of();
        List<RunOutcome> runs = new ArrayList<>();
        Map<Key, RunRow> seen = new HashMap<>();
        for (RunRow row : rows) {
            Key key = Key.of(row);
            if (seen.put(key, row) != null) {
                throw new IllegalArgumentException(runsFile + ": two rows of " + key);
            }
            List<Miss> own = misses.getOrDefault(key, List.of());
            long missed = row.verdicts().chars().filter(one -> one == '0').count();
            if (hasMisses && own.size() != missed) {
                throw new IllegalArgumentException(
                        String.format(
                                "%s: must have the %d missed class-periods of %s in runs.csv, has"
                                        + " %d",
                                missesFile, missed, key, own.size()));
            }
            runs.add(new RunOutcome(row, new RunDetail(List.of(), List.of(), own)));
        }
        Path described = folder.resolve("networks.txt");
        return new RunFolder(
                Files.exists(described) ? lines(described) : List.of(),
                runs,
                hasMisses,
                periods(folder.resolve("series.csv"), rows));
    }

    /**
     * Leaves out networks.
     *
     * @param isKept judges a network's line of {@code networks.txt}, such as "flood-1g: dumbbell…"
     * @return the folder with the networks that are kept, and their runs
     * @throws IllegalArgumentException if there is no {@code networks.txt}, or no run is left
     */
    public RunFolder networks(Predicate<String> isKept) {
        if (described.isEmpty()) {
            throw new IllegalArgumentException("networks.txt must be in the folder");
        }
        List<String> kept = described.stream().filter(isKept).toList();
        Set<String> names =
                kept.stream()
                        .map(line -> line.substring(0, line.indexOf(": ")))
                        .collect(Collectors.toSet());
        List<RunOutcome> left =
                runs.stream().filter(run -> names.contains(run.row().network())).toList();
        if (left.isEmpty()) {
            throw new IllegalArgumentException(
                    "must leave a network with runs, of " + described.size());
        }
        return new RunFolder(kept, left, hasMisses, periods);
    }

    /**
     * Reads a {@code runs.csv} with at least one run.
     *
     * @throws IOException when the file cannot be read
     * @throws IllegalArgumentException naming the file and the line
     */
    public static List<RunRow> rows(Path file) throws IOException {
        try {
            List<RunRow> rows = RunsCsv.read(lines(file));
            if (rows.isEmpty()) {
                throw new IllegalArgumentException("has no run");
            }
            return rows;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /** Lines of a file; an exception names the file. */
    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw notUtf8(file, e);
        }
    }

    private static FileSystemException notUtf8(Path file, CharacterCodingException fault) {
        FileSystemException named = new FileSystemException(file.toString(), null, "is not UTF-8");
        named.initCause(fault);
        return named;
    }

    private static Map<Key, List<Miss>> misses(Path file) throws IOException {
        List<String> lines = lines(file);
        if (lines.isEmpty() || !lines.get(0).equals(Miss.HEAD)) {
            throw new IllegalArgumentException(file + ": line 1: must be " + Miss.HEAD);
        }
        Map<Key, List<Miss>> misses = new HashMap<>();
        for (int i = 1; i < lines.size(); i++) {
            try {
                String[] words = lines.get(i).split(",", -1);
                Miss miss = Miss.read(words);
                misses.computeIfAbsent(
                                new Key(words[0], words[1], Long.parseLong(words[2])),
                                key -> new ArrayList<>())
                        .add(miss);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        file + ": line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return misses;
    }

    /** Number of periods of the first run in the file, which all runs have. */
    private static OptionalInt periods(Path file, List<RunRow> rows) throws IOException {
        if (!Files.exists(file)) {
            return OptionalInt.empty();
        }
        int periods = 0;
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            if (!RunDetail.PERIOD_HEAD.equals(reader.readLine())) {
                throw new IllegalArgumentException(
                        file + ": line 1: must be " + RunDetail.PERIOD_HEAD);
            }
            int column = List.of(RunDetail.PERIOD_HEAD.split(",")).indexOf("period");
            List<String> names = null;
            String line = reader.readLine();
            while (line != null) {
                String[] words = line.split(",", -1);
                List<String> own = Arrays.asList(words).subList(0, Math.min(3, words.length));
                if (names != null && !own.equals(names)) {
                    break;
                }
                names = own;
                periods = Math.max(periods, 1 + Integer.parseInt(words[column]));
                line = reader.readLine();
            }
        } catch (CharacterCodingException e) {
            throw notUtf8(file, e);
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
        for (RunRow row : rows) {
            for (String ofClass : row.verdicts().split("/")) {
                if (periods == 0 || ofClass.length() % periods != 0) {
                    throw new IllegalArgumentException(
                            String.format(
                                    "%s: has %d periods a run; the verdicts of %s in runs.csv"
                                            + " must be a multiple of it, not %d",
                                    file, periods, Key.of(row), ofClass.length()));
                }
            }
        }
        return OptionalInt.of(periods);
    }
}
