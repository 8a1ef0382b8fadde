// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Arrays;
import java.util.Locale;
import org.weir.control.de.DifferentialEvolution;
import org.weir.control.de.SearchResult;
import org.weir.control.de.Strategy;
import org.weir.control.tuning.Tuning;

/**
 * Search for the whole numbers of a port ({@link InstalledProgramme}) by differential evolution. It
 * begins with the direct answer, which stays unless a better one is found. The number of
 * evaluations is bounded, not the time, so that the answer depends on problem and seed alone.
 */
final class InstalledSearch {
    /** Error of shares below which no search is made. */
    private static final double GOOD_ERROR = 0.005;

    /** Largest number of packets that rounding may have taken from a class. */
    private static final double ROUNDED_PACKETS = 2;

    private static final int GENERATIONS = 12;
    private static final int POINTS_PER_VARIABLE = 5;

    private final InstalledProgramme programme;
    private final int[] direct;
    private final InstalledProgramme.Score directScore;
    private int[] best;
    private String gain;

    private InstalledSearch(InstalledProgramme programme, int[] direct) {
        this.programme = programme;
        this.direct = direct;
        this.best = direct;
        directScore = programme.score(direct);
    }

    /**
     * @param share wanted of the port's rate per class, Σ = 1
     * @param neededShare that each class needs for its targets
     * @param direct packets that the direct method lets each class keep
     */
    static InstalledSearch run(
            PortProblem port,
            QueueNeed[] queues,
            double[] share,
            double[] neededShare,
            int[] direct,
            Tuning tuning,
            long seed) {
        InstalledProgramme programme = new InstalledProgramme(port, queues, share, tuning);
        InstalledSearch search = new InstalledSearch(programme, direct);
        double rounded = ROUNDED_PACKETS / port.capacityPackets();
        if (search.directScore.error < GOOD_ERROR
                && (search.directScore.missed == 0 || !isNear(share, neededShare, rounded))) {
            search.gain = "DE: nothing to gain";
        } else {
            search.evolve(port, seed);
        }
        return search;
    }

    /** True if rounding may have reduced a class's share below its need. */
    private static boolean isNear(double[] share, double[] neededShare, double rounded) {
        for (int i = 0; i < share.length; i++) {
            if (neededShare[i] > 0 && share[i] > neededShare[i] - rounded) {
                return true;
            }
        }
        return false;
    }

    private void evolve(PortProblem port, long seed) {
        int points = POINTS_PER_VARIABLE * (1 + direct.length);
        double[][] start = new double[points][];
        start[0] = programme.point(direct);
        double most = programme.upper()[0];
        double least = programme.lower()[0];
        for (int i = 1; i < points; i++) {
            start[i] = new double[1 + direct.length];
            start[i][0] = Math.rint(most - (most - least) * (i - 1) / (points - 1));
        }
        SearchResult found =
                DifferentialEvolution.builder()
                        .strategy(Strategy.RAND_1_BIN)
                        .populationSize(points)
                        .scale(0.5, 0.9)
                        .crossoverRate(0.5)
                        .maxEvaluations(GENERATIONS * points)
                        .build()
                        .minimize(programme, seed, start);
        int[] kept = programme.keptPackets(found.best());
        InstalledProgramme.Score score = programme.score(kept);
        if (!score.isBetterThan(directScore)) {
            gain =
                    String.format(
                            Locale.ROOT, "DE: no better in %d evaluations", found.evaluations());
            return;
        }
        best = kept;
        gain =
                String.format(
                        Locale.ROOT,
                        "DE: targets missed %d to %d, largest share error %.1f to %.1f %%, %d of %d"
                                + " packets, %d evaluations",
                        directScore.targets,
                        score.targets,
                        100 * directScore.shareError,
                        100 * score.shareError,
                        Arrays.stream(kept).sum(),
                        port.capacityPackets(),
                        found.evaluations());
    }

    /** Packets that each class may keep in its queue. */
    int[] keptPackets() {
        return best;
    }

    /** Gain of the search over the direct answer, in a few words for the log. */
    String gain() {
        return gain;
    }
}
