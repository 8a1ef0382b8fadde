// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.weir.control.tuning.Tunable;
import org.weir.control.tuning.Tuning;

/**
 * Division of a port among its classes by their needs.
 *
 * <p>A class meets its targets depending on its own share alone, and a larger share is never worse.
 * So the need of each class can be computed separately. If the needs fit into the port, each class
 * gets its need and a tenth more (or less than that, if the port is too small). The rest raises the
 * classes that send towards the shares by importance, which a port has before its load is known. So
 * the shares differ from those by importance only as far as the needs require, and a more important
 * class has more room for bursts that the model does not know.
 *
 * <p>If the needs do not fit, shares are given in these steps. Each takes from what the previous
 * steps have left:
 *
 * <ol>
 *   <li>a small share by importance for every class, so that one that wakes up is served at once;
 *   <li>guaranteed minimum rates, the more important first;
 *   <li>a protected part of the share by importance for every class that sends, so that no class is
 *       starved by the load of a more important one;
 *   <li>the needs of delay, jitter and loss targets, the more important class first. A class with a
 *       guaranteed rate gets at most that rate or its share by importance, whichever is larger:
 *       this was promised, and a class whose senders take all they can get could otherwise grow at
 *       the cost of all others. The least important classes get something here only if it suffices
 *       for their targets, because capacity for a target that is missed anyway is better given to
 *       other classes;
 *   <li>the rest to all classes that send, towards the shares by importance. A class may get more
 *       than its present load here. In a shortage senders keep to λ*, so their load shows what they
 *       were granted, not what they need; and senders that ignore feedback must not reduce more
 *       important classes to their needs.
 * </ol>
 *
 * <p>If all classes have a {@linkplain ClassProblem#pressure() pressure}, none of this applies:
 * shares follow importance and measured delays, and only minimum rates are guaranteed.
 *
 * <p>Among classes of equal importance, the smaller needs are filled first (max-min). So shares
 * change smoothly with the loads.
 */
final class ShareAllotment {
    private static final double NOTHING = 1e-12;

    /**
     * Bandwidth given to a class beyond its need, as a part of the need, if there is enough for all
     * classes. It is twice {@link Tunable#LOAD_HYSTERESIS}, the growth of a load up to which the
     * load counts as unchanged.
     */
    private static final double MARGIN = 0.1;

    /**
     * Shortage from which on needs no longer limit shares; with a smaller one they do so in
     * proportion, so that shares change smoothly.
     */
    private static final double FULL_SHORTAGE = 0.05;

    private final double[] importance;

    /** Importance · pressure, or the importance. */
    private final double[] weight;

    private final double[] need;
    private final double[] targetShare;
    private final double[] minRateShare;
    private final double[] loadShare;
    private final double[] fair;
    private final double[] idle;
    private final double protectedShare;
    private final boolean followsDelays;

    private final double[] share;
    private double left;
    private double totalNeed;

    /**
     * @param classes the port's classes; the arrays that follow have their order
     * @param targetShare least share at which the load meets all its queue targets; infinite if the
     *     port does not suffice
     * @param minRateShare guaranteed rate over port rate
     * @param loadShare share that carries the load; 0 for a class that sends nothing
     */
    ShareAllotment(
            List<ClassProblem> classes,
            double[] targetShare,
            double[] minRateShare,
            double[] loadShare,
            Tuning tuning) {
        this.targetShare = targetShare;
        this.minRateShare = minRateShare;
        this.loadShare = loadShare;
        this.protectedShare = tuning.get(Tunable.PROTECTED_SHARE);
        this.followsDelays = classes.stream().allMatch(one -> one.pressure().isPresent());
        int count = classes.size();
        this.importance = new double[count];
        this.share = new double[count];
        this.fair = new double[count];
        this.idle = new double[count];
        this.need = new double[count];
        this.weight = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            ClassProblem one = classes.get(i);
            importance[i] = one.importance();
            weight[i] = one.importance() * (followsDelays ? one.pressure().getAsDouble() : 1);
            sum += weight[i];
        }
        for (int i = 0; i < count; i++) {
            fair[i] = weight[i] / sum;
            idle[i] = tuning.get(Tunable.IDLE_SHARE) * fair[i];
            need[i] = Math.max(Math.max(idle[i], minRateShare[i]), targetShare[i]);
            need[i] = Math.max(need[i], loadShare[i]);
            totalNeed += need[i];
        }
    }

    /** Σ of all needs; above 1 not all can be given. */
    double totalNeed() {
        return totalNeed;
    }

    /** True if shares follow importance and measured delays, not needs. */
    boolean followsDelays() {
        return followsDelays;
    }

    /** The shares, Σ = 1. */
    double[] divide() {
        if (followsDelays) {
            return byPressure();
        }
        return divideByNeeds();
    }

    /**
     * Shares in proportion to importance and pressure. A class whose share is below its guaranteed
     * rate gets that rate, and the others divide the rest. If the guaranteed rates exceed the port,
     * each class has a small share by importance, and the more important guarantees are kept first.
     */
    private double[] byPressure() {
        double least = Arrays.stream(minRateShare).sum();
        if (least >= 1) {
            giveMinRates();
            normalize();
            return share;
        }
        boolean[] everybody = new boolean[share.length];
        Arrays.fill(everybody, true);
        double[] everything = new double[share.length];
        Arrays.fill(everything, 1);

        System.arraycopy(minRateShare, 0, share, 0, share.length);
        left = 1 - least;
        fill(everything, everybody);
        normalize();
        return share;
    }

    private double[] divideByNeeds() {
        int count = share.length;
        if (totalNeed <= 1) {
            double given = Math.min(1 + MARGIN, 1 / totalNeed);
            for (int i = 0; i < count; i++) {
                share[i] = given * need[i];
            }
            left = 1 - given * totalNeed;
            raiseByImportanceOf(1);
            normalize();
            return share;
        }
        giveMinRates();
        double[] wanted = new double[count];
        for (int i = 0; i < count; i++) {
            double guarded = loadShare[i] > 0 ? Math.min(need[i], protectedShare * fair[i]) : 0;
            wanted[i] = Math.max(share[i], guarded);
        }
        raiseByImportance(wanted, false);
        for (int i = 0; i < count; i++) {
            double promised = minRateShare[i] > 0 ? Math.max(minRateShare[i], fair[i]) : 1;
            wanted[i] = Math.max(share[i], Math.min(promised, targetShare[i]));
        }
        raiseByImportance(wanted, true);
        raiseByImportanceOf(Math.min(1, (totalNeed - 1) / FULL_SHORTAGE));
        normalize();
        return share;
    }

    /** Gives each class a small share by importance, then guaranteed rates. */
    private void giveMinRates() {
        left = 1;
        double[] wanted = new double[share.length];
        for (int i = 0; i < share.length; i++) {
            share[i] = idle[i];
            left -= idle[i];
            wanted[i] = Math.max(idle[i], minRateShare[i]);
        }
        raiseByImportance(wanted, false);
    }

    /**
     * Raises shares to what is wanted, the more important classes first.
     *
     * @param giveWay true to leave the least important classes that send as they are if not all of
     *     them can have their wanted shares
     */
    private void raiseByImportance(double[] wanted, boolean giveWay) {
        TreeSet<Double> levels = new TreeSet<>();
        double lowest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < share.length; i++) {
            levels.add(importance[i]);
            lowest = loadShare[i] > 0 ? Math.min(lowest, importance[i]) : lowest;
        }
        for (double level : levels.descendingSet()) {
            double lacking = 0;
            for (int i = 0; i < share.length; i++) {
                lacking += importance[i] == level ? Math.max(0, wanted[i] - share[i]) : 0;
            }
            if (lacking <= left) {
                for (int i = 0; i < share.length; i++) {
                    if (importance[i] == level && wanted[i] > share[i]) {
                        left -= wanted[i] - share[i];
                        share[i] = wanted[i];
                    }
                }
            } else if (!giveWay || level > lowest) {
                boolean[] members = new boolean[share.length];
                for (int i = 0; i < share.length; i++) {
                    members[i] = importance[i] == level;
                }
                fill(wanted, members);
            }
        }
    }

    /**
     * Raises the classes that send, or all if none does, towards the shares by importance until
     * nothing is left.
     *
     * @param part of the distance above a need by which a class is raised, 0 to 1
     */
    private void raiseByImportanceOf(double part) {
        boolean anySends = Arrays.stream(loadShare).anyMatch(one -> one > 0);
        double[] wanted = new double[share.length];
        boolean[] members = new boolean[share.length];
        for (int i = 0; i < share.length; i++) {
            double bound = Math.min(1, need[i]);
            boolean raised = loadShare[i] > 0 || !anySends;
            wanted[i] = Math.max(share[i], raised ? bound + part * (1 - bound) : bound);
            members[i] = true;
        }
        fill(wanted, members);
    }

    /**
     * Water-filling: members are raised to the same level of share over importance, none above what
     * it wants and none below what it has, until nothing is left.
     */
    private void fill(double[] wanted, boolean[] members) {
        double low = 0;
        double high = 0;
        for (int i = 0; i < share.length; i++) {
            if (members[i]) {
                high = Math.max(high, wanted[i] / weight[i]);
            }
        }
        if (left <= NOTHING) {
            return;
        }
        if (cost(high, wanted, members) > left) {
            for (int step = 0; step < 100 && high - low > 1e-15 * high; step++) {
                double middle = 0.5 * (low + high);
                if (cost(middle, wanted, members) > left) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
        } else {
            low = high;
        }
        for (int i = 0; i < share.length; i++) {
            if (members[i]) {
                double raised = Math.max(share[i], Math.min(wanted[i], low * weight[i]));
                left -= raised - share[i];
                share[i] = raised;
            }
        }
        left = Math.max(0, left);
    }

    private double cost(double level, double[] wanted, boolean[] members) {
        double cost = 0;
        for (int i = 0; i < share.length; i++) {
            if (members[i]) {
                double raised = Math.min(wanted[i], level * weight[i]);
                cost += Math.max(0, raised - share[i]);
            }
        }
        return cost;
    }

    private void normalize() {
        double sum = 0;
        for (double one : share) {
            sum += one;
        }
        for (int i = 0; i < share.length; i++) {
            share[i] /= sum;
        }
    }
}
