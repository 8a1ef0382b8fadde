// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.ports;

/** Speeds that a port can be given. Ports may have others, such as {@code BF_SPEED_40G_R2}. */
public enum PortSpeed {
    /** 1 Gbit/s. */
    GBPS_1("BF_SPEED_1G", 1, 1),
    /** 10 Gbit/s. */
    GBPS_10("BF_SPEED_10G", 10, 1),
    /** 25 Gbit/s. */
    GBPS_25("BF_SPEED_25G", 25, 1),
    /** 40 Gbit/s over four lanes. */
    GBPS_40("BF_SPEED_40G", 40, 4),
    /** 50 Gbit/s over two lanes. */
    GBPS_50("BF_SPEED_50G", 50, 2),
    /** 100 Gbit/s over four lanes. */
    GBPS_100("BF_SPEED_100G", 100, 4),
    /** 200 Gbit/s over four lanes; Tofino 2. */
    GBPS_200("BF_SPEED_200G", 200, 4),
    /** 400 Gbit/s over eight lanes; Tofino 2. */
    GBPS_400("BF_SPEED_400G", 400, 8);

    private static final long BITS_PER_GIGABIT = 1_000_000_000;

    private final String tableName;
    private final int gigabits;
    private final int lanes;

    PortSpeed(String tableName, int gigabits, int lanes) {
        this.tableName = tableName;
        this.gigabits = gigabits;
        this.lanes = lanes;
    }

    /** Rate, bit/s. */
    public long rateBps() {
        return gigabits * BITS_PER_GIGABIT;
    }

    /** Name in the table. */
    String tableName() {
        return tableName;
    }

    /** Lanes it usually runs over. */
    int lanes() {
        return lanes;
    }
}
