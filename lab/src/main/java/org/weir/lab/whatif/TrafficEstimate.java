// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.whatif;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.compare.network.Routes;
import org.weir.lab.network.LinkSpec;

/**
 * Demands between hosts that explain the measured loads of ports. Ports do not tell which hosts the
 * traffic of a class is between. Of all demands that give the measured loads, the estimate is the
 * one nearest to equal demands of all pairs of hosts (least relative entropy). It is found by
 * iterative proportional fitting: R. Kruithof, "Telefoonverkeersrekening", De Ingenieur 52, 1937.
 */
public final class TrafficEstimate {
    /** Loads below are none, bit/s. */
    static final double LEAST_BPS = 1000;

    private static final int SWEEPS = 300;

    private final List<Demand> demands;
    private final double misfit;

    private TrafficEstimate(List<Demand> demands, double misfit) {
        this.demands = List.copyOf(demands);
        this.misfit = misfit;
    }

    /**
     * Traffic of a class from one host to another.
     *
     * @param from index of the sender
     * @param to index of the receiver
     * @param classIndex index of the class
     * @param rateBps bit/s of Ethernet frames
     */
    public record Demand(int from, int to, int classIndex, double rateBps) {}

    /** A pair of hosts, with the ports on its way that were measured. */
    private record Pair(int from, int to, List<LinkSpec.End> ports) {}

    /**
     * Estimates the demands.
     *
     * @param routes of the network
     * @param hosts number of hosts
     * @param classes number of classes
     * @param loadsBps by port, for each class its arrival rate, bit/s; ports that are missing here
     *     were not measured
     */
    public static TrafficEstimate of(
            Routes routes, int hosts, int classes, Map<LinkSpec.End, double[]> loadsBps) {
        List<Pair> pairs = new ArrayList<>();
        for (int from = 0; from < hosts; from++) {
            for (int to = 0; to < hosts; to++) {
                if (from != to && routes.isReachable(from, to)) {
                    List<LinkSpec.End> ports =
                            routes.ports(from, to).stream().filter(loadsBps::containsKey).toList();
                    pairs.add(new Pair(from, to, ports));
                }
            }
        }
        List<Demand> demands = new ArrayList<>();
        double misfit = 0;
        for (int index = 0; index < classes; index++) {
            Fit fit = new Fit(pairs, loadsBps, index);
            demands.addAll(fit.demands());
            misfit = Math.max(misfit, fit.misfit());
        }
        return new TrafficEstimate(demands, misfit);
    }

    /** Demands above zero, by class, then sender, then receiver. */
    public List<Demand> demands() {
        return demands;
    }

    /**
     * Largest difference between a measured load and the sum of the demands through that port, as a
     * part of the largest load of the class.
     */
    public double misfit() {
        return misfit;
    }

    /** The fit of one class. */
    private static final class Fit {
        private final int classIndex;
        private final List<Pair> pairs;
        private final double[] rates;
        private final Map<LinkSpec.End, List<Integer>> through = new LinkedHashMap<>();
        private final Map<LinkSpec.End, double[]> loadsBps;
        private final double misfit;

        Fit(List<Pair> all, Map<LinkSpec.End, double[]> loadsBps, int classIndex) {
            this.classIndex = classIndex;
            this.loadsBps = loadsBps;
            pairs =
                    all.stream()
                            .filter(
                                    pair ->
                                            !pair.ports().isEmpty()
                                                    && pair.ports().stream()
                                                            .allMatch(p -> load(p) > 0))
                            .toList();
            rates = new double[pairs.size()];
            Arrays.fill(rates, 1);
            for (int i = 0; i < rates.length; i++) {
                for (LinkSpec.End port : pairs.get(i).ports()) {
                    through.computeIfAbsent(port, any -> new ArrayList<>()).add(i);
                }
            }
            for (int sweep = 0; sweep < SWEEPS; sweep++) {
                through.forEach(this::scale);
            }
            misfit = largestDifference();
        }

        private double load(LinkSpec.End port) {
            double bps = loadsBps.get(port)[classIndex];
            return bps < LEAST_BPS ? 0 : bps;
        }

        private void scale(LinkSpec.End port, List<Integer> members) {
            double factor = load(port) / members.stream().mapToDouble(i -> rates[i]).sum();
            if (Double.isFinite(factor)) {
                members.forEach(i -> rates[i] *= factor);
            }
        }

        private double largestDifference() {
            double largest = 0;
            double most = 0;
            for (LinkSpec.End port : loadsBps.keySet()) {
                double sum =
                        through.getOrDefault(port, List.of()).stream()
                                .mapToDouble(i -> rates[i])
                                .sum();
                largest = Math.max(largest, Math.abs(sum - load(port)));
                most = Math.max(most, load(port));
            }
            return most == 0 ? 0 : largest / most;
        }

        double misfit() {
            return misfit;
        }

        List<Demand> demands() {
            List<Demand> demands = new ArrayList<>();
            for (int i = 0; i < rates.length; i++) {
                if (rates[i] >= LEAST_BPS) {
                    Pair pair = pairs.get(i);
                    demands.add(new Demand(pair.from(), pair.to(), classIndex, rates[i]));
                }
            }
            return demands;
        }
    }
}
