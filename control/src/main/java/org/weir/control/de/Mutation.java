// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.random.RandomGenerator;

/** Trial points from a population, optionally with an archive of replaced parents. */
final class Mutation {
    private final Strategy strategy;
    private final BoundRepair boundRepair;
    private final double pbestShare;
    private final double archiveShare;
    private final double[] lower;
    private final double[] upper;
    private final RandomGenerator random;
    private final List<Candidate> archive = new ArrayList<>();

    /**
     * @param pbestShare part of the population that counts as the best ones
     * @param archiveShare places of the archive over those of the population
     */
    Mutation(
            Strategy strategy,
            BoundRepair boundRepair,
            double pbestShare,
            double archiveShare,
            double[] lower,
            double[] upper,
            RandomGenerator random) {
        this.strategy = strategy;
        this.boundRepair = boundRepair;
        this.pbestShare = pbestShare;
        this.archiveShare = strategy.base() == Strategy.Base.CURRENT_TO_PBEST ? archiveShare : 0;
        this.lower = lower;
        this.upper = upper;
        this.random = random;
    }

    /**
     * One trial.
     *
     * @param population the best first
     * @param parent index of the point that the trial may replace
     */
    double[] trial(Candidate[] population, int parent, double scale, double crossoverRate) {
        int a = other(population.length, parent, -1, -1);
        int b = other(population.length, parent, a, -1);
        double[] from = population[parent].x;
        double[] first = population[a].x;
        double[] second = population[b].x;
        double[] base = from;
        double[] towards = from;
        switch (strategy.base()) {
            case BEST:
                base = population[0].x;
                towards = base;
                break;
            case TARGET_TO_BEST:
                towards = population[0].x;
                break;
            case CURRENT_TO_PBEST:
                int best = Math.max(2, (int) Math.rint(pbestShare * population.length));
                towards = population[random.nextInt(Math.min(best, population.length))].x;
                second = fromArchive(population, parent, a);
                break;
            default:
                base = population[other(population.length, parent, a, b)].x;
                towards = base;
                break;
        }
        double[] x = from.clone();
        boolean[] taken = crossover(x.length, crossoverRate);
        for (int j = 0; j < x.length; j++) {
            if (taken[j]) {
                double mutant = base[j] + scale * (towards[j] - base[j] + first[j] - second[j]);
                if (!(mutant >= lower[j] && mutant <= upper[j])) {
                    mutant = boundRepair.repair(mutant, from[j], lower[j], upper[j]);
                }
                x[j] = mutant;
            }
        }
        return x;
    }

    private double[] fromArchive(Candidate[] population, int parent, int a) {
        int index;
        do {
            index = random.nextInt(population.length + archive.size());
        } while (index == parent || index == a);
        return index < population.length
                ? population[index].x
                : archive.get(index - population.length).x;
    }

    private boolean[] crossover(int variables, double rate) {
        boolean[] taken = new boolean[variables];
        int start = random.nextInt(variables);
        taken[start] = true;
        if (strategy.crossover() == Strategy.Crossover.BINOMIAL) {
            for (int j = 0; j < variables; j++) {
                taken[j] |= random.nextDouble() < rate;
            }
            return taken;
        }
        for (int n = 1; n < variables && random.nextDouble() < rate; n++) {
            taken[(start + n) % variables] = true;
        }
        return taken;
    }

    private int other(int size, int p, int q, int r) {
        int index;
        do {
            index = random.nextInt(size);
        } while (index == p || index == q || index == r);
        return index;
    }

    /** Adds a replaced parent to the archive; if the archive is full, in place of a random one. */
    void archive(Candidate replaced, int populationSize) {
        int places = (int) (archiveShare * populationSize);
        if (archive.size() < places) {
            archive.add(replaced);
        } else if (places > 0) {
            archive.set(random.nextInt(archive.size()), replaced);
        }
    }

    /** Removes parents from the archive after the population has shrunk. */
    void shrink(int populationSize) {
        int places = (int) (archiveShare * populationSize);
        while (archive.size() > places) {
            archive.remove(random.nextInt(archive.size()));
        }
    }
}
