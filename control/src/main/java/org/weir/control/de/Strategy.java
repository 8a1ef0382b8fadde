// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import java.util.Objects;

/**
 * Strategy that makes trial points from the population. Names follow Storn and Price's notation,
 * base vector / number of differences / crossover.
 */
public enum Strategy {
    /** A random base, binomial crossover: the robust one. */
    RAND_1_BIN("DE/rand/1/bin", Base.RANDOM, Crossover.BINOMIAL),
    /** A random base, exponential crossover. */
    RAND_1_EXP("DE/rand/1/exp", Base.RANDOM, Crossover.EXPONENTIAL),
    /** The best as base, binomial crossover: quick and greedy. */
    BEST_1_BIN("DE/best/1/bin", Base.BEST, Crossover.BINOMIAL),
    /** The best as base, exponential crossover; PMQECN names it {@code DE/best/1/L}. */
    BEST_1_L("DE/best/1/L", Base.BEST, Crossover.EXPONENTIAL),
    /** Each point moved towards the best (also current-to-best), binomial crossover. */
    TARGET_TO_BEST_1_BIN("DE/target-to-best/1/bin", Base.TARGET_TO_BEST, Crossover.BINOMIAL),
    /** Each point moved towards the best, exponential crossover. */
    TARGET_TO_BEST_1_EXP("DE/target-to-best/1/exp", Base.TARGET_TO_BEST, Crossover.EXPONENTIAL),
    /**
     * Each point moved towards one of the best; the difference is taken to a point of the
     * population or of the archive of replaced parents: L-SHADE's.
     */
    CURRENT_TO_PBEST_1_BIN("DE/current-to-pbest/1/bin", Base.CURRENT_TO_PBEST, Crossover.BINOMIAL),
    /** The same with exponential crossover. */
    CURRENT_TO_PBEST_1_EXP(
            "DE/current-to-pbest/1/exp", Base.CURRENT_TO_PBEST, Crossover.EXPONENTIAL);

    private final String published;
    private final Base base;
    private final Crossover crossover;

    Strategy(String published, Base base, Crossover crossover) {
        this.published = published;
        this.base = base;
        this.crossover = crossover;
    }

    /** The name in Storn and Price's notation. */
    public String published() {
        return published;
    }

    /**
     * The strategy of that name; {@code current-to-best} and {@code target-to-best} are one, and
     * {@code exp} and {@code L} are one.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Strategy named(String published) {
        Objects.requireNonNull(published, "published");
        String wanted = canonical(published);
        for (Strategy strategy : values()) {
            if (canonical(strategy.published).equals(wanted)) {
                return strategy;
            }
        }
        throw new IllegalArgumentException("no strategy is named " + published);
    }

    private static String canonical(String name) {
        String same = name.replace("/current-to-best/", "/target-to-best/");
        return same.endsWith("/L") ? same.substring(0, same.length() - 1) + "exp" : same;
    }

    Base base() {
        return base;
    }

    Crossover crossover() {
        return crossover;
    }

    /** Point to which a mutant adds differences. */
    enum Base {
        RANDOM,
        BEST,
        TARGET_TO_BEST,
        CURRENT_TO_PBEST
    }

    /** Rule that selects the variables that a trial takes from the mutant. */
    enum Crossover {
        /** Each by its own toss. */
        BINOMIAL,
        /** A run of neighbours, of geometric length, around the end. */
        EXPONENTIAL
    }
}
