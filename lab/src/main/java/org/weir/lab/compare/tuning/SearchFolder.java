// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.tuning;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.compare.scheme.SchemeChoice;

/**
 * Folder with the result of a search, which grows by one scheme at a time: {@code tuned.json} and
 * {@code search.csv}. A search that was ended early goes on from there.
 */
public final class SearchFolder {
    private final Path tuned;
    private final Path search;
    private final String trained;
    private final Map<String, List<TuningSearch.Candidate>> found = new LinkedHashMap<>();

    /** Choices that were tuned, by name of their scheme; of older files none is known. */
    private final Map<String, String> tunedChoices = new HashMap<>();

    private SearchFolder(Path folder, String trained) {
        tuned = folder.resolve("tuned.json");
        search = folder.resolve("search.csv");
        this.trained = trained;
    }

    /**
     * Opens a folder, and reads the schemes that it already has.
     *
     * @param trained description of the search: budget, networks, seeds and periods
     * @throws IllegalArgumentException if the folder has the result of a search with another
     *     description, or files of another form
     */
    public static SearchFolder open(Path folder, String trained) throws IOException {
        SearchFolder opened = new SearchFolder(folder, trained);
        if (!Files.exists(opened.tuned)) {
            return opened;
        }
        String text = Files.readString(opened.tuned);
        String before = TunedFile.trained(text);
        if (!before.equals(trained)) {
            throw new IllegalArgumentException(
                    "--out: "
                            + opened.tuned
                            + " is of another search ("
                            + before
                            + "), not of this one ("
                            + trained
                            + "); give another folder, or remove the file");
        }
        opened.tunedChoices.putAll(TunedFile.choices(text));
        opened.found.putAll(TunedFile.readCsv(Files.readAllLines(opened.search)));
        return opened;
    }

    /** True if it has the candidates of a scheme. */
    boolean has(String scheme) {
        return found.containsKey(scheme);
    }

    /**
     * Choices of whose schemes it has no candidates.
     *
     * @throws IllegalArgumentException if two choices are of one scheme, of which the folder can
     *     have only one result, or if the folder has the result of another choice of a scheme
     */
    public List<SchemeChoice> missing(List<SchemeChoice> choices) {
        Map<String, String> labels = new HashMap<>();
        for (SchemeChoice one : choices) {
            String other = labels.put(one.scheme().name(), one.label());
            if (other != null) {
                throw new IllegalArgumentException(
                        "--tune: "
                                + other
                                + " and "
                                + one.label()
                                + " are both of the scheme "
                                + one.scheme().name()
                                + ", of which a folder has one result; tune one of them, or give"
                                + " each its own --out");
            }
            String before = tunedChoices.getOrDefault(one.scheme().name(), one.label());
            if (!before.equals(one.label())) {
                throw new IllegalArgumentException(
                        "--out: "
                                + tuned
                                + " has the result of "
                                + before
                                + " for the scheme "
                                + one.scheme().name()
                                + ", of which a folder has one result; give "
                                + one.label()
                                + " another folder");
            }
        }
        return choices.stream().filter(one -> !has(one.scheme().name())).toList();
    }

    /**
     * Adds the candidates of one scheme, and writes both files.
     *
     * @param choice label of the choice that was tuned
     */
    public void add(String choice, List<TuningSearch.Candidate> candidates) throws IOException {
        tunedChoices.put(candidates.get(0).scheme(), choice);
        found.put(candidates.get(0).scheme(), List.copyOf(candidates));
        List<List<TuningSearch.Candidate>> all = new ArrayList<>(found.values());
        // The file that tells what the folder has comes last.
        replace(search, String.join("\n", TunedFile.csv(all)) + "\n");
        replace(tuned, text());
    }

    /** Content of {@code tuned.json}. */
    public String text() {
        return TunedFile.write(trained, new ArrayList<>(found.values()), tunedChoices);
    }

    private static void replace(Path file, String text) throws IOException {
        Path written = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(written, text);
        Files.move(
                written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
