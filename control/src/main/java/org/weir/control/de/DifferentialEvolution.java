// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Differential evolution after Storn and Price (1997): constrained minimisation without
 * derivatives.
 *
 * <p>Constraints are handled by Deb's rules (2000), which may be relaxed in the beginning. Each
 * generation is made from the whole previous one, and each trial replaces its own parent if it is
 * at least as good. So the answer depends on the seed alone, not on the number of threads. The
 * first generation is a Latin hypercube, to which known good points can be added. Immutable and
 * safe for use by several threads.
 */
public final class DifferentialEvolution {
    final Strategy strategy;
    final BoundRepair boundRepair;
    final double pbestShare;
    final double archiveShare;
    final boolean shrinking;
    final double equalityTolerance;
    final double relaxation;
    final double spread;
    final int maxEvaluations;
    final long budgetNs;
    final LongSupplier clockNs;
    final Executor executor;
    final int threads;
    private final Adaptation adaptation;
    private final int populationSize;
    private final double scaleLow;
    private final double scaleHigh;
    private final double crossoverRate;

    private DifferentialEvolution(Builder builder) {
        strategy = builder.strategy;
        adaptation = builder.adaptation;
        populationSize = builder.populationSize;
        scaleLow = builder.scaleLow;
        scaleHigh = builder.scaleHigh;
        crossoverRate = builder.crossoverRate;
        pbestShare = builder.pbestShare;
        archiveShare = builder.archiveShare;
        shrinking = builder.shrinking;
        boundRepair = builder.boundRepair;
        equalityTolerance = builder.equalityTolerance;
        relaxation = builder.relaxation;
        spread = builder.spread;
        maxEvaluations = builder.maxEvaluations;
        budgetNs = builder.budgetNs;
        clockNs = builder.clockNs;
        executor = builder.executor;
        threads = builder.threads;
    }

    /** A builder with usual values of the classic algorithm. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A builder set up as L-SHADE (Tanabe and Fukunaga 2014): current-to-pbest with archive, F and
     * CR from a history of successes, and a population that shrinks to 4 as the evaluations are
     * used up, so set {@link Builder#maxEvaluations}. It is the reference for the searches that
     * Weir uses.
     */
    public static Builder lShade() {
        Builder builder =
                builder()
                        .strategy(Strategy.CURRENT_TO_PBEST_1_BIN)
                        .adaptation(Adaptation.SUCCESS_HISTORY)
                        .pbest(0.11, 2.6)
                        .boundRepair(BoundRepair.MIDPOINT);
        builder.shrinking = true;
        return builder;
    }

    /**
     * Searches for the minimum.
     *
     * @param problem the function to minimise, with its bounds and constraints
     * @param seed decides all that is random
     * @param warmStart points to begin with among others, moved into the bounds; may be none
     * @throws IllegalArgumentException if bounds are not finite or out of order, or a point to
     *     begin with has another number of variables
     */
    public SearchResult minimize(Problem problem, long seed, double[]... warmStart) {
        return new Search(this, problem, seed).run(warmStart);
    }

    int populationSize(int variables) {
        if (populationSize > 0) {
            return populationSize;
        }
        return shrinking ? Math.max(20, 18 * variables) : Math.max(20, 10 * variables);
    }

    ParameterControl parameterControl() {
        return adaptation == Adaptation.SUCCESS_HISTORY
                ? new SuccessHistory()
                : new Dither(scaleLow, scaleHigh, crossoverRate);
    }

    /** Collects how to search; each setter checks its own range. */
    public static final class Builder {
        private Strategy strategy = Strategy.BEST_1_L;
        private Adaptation adaptation = Adaptation.DITHER;
        private int populationSize;
        private double scaleLow = 0.5;
        private double scaleHigh = 0.9;
        private double crossoverRate = 0.9;
        private double pbestShare = 0.1;
        private double archiveShare = 1;
        private boolean shrinking;
        private BoundRepair boundRepair = BoundRepair.REFLECT;
        private double equalityTolerance = 1e-4;
        private double relaxation;
        private double spread = 1e-12;
        private int maxEvaluations = 20_000;
        private long budgetNs;
        private LongSupplier clockNs = System::nanoTime;
        private Executor executor = Runnable::run;
        private int threads = 1;

        private Builder() {}

        /** Sets the strategy that makes trial points. */
        public Builder strategy(Strategy value) {
            strategy = Objects.requireNonNull(value, "strategy");
            return this;
        }

        /** Sets the source of F and CR. */
        public Builder adaptation(Adaptation value) {
            adaptation = Objects.requireNonNull(value, "adaptation");
            return this;
        }

        /**
         * Points in a generation, at least 4; without it 10 per variable (L-SHADE: 18) and at least
         * 20.
         */
        public Builder populationSize(int value) {
            require(value >= 4, "populationSize must be at least 4", value);
            populationSize = value;
            return this;
        }

        /**
         * Bounds of the factor of differences, F, drawn for each generation; above 0, at most 2.
         * The same twice for a constant.
         */
        public Builder scale(double low, double high) {
            require(low > 0 && low <= high && high <= 2, "scale must be in (0, 2]", low);
            scaleLow = low;
            scaleHigh = high;
            return this;
        }

        /** Chance of a variable to come from the mutant, CR, 0 to 1. */
        public Builder crossoverRate(double value) {
            require(value >= 0 && value <= 1, "crossoverRate must be 0 to 1", value);
            crossoverRate = value;
            return this;
        }

        /**
         * Sets the parameters of current-to-pbest: the part of the population that counts as the
         * best, above 0 and at most 1, and the archive's places over the population's, 0 for no
         * archive.
         */
        public Builder pbest(double share, double archive) {
            require(share > 0 && share <= 1, "pbest share must be in (0, 1]", share);
            require(archive >= 0 && archive <= 10, "archive must be 0 to 10", archive);
            pbestShare = share;
            archiveShare = archive;
            return this;
        }

        /** Sets the rule for variables beyond their bounds. */
        public Builder boundRepair(BoundRepair value) {
            boundRepair = Objects.requireNonNull(value, "boundRepair");
            return this;
        }

        /** Distance from 0 within which an equality holds, at least 0; without it 1e-4. */
        public Builder equalityTolerance(double value) {
            require(value >= 0, "equalityTolerance must be at least 0", value);
            equalityTolerance = value;
            return this;
        }

        /**
         * Part of the evaluations during which small violations are tolerated, 0 to 1; the
         * tolerance falls to 0 (ε-constraints, Takahama and Sakai 2006). The default is 0: Deb's
         * rules from the start. It helps if equalities leave a small feasible region.
         */
        public Builder relaxation(double value) {
            require(value >= 0 && value <= 1, "relaxation must be 0 to 1", value);
            relaxation = value;
            return this;
        }

        /** Relative distance of the worst from the best value at which to stop, at least 0. */
        public Builder spread(double value) {
            require(value >= 0, "spread must be at least 0", value);
            spread = value;
            return this;
        }

        /** Evaluations that may not be exceeded, above 0; the first generation is always made. */
        public Builder maxEvaluations(int value) {
            require(value > 0, "maxEvaluations must be above 0", value);
            maxEvaluations = value;
            return this;
        }

        /**
         * Time after which to stop, ns; 0 for no limit. With a limit the answer may depend on the
         * machine's speed.
         */
        public Builder budgetNs(long value, LongSupplier clock) {
            require(value >= 0, "budgetNs must be at least 0", value);
            budgetNs = value;
            clockNs = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /**
         * Evaluates a generation in several parts at a time. The answer is the same as without; the
         * problem must be safe for several threads.
         *
         * @param value runs the parts
         * @param parts number of parts, at least 1
         */
        public Builder executor(Executor value, int parts) {
            require(parts >= 1, "parts must be at least 1", parts);
            executor = Objects.requireNonNull(value, "executor");
            threads = parts;
            return this;
        }

        /** The finished search. */
        public DifferentialEvolution build() {
            return new DifferentialEvolution(this);
        }

        private static void require(boolean holds, String rule, double value) {
            if (!holds) {
                throw new IllegalArgumentException(rule + ", was " + value);
            }
        }
    }
}
