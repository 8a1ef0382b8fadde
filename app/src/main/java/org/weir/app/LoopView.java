// SPDX-License-Identifier: Apache-2.0
package org.weir.app;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/** Times of the control loop, from a measurement to settings that a switch has confirmed. */
public final class LoopView {

    private final long confirmed;
    private final long failed;
    private final Times fromReading;
    private final Times fromReport;
    private final Times write;
    private final int behindPorts;

    /**
     * Times of the loop.
     *
     * @param confirmed settings for changed load that switches confirmed since the application's
     *     start
     * @param failed settings for changed load that were refused or not confirmed in time
     * @param fromReading from the reading of counters
     * @param fromReport from the telemetry report
     * @param write from the writing alone
     * @param behindPorts ports whose switch does not have settings for the running policy yet
     */
    public LoopView(
            long confirmed,
            long failed,
            Times fromReading,
            Times fromReport,
            Times write,
            int behindPorts) {
        this.confirmed = confirmed;
        this.failed = failed;
        this.fromReading = Objects.requireNonNull(fromReading);
        this.fromReport = Objects.requireNonNull(fromReport);
        this.write = Objects.requireNonNull(write);
        this.behindPorts = behindPorts;
    }

    /**
     * The times of several instances together.
     *
     * @param others those of the other instances
     */
    public LoopView with(List<LoopView> others) {
        LoopView sum = this;
        for (LoopView other : others) {
            sum =
                    new LoopView(
                            sum.confirmed + other.confirmed,
                            sum.failed + other.failed,
                            sum.fromReading.with(other.fromReading),
                            sum.fromReport.with(other.fromReport),
                            sum.write.with(other.write),
                            sum.behindPorts + other.behindPorts);
        }
        return sum;
    }

    /** Settings for changed load that switches confirmed since the application's start. */
    public long confirmed() {
        return confirmed;
    }

    /** Settings for changed load that were refused or not confirmed in time. */
    public long failed() {
        return failed;
    }

    /**
     * Times from the first reading of a port's counters that the settings answer, until the switch
     * has confirmed them.
     */
    public Times fromReading() {
        return fromReading;
    }

    /**
     * Times from the first telemetry report about the port that came before the round which solved
     * the settings and after the round before, until the switch has confirmed them; settings
     * without such a report are not among them.
     */
    public Times fromReport() {
        return fromReport;
    }

    /** Times from the sending of the settings until the switch has confirmed them. */
    public Times write() {
        return write;
    }

    /** Ports whose switch does not have settings yet that were solved for the running policy. */
    public int behindPorts() {
        return behindPorts;
    }

    /** Times of one part of the loop, of which the percentiles are shown. */
    public static final class Times {

        private static final double NS_PER_MS = 1e6;

        private final long[] sortedNs;

        private Times(long[] sortedNs) {
            this.sortedNs = sortedNs;
        }

        /**
         * Times.
         *
         * @param ns each, ns, in any order; is not changed
         * @return them
         */
        public static Times of(long... ns) {
            long[] sorted = ns.clone();
            Arrays.sort(sorted);
            return new Times(sorted);
        }

        private Times with(Times other) {
            long[] all = Arrays.copyOf(sortedNs, sortedNs.length + other.sortedNs.length);
            System.arraycopy(other.sortedNs, 0, all, sortedNs.length, other.sortedNs.length);
            return of(all);
        }

        /** Number of times measured, at least 0. */
        public int samples() {
            return sortedNs.length;
        }

        /**
         * The time below or at which a part of all are.
         *
         * @param part above 0, at most 1
         * @return ms; empty when there are none
         */
        public OptionalDouble quantileMs(double part) {
            if (sortedNs.length == 0) {
                return OptionalDouble.empty();
            }
            int rank = (int) Math.ceil(part * sortedNs.length);
            return OptionalDouble.of(sortedNs[Math.max(0, rank - 1)] / NS_PER_MS);
        }
    }
}
