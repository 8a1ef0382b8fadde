// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

/** The classes of PMQECN's experiments; their order is the data plane's. */
public enum TrafficClass {
    /** Voice. */
    A(46),
    /** Video. */
    B(34),
    /** Bulk. */
    C(0);

    private final int dscp;

    TrafficClass(int dscp) {
        this.dscp = dscp;
    }

    /** The DSCP that its packets carry. */
    public int dscp() {
        return dscp;
    }

    /**
     * The class whose packets carry a DSCP.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static TrafficClass ofDscp(int dscp) {
        for (TrafficClass one : values()) {
            if (one.dscp == dscp) {
                return one;
            }
        }
        throw new IllegalArgumentException("no class has DSCP " + dscp);
    }
}
