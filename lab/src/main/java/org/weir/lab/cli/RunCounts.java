// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.util.List;
import java.util.stream.LongStream;

/** Checks of {@code --seeds}, {@code --seed} and {@code --threads}. */
final class RunCounts {
    private static final int MOST_SEEDS = 100_000;
    private static final int MOST_THREADS = 1024;

    private RunCounts() {}

    /**
     * The seeds of the runs: {@code first} and those that follow it.
     *
     * @throws IllegalArgumentException naming the option and the rule
     */
    static List<Long> seeds(long first, int count) {
        require("--seeds", count, MOST_SEEDS);
        if (first > Long.MAX_VALUE - count + 1) {
            throw new IllegalArgumentException(
                    "--seed must be at most "
                            + (Long.MAX_VALUE - count + 1)
                            + " with "
                            + count
                            + " --seeds, not "
                            + first);
        }
        return LongStream.range(0, count).mapToObj(i -> first + i).toList();
    }

    /** Number of concurrent runs unless said otherwise: the processors, 1024 at most. */
    static int defaultThreads() {
        return Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Checks the number of concurrent runs.
     *
     * @throws IllegalArgumentException naming the option and the rule
     */
    static void checkThreads(int threads) {
        require("--threads", threads, MOST_THREADS);
    }

    private static void require(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(option + " must be 1 to " + most + ", not " + value);
        }
    }
}
