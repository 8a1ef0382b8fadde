// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.weir.lab.stats.Trend;

/**
 * Verdict on the readings: the growth of each watched value, and whether all packets were accounted
 * for.
 *
 * @param growths of what could be read, in order
 * @param unbalancedReadings at which packets were missing, or were too many
 */
record DayVerdict(List<Growth> growths, int unbalancedReadings) {
    /** Greatest probability with which a trend is taken for real that is none. */
    static final double SIGNIFICANCE = 0.01;

    private static final double NS_PER_DAY = 86_400e9;

    /** Watched value, with its bound as a part of its own size a day. */
    private enum Watched {
        HEAP("heap bytes", 0.02, reading -> reading.process().heapBytes()),
        THREADS("threads", 0, reading -> reading.process().threads()),
        HANDLES("open handles", 0, reading -> reading.process().handles().orElse(0)),
        ENTRIES("table entries", 0, DayReading::tableEntries),
        PENDING("pending events", 0.02, DayReading::pendingEvents);

        private final String title;
        private final double boundPart;
        private final ToDoubleFunction<DayReading> value;

        Watched(String title, double boundPart, ToDoubleFunction<DayReading> value) {
            this.title = title;
            this.boundPart = boundPart;
            this.value = value;
        }
    }

    /**
     * Change of one watched value.
     *
     * @param name for people
     * @param level its median
     * @param boundPart growth that is let pass, as a part of the level a simulated day
     * @param trend of it, in its own unit a simulated day
     */
    record Growth(String name, double level, double boundPart, Trend trend) {
        /** Growth as a part of the level, a simulated day. */
        double part() {
            return level == 0 ? 0 : trend.slope() / level;
        }

        /** Whether it grows, not by chance, and by as much as is not let pass. */
        boolean isTooMuch() {
            return trend.isRising(SIGNIFICANCE) && part() >= boundPart;
        }
    }

    /** Judges the last three quarters of a run; in the first one things may find their size. */
    static DayVerdict of(List<DayReading> readings) {
        List<DayReading> judged = judged(readings);
        double[] days = judged.stream().mapToDouble(r -> r.timeNs() / NS_PER_DAY).toArray();
        List<Growth> growths = new ArrayList<>();
        for (Watched one : Watched.values()) {
            boolean known =
                    one != Watched.HANDLES
                            || judged.stream().allMatch(r -> r.process().handles().isPresent());
            if (known) {
                double[] values = judged.stream().mapToDouble(one.value).toArray();
                Trend trend = Trend.of(days, values, 1 - SIGNIFICANCE);
                double[] sorted = values.clone();
                Arrays.sort(sorted);
                double level = sorted[sorted.length / 2];
                growths.add(new Growth(one.title, level, one.boundPart, trend));
            }
        }
        int unbalanced = (int) readings.stream().filter(r -> r.packets().missing() != 0).count();
        return new DayVerdict(List.copyOf(growths), unbalanced);
    }

    /** The readings that count, with both ends of the last three quarters. */
    static List<DayReading> judged(List<DayReading> readings) {
        long endNs = readings.get(readings.size() - 1).timeNs();
        return readings.stream().filter(reading -> reading.timeNs() >= endNs / 4).toList();
    }

    /** Whether nothing grows too much and no packet is missing. */
    boolean isGood() {
        return unbalancedReadings == 0 && growths.stream().noneMatch(Growth::isTooMuch);
    }
}
