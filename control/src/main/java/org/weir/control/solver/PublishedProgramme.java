// SPDX-License-Identifier: Apache-2.0
package org.weir.control.solver;

import java.util.Arrays;
import org.weir.control.ClassKind;
import org.weir.control.de.Problem;
import org.weir.control.model.MM1N;

/**
 * The published sums and constraints. As in the paper, packets per second, packets and seconds are
 * added as plain numbers.
 *
 * <p>Layer 1 has the equality Σμ = Γ and λ &lt; μ. Both hold by construction: Γ − Σλ is divided in
 * proportion to the exponentials of the variables. So the thin regions at λ = μ, where queues are
 * long and the optima are, are as wide for the search as all others.
 */
final class PublishedProgramme {
    /** Distance kept from λ = 0 and λ = μ, relative to Γ or μ. */
    static final double MARGIN = 1e-9;

    /** Logarithm of the smallest part of the residual rate over the largest. */
    private static final double SMALLEST_LOG_PART = -25;

    private final PortProblem port;
    private final int count;
    private final double gamma;
    private final double[] lambda;
    private final double residual;
    private final double[] measuredSeconds;
    private final double totalLinkRate;
    private final double totalArrivalRate;

    PublishedProgramme(PortProblem port) {
        this.port = port;
        this.count = port.classes().size();
        // The programme knows packets of one size only; with several, a mean one is taken.
        double packetBits = meanPacketBits(port);
        this.gamma = port.rate() / packetBits;
        this.totalLinkRate = port.totalLinkRate() / packetBits;
        this.totalArrivalRate = port.totalArrivalRate() / packetBits;
        this.lambda = new double[count];
        this.measuredSeconds = new double[count];
        for (int i = 0; i < count; i++) {
            lambda[i] = port.classes().get(i).arrivalRate() / packetBits;
            measuredSeconds[i] = port.classes().get(i).measuredDelaySeconds();
        }
        this.residual = gamma - Arrays.stream(lambda).sum();
    }

    private static double meanPacketBits(PortProblem port) {
        double load = 0;
        double packets = 0;
        double sum = 0;
        for (ClassProblem one : port.classes()) {
            load += one.arrivalRate();
            packets += one.arrivalRate() / one.packetBits();
            sum += one.packetBits();
        }
        return packets > 0 ? load / packets : sum / port.classes().size();
    }

    /** True if 0 &lt; λ for all classes and Σλ &lt; Γ; otherwise there is no solution. */
    boolean hasSolutionShape() {
        for (double one : lambda) {
            if (one <= 0) {
                return false;
            }
        }
        return residual > 0;
    }

    /** Service rates from the layer's variables, bit/s. */
    double[] serviceRates(double[] logParts) {
        double[] mu = serviceRatesPps(logParts);
        double packetBits = port.rate() / gamma;
        for (int i = 0; i < count; i++) {
            mu[i] *= packetBits;
        }
        return mu;
    }

    private double[] serviceRatesPps(double[] logParts) {
        double largest = Arrays.stream(logParts).max().getAsDouble();
        double[] mu = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) {
            mu[i] = Math.exp(logParts[i] - largest);
            sum += mu[i];
        }
        double least = Math.min(MARGIN * gamma, residual / count);
        double rest = residual - count * least;
        for (int i = 0; i < count; i++) {
            mu[i] = lambda[i] + least + rest * mu[i] / sum;
        }
        return mu;
    }

    int count() {
        return count;
    }

    private double leastExtra() {
        return Math.min(MARGIN * gamma, residual / count);
    }

    /**
     * Service rate that the classes divide among them: Γ less Σλ and the distances kept from λ,
     * packet/s.
     */
    double searchedRate() {
        return residual - count * leastExtra();
    }

    /**
     * Largest number of packets that may be in all queues together: N, or less because C_rest must
     * not be negative.
     */
    double longestQueues() {
        return Math.min(port.capacityPackets(), totalLinkRate);
    }

    private MM1N queueOf(int index, double extra) {
        return new MM1N(
                Math.max(lambda[index], MARGIN * gamma),
                lambda[index] + leastExtra() + extra,
                port.capacityPackets());
    }

    /** L_s of a class that gets so much of {@link #searchedRate}. */
    double queue(int index, double extra) {
        return queueOf(index, extra).inSystem();
    }

    /**
     * Adds the terms of a class to the sums of the objective.
     *
     * @param sums L_s, the class's term times its share but for C_rest, and the share by which it
     *     weighs C_rest are added to these three
     */
    void add(int index, double extra, double[] sums) {
        MM1N queue = queueOf(index, extra);
        double share = (lambda[index] + leastExtra() + extra) / gamma;
        sums[0] += queue.inSystem();
        sums[1] += share * term(index, queue, 0);
        sums[2] += port.classes().get(index).kind() == ClassKind.A ? share : 0;
    }

    /** C_rest. */
    double rest(double inSystem) {
        return totalLinkRate - inSystem;
    }

    /** True if a class's term has a kink at the point where its delay equals the measured one. */
    boolean hasKink(int index) {
        return port.classes().get(index).kind() == ClassKind.B && measuredSeconds[index] > 0;
    }

    /** The model's delay minus the measured one, s. */
    double lateness(int index, double extra) {
        return queueOf(index, extra).delaySeconds() - measuredSeconds[index];
    }

    /** Service rates, bit/s, of classes that get these parts of {@link #searchedRate}. */
    double[] ratesOf(double[] extras) {
        double[] mu = new double[count];
        for (int i = 0; i < count; i++) {
            mu[i] = (lambda[i] + leastExtra() + extras[i]) * port.rate() / gamma;
        }
        return mu;
    }

    /** Variables that stand for service rates in bit/s, for a search to begin with. */
    double[] logParts(double[] mu) {
        double[] logParts = new double[count];
        double least = Math.min(MARGIN * gamma, residual / count);
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            double part = mu[i] * gamma / port.rate() - lambda[i] - least;
            logParts[i] = Math.log(Math.max(Double.MIN_NORMAL, part));
            largest = Math.max(largest, logParts[i]);
        }
        for (int i = 0; i < count; i++) {
            logParts[i] = Math.max(SMALLEST_LOG_PART, logParts[i] - largest);
        }
        return logParts;
    }

    /**
     * The layer-1 sum for service rates in bit/s.
     *
     * @param constraints filled with ΣL_s − N and −C_rest
     */
    double serviceValue(double[] mu, double[] constraints) {
        double[] pps = new double[count];
        for (int i = 0; i < count; i++) {
            pps[i] = mu[i] * gamma / port.rate();
        }
        return value(pps, lambda, constraints);
    }

    /** Violation of the programme's constraints by a service-rate vector, relative to Γ and N. */
    double violation(double[] mu, double[] constraints) {
        double violation = Math.max(0, constraints[0]) / port.capacityPackets();
        violation += Math.max(0, constraints[1]) / gamma;
        for (int i = 0; i < count; i++) {
            double pps = mu[i] * gamma / port.rate();
            violation += Math.max(0, lambda[i] - pps) / gamma;
        }
        return violation;
    }

    private double value(double[] mu, double[] arrivals, double[] constraints) {
        MM1N[] queues = new MM1N[count];
        double inSystem = 0;
        for (int i = 0; i < count; i++) {
            double arrives = Math.max(arrivals[i], MARGIN * gamma);
            queues[i] = new MM1N(arrives, mu[i], port.capacityPackets());
            inSystem += queues[i].inSystem();
        }
        double rest = totalLinkRate - inSystem;
        double value = 0;
        for (int i = 0; i < count; i++) {
            value += mu[i] / gamma * term(i, queues[i], rest);
        }
        constraints[0] = inSystem - port.capacityPackets();
        constraints[1] = -rest;
        return value;
    }

    private double term(int index, MM1N queue, double rest) {
        double delay = queue.delaySeconds();
        switch (port.classes().get(index).kind()) {
            case A:
                return rest + delay;
            case B:
                return delay + Math.abs(measuredSeconds[index] - delay);
            default:
                return delay + queue.lossRatePps();
        }
    }

    /** Layer 1 for two classes or more. */
    Problem serviceLayer() {
        double[] lower = new double[count];
        Arrays.fill(lower, SMALLEST_LOG_PART);
        return new Layer(lower, new double[count], 2) {
            @Override
            public double evaluate(double[] x, double[] violations) {
                return value(serviceRatesPps(x), lambda, violations);
            }
        };
    }

    /** Layer 2, over arrival rates in bit/s. */
    Problem arrivalLayer(double[] mu) {
        double packetBits = port.rate() / gamma;
        double[] pps = new double[count];
        double[] lower = new double[count];
        double[] upper = new double[count];
        for (int i = 0; i < count; i++) {
            pps[i] = mu[i] / packetBits;
            lower[i] = MARGIN * mu[i];
            upper[i] = (1 - MARGIN) * mu[i];
        }
        return new Layer(lower, upper, 3) {
            @Override
            public double evaluate(double[] x, double[] violations) {
                double[] arrivals = new double[count];
                double sum = 0;
                for (int i = 0; i < count; i++) {
                    arrivals[i] = x[i] / packetBits;
                    sum += arrivals[i];
                }
                double value = value(pps, arrivals, violations);
                violations[2] = sum - totalArrivalRate;
                return value;
            }
        };
    }

    /** A problem with given bounds. */
    private abstract static class Layer implements Problem {
        private final double[] lower;
        private final double[] upper;
        private final int constraints;

        Layer(double[] lower, double[] upper, int constraints) {
            this.lower = lower;
            this.upper = upper;
            this.constraints = constraints;
        }

        @Override
        public double[] lower() {
            return lower;
        }

        @Override
        public double[] upper() {
            return upper;
        }

        @Override
        public int inequalities() {
            return constraints;
        }
    }
}
