// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.List;

/**
 * The front of goodput and delay on a network: the schemes that no other beats in one of both
 * without losing in the other.
 */
public final class Front {
    private Front() {}

    /**
     * A scheme's place.
     *
     * @param network name of the network
     * @param scheme label of the scheme
     * @param goodputMbps mean over the seeds
     * @param goodputHalfWidth half of its 95 % interval; NaN of one seed
     * @param p99Us mean over the seeds of the metric asked for, µs
     * @param p99HalfWidth half of its 95 % interval; NaN of one seed
     * @param isOnFront whether it has both values, and no other scheme has more goodput and less
     *     delay, or one of them with the other equal
     */
    public record Point(
            String network,
            String scheme,
            double goodputMbps,
            double goodputHalfWidth,
            double p99Us,
            double p99HalfWidth,
            boolean isOnFront) {
        /** True if it has both values. */
        public boolean isKnown() {
            return Double.isFinite(goodputMbps) && Double.isFinite(p99Us);
        }
    }

    /** Places of all schemes on a network. */
    public static List<Point> of(Summary summary, String network, Metric delay) {
        List<Point> points = new ArrayList<>();
        for (String scheme : summary.schemes()) {
            var goodput =
                    summary.mean(network, scheme, row -> row.metrics().get(Metric.GOODPUT_MBPS));
            var p99 = summary.mean(network, scheme, row -> row.metrics().get(delay));
            points.add(
                    new Point(
                            network,
                            scheme,
                            goodput.mean(),
                            Summary.halfWidth(goodput),
                            p99.mean(),
                            Summary.halfWidth(p99),
                            false));
        }
        return points.stream()
                .map(
                        one ->
                                new Point(
                                        network,
                                        one.scheme,
                                        one.goodputMbps,
                                        one.goodputHalfWidth,
                                        one.p99Us,
                                        one.p99HalfWidth,
                                        one.isKnown()
                                                && points.stream()
                                                        .noneMatch(other -> beats(other, one))))
                .toList();
    }

    private static boolean beats(Point one, Point other) {
        return one.goodputMbps >= other.goodputMbps
                && one.p99Us <= other.p99Us
                && (one.goodputMbps > other.goodputMbps || one.p99Us < other.p99Us);
    }

    /** CSV of the fronts of all networks, class A's 99th percentile on one axis. */
    public static List<String> csv(Summary summary) {
        List<String> lines = new ArrayList<>();
        lines.add("network,scheme,goodput_mbps,goodput_half_width,a_p99_us,a_p99_half_width,front");
        for (String network : summary.networks()) {
            for (Point one : of(summary, network, Metric.P99_A_US)) {
                lines.add(
                        String.join(
                                ",",
                                one.network,
                                one.scheme,
                                Double.toString(one.goodputMbps),
                                Double.toString(one.goodputHalfWidth),
                                Double.toString(one.p99Us),
                                Double.toString(one.p99HalfWidth),
                                one.isOnFront ? "1" : "0"));
            }
        }
        return lines;
    }
}
