// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.weir.lab.workload.TrafficClass;

/**
 * Measurements of one run beyond its {@link RunRow}: for plots, and in files of their own.
 *
 * @param delays points of the distribution of the one-way delay of packets, by class
 * @param periods each class in each period
 * @param misses each missed class-period
 */
public record RunDetail(List<DelayPoint> delays, List<PeriodPoint> periods, List<Miss> misses) {
    /** Parts of packets at which the distribution is told. */
    public static final List<Double> PARTS =
            List.of(
                    0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99,
                    0.995, 0.999, 0.9999, 1.0);

    /** Head of {@link #delayLines}. */
    public static final String DELAY_HEAD = "network,scheme,seed,class,part,delay_us";

    /** Head of {@link #periodLines}. */
    public static final String PERIOD_HEAD =
            "network,scheme,seed,class,period,time_ms,packets,goodput_mbps,queued_us,kept,judged";

    /** Copies the lists. */
    public RunDetail {
        delays = List.copyOf(delays);
        periods = List.copyOf(periods);
        misses = List.copyOf(misses);
    }

    /**
     * A point of a distribution.
     *
     * @param part of the packets that took no longer
     */
    public record DelayPoint(TrafficClass ofClass, double part, double delayUs) {}

    /**
     * The packets of a class that arrived in a period, at all hosts together.
     *
     * @param period from 0
     * @param timeMs end of the period, ms
     * @param packets that arrived
     * @param goodputMbps of messages
     * @param queuedUs mean queueing delay, µs; NaN without packets
     * @param kept class-periods of single hosts that were kept
     * @param judged class-periods of single hosts that were judged
     */
    public record PeriodPoint(
            TrafficClass ofClass,
            int period,
            double timeMs,
            long packets,
            double goodputMbps,
            double queuedUs,
            int kept,
            int judged) {}

    /** The distribution as CSV, under the names of its run. */
    public List<String> delayLines(RunRow run) {
        List<String> lines = new ArrayList<>();
        for (DelayPoint one : delays) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%s,%s,%s,%.3f",
                            names(run),
                            one.ofClass(),
                            one.part(),
                            one.delayUs()));
        }
        return lines;
    }

    /** The periods as CSV, under the names of their run. */
    public List<String> periodLines(RunRow run) {
        List<String> lines = new ArrayList<>();
        for (PeriodPoint one : periods) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%s,%s,%d,%.3f,%d,%.4f,%.3f,%d,%d",
                            names(run),
                            one.ofClass(),
                            one.period(),
                            one.timeMs(),
                            one.packets(),
                            one.goodputMbps(),
                            one.queuedUs(),
                            one.kept(),
                            one.judged()));
        }
        return lines;
    }

    /** The missed class-periods as CSV, under the names of their run. */
    public List<String> missLines(RunRow run) {
        return misses.stream().map(one -> one.line(run)).toList();
    }

    private static String names(RunRow run) {
        return run.network() + "," + run.scheme() + "," + run.seed();
    }
}
