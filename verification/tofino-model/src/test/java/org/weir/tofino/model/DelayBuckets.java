// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.model;

/** Reference for the buckets of the delay histogram (pipelines/shared/delay_buckets.p4). */
public final class DelayBuckets {

    /** Number of counters that a queue has. */
    public static final int COUNT = 64;

    private DelayBuckets() {}

    /** Number of a delay's bucket: one below 64 us, from then on four an octave to 2.1 s. */
    public static int bucket(long us) {
        if (us < 64) {
            return 0;
        }
        int octave = 63 - Long.numberOfLeadingZeros(us);
        int quarter = (int) (us >> octave - 2 & 3);
        return Math.min(61, 1 + (octave - 6) * 4 + quarter);
    }
}
