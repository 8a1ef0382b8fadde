// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.program;

/**
 * ABC's activity meter and average activity in double precision, as P4-ABC's section 3 has them.
 */
final class ActivityReference {
    /** Least time for which a host is taken to have sent, as part of the memory. */
    private static final double LEAST_SEEN = 0x1p-12;

    private static final double LN_2 = Math.log(2);

    private ActivityReference() {}

    /** TDRM-UTEMA: rate over a memory, as log2 of its ratio to a reference rate. */
    static final class Meter {
        private final double memoryUs;
        private final double referenceBps;
        private double bytes;
        private double seenUs;
        private long lastUs = -1;

        Meter(double memoryUs, double referenceBps) {
            this.memoryUs = memoryUs;
            this.referenceBps = referenceBps;
        }

        double activity(long nowUs, int packetBytes) {
            if (lastUs >= 0) {
                double factor = Math.exp(-(nowUs - lastUs) / memoryUs);
                bytes *= factor;
                seenUs = seenUs * factor + memoryUs * (1 - factor);
            }
            lastUs = nowUs;
            bytes += packetBytes;
            return of(bytes, Math.max(seenUs, LEAST_SEEN * memoryUs) / 1e6, referenceBps);
        }
    }

    /** UTEMA of values. */
    static final class Average {
        private final double memoryUs;
        private double sum;
        private double weight;
        private long lastUs;

        Average(double memoryUs) {
            this.memoryUs = memoryUs;
        }

        /** The average; NaN before the first value. */
        double value() {
            return sum / weight;
        }

        void add(long nowUs, double value) {
            double factor = Math.exp(-(nowUs - lastUs) / memoryUs);
            sum = sum * factor + value;
            weight = weight * factor + 1;
            lastUs = nowUs;
        }
    }

    /** Activity of bytes that came in a time. */
    static double of(double bytes, double seconds, double referenceBps) {
        return Math.log(8 * bytes / seconds / referenceBps) / LN_2;
    }
}
