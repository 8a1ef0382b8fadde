// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.ports;

/** Forward error correction of a port. */
public enum Fec {
    /** None. */
    NONE("BF_FEC_TYP_NONE"),
    /** Firecode (IEEE 802.3 clause 74), for 10, 25 and 40 Gbit/s. */
    FIRECODE("BF_FEC_TYP_FIRECODE"),
    /** Reed-Solomon (IEEE 802.3 clause 91), for 25 Gbit/s and more. */
    REED_SOLOMON("BF_FEC_TYP_REED_SOLOMON");

    private final String tableName;

    Fec(String tableName) {
        this.tableName = tableName;
    }

    /** Name in the table. */
    String tableName() {
        return tableName;
    }
}
