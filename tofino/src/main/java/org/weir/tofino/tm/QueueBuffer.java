// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import java.util.Objects;
import org.weir.tofino.bfrt.Entry;

/** Buffer of a queue, in cells. Immutable. */
public final class QueueBuffer {
    /** Value for a queue that takes no more than its base from the pool. */
    public static final String NO_BURST = "DISABLE";

    private final int guaranteedCells;
    private final int pool;
    private final int poolCells;
    private final String burst;

    /**
     * @param guaranteedCells cells that are the queue's own, at least 0
     * @param pool shared egress pool, 0 to 3
     * @param poolCells cells that it may take from the pool at any time, at least 0
     * @param burst part of the pool's free cells that it may take beyond: {@code 1.5%}, {@code 3%},
     *     {@code 6%}, {@code 11%}, {@code 20%}, {@code 33%}, {@code 50%}, {@code 66%}, {@code 80%}
     *     or {@value #NO_BURST}
     * @throws IllegalArgumentException if a number is out of range
     */
    public QueueBuffer(int guaranteedCells, int pool, int poolCells, String burst) {
        this.guaranteedCells = guaranteedCells;
        this.pool = pool;
        this.poolCells = poolCells;
        this.burst = Objects.requireNonNull(burst, "burst");
        if (guaranteedCells < 0 || poolCells < 0) {
            throw new IllegalArgumentException("cells must be at least 0, was " + this);
        }
        if (pool < 0 || pool > 3) {
            throw new IllegalArgumentException("pool must be 0 to 3, was " + pool);
        }
    }

    static QueueBuffer read(Entry entry) {
        int guaranteedCells = (int) entry.number("guaranteed_cells");
        if (!entry.action().equals("shared_pool")) {
            return new QueueBuffer(guaranteedCells, 0, 0, NO_BURST);
        }
        String pool = entry.text("pool_id");
        return new QueueBuffer(
                guaranteedCells,
                Integer.parseInt(pool.substring(pool.length() - 1)),
                (int) entry.number("pool_max_cells"),
                entry.text("dynamic_baf"));
    }

    Entry write(Entry entry) {
        return entry.action("shared_pool")
                .data("guaranteed_cells", guaranteedCells)
                .data("pool_id", "EG_APP_POOL_" + pool)
                .data("pool_max_cells", poolCells)
                .data("dynamic_baf", burst);
    }

    /** Cells that are the queue's own. */
    public int guaranteedCells() {
        return guaranteedCells;
    }

    /** Shared egress pool, 0 to 3. */
    public int pool() {
        return pool;
    }

    /** Cells that it may take from the pool at any time; 0 if it uses none. */
    public int poolCells() {
        return poolCells;
    }

    /** Part of the pool's free cells that it may take beyond. */
    public String burst() {
        return burst;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueueBuffer
                && guaranteedCells == ((QueueBuffer) other).guaranteedCells
                && pool == ((QueueBuffer) other).pool
                && poolCells == ((QueueBuffer) other).poolCells
                && burst.equals(((QueueBuffer) other).burst);
    }

    @Override
    public int hashCode() {
        return Objects.hash(guaranteedCells, pool, poolCells, burst);
    }

    @Override
    public String toString() {
        return guaranteedCells + " cells, " + poolCells + " of pool " + pool + ", burst " + burst;
    }
}
