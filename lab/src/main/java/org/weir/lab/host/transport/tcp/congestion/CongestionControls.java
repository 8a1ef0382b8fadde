// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.host.transport.tcp.congestion;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The congestion-control algorithms that there are. */
public final class CongestionControls {
    private static final Pattern WORD = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    private static volatile List<CongestionControlProvider> added = List.of();

    private CongestionControls() {}

    /** Weir's own, then those that were {@linkplain #add added}. Experiments number them from 1. */
    public static List<CongestionControlProvider> all() {
        return Stream.concat(Stream.of(CongestionAlgorithm.values()), added.stream()).toList();
    }

    /**
     * Checks algorithms that are to be added.
     *
     * @throws IllegalArgumentException if a name is taken or none
     */
    public static void check(List<CongestionControlProvider> more) {
        List<String> words =
                new ArrayList<>(all().stream().map(CongestionControlProvider::word).toList());
        for (CongestionControlProvider one : more) {
            String word = one.word();
            if (word == null || !WORD.matcher(word).matches()) {
                throw new IllegalArgumentException(
                        "the name of a congestion control has small letters, digits and hyphens,"
                                + " not \""
                                + word
                                + "\"");
            }
            if (words.contains(word)) {
                throw new IllegalArgumentException(
                        "another congestion control has the name \"" + word + "\"");
            }
            words.add(word);
        }
    }

    /**
     * Adds algorithms. Must be called before experiments are listed or run.
     *
     * @throws IllegalArgumentException as {@link #check}; none is added then
     */
    public static synchronized void add(List<CongestionControlProvider> more) {
        check(more);
        added = Stream.concat(added.stream(), more.stream()).toList();
    }

    /**
     * The algorithm of a name.
     *
     * @throws IllegalArgumentException naming those that there are
     */
    public static CongestionControlProvider named(String word) {
        return all().stream()
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "must be "
                                                + all().stream()
                                                        .map(CongestionControlProvider::word)
                                                        .collect(Collectors.joining(", "))
                                                + ", not \""
                                                + word
                                                + "\""));
    }
}
