// SPDX-License-Identifier: Apache-2.0
package org.weir.app.forwarding;

import org.weir.pipelines.P4Limits;

/**
 * The path that each bucket takes among a switch's equal paths. All switches compute a packet's
 * bucket by the same hash, so the rule must not be the same everywhere: else the second switch of a
 * path sees only buckets that the first one gave to one port, and uses some of its ports only.
 *
 * <p>Two things differ from switch to switch. The order of the buckets depends on the hops to the
 * destination, which fall by one at each switch of a shortest path. The orders are such that the
 * buckets of a port of one switch are spread evenly over the ports of the next. And each switch
 * begins with another path than its neighbour's other neighbours, so that the neighbour gets other
 * buckets from each of them.
 */
final class BucketSpread {

    /**
     * Place of each bucket in five orders, one digit for a bucket. The places are linear functions
     * of the bucket's four bits. In the orders of two numbers of hops, each quarter of one has a
     * bucket in each quarter of the other; in those of four, the halves have a bucket in common
     * whichever halves they are.
     */
    private static final String[] PLACES = {
        "0c6a7b1d95f3e284",
        "0e3d86b52c1fa497",
        "0e5bd386c2971f4a",
        "0dc13ef2b67a8549",
        "03b856edfc47a912",
    };

    /** The spread of a route with one path. */
    static final BucketSpread NONE = new BucketSpread(0, 0);

    private final int order;
    private final int first;

    private BucketSpread(int order, int first) {
        this.order = order;
        this.first = first;
    }

    /**
     * A spread.
     *
     * @param hops hops to the destination
     * @param rank place of this switch among the neighbours of its next hop, from 0
     * @param paths number of paths
     */
    static BucketSpread of(int hops, int rank, int paths) {
        return paths == 1 ? NONE : new BucketSpread(hops % PLACES.length, rank % paths);
    }

    /**
     * The path of a bucket.
     *
     * @param bucket 0 to 15
     * @param paths number of paths
     * @return 0 to {@code paths} - 1
     */
    int path(int bucket, int paths) {
        int place = Character.digit(PLACES[order].charAt(bucket), P4Limits.ECMP_BUCKET_COUNT);
        return (place * paths / P4Limits.ECMP_BUCKET_COUNT + first) % paths;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BucketSpread
                && order == ((BucketSpread) other).order
                && first == ((BucketSpread) other).first;
    }

    @Override
    public int hashCode() {
        return P4Limits.ECMP_BUCKET_COUNT * order + first;
    }

    @Override
    public String toString() {
        return "order " + order + " from " + first;
    }
}
