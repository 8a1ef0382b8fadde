// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.state;

import java.util.Optional;

/** An array of meters of the program that are not bound to a table. */
public interface MeterControl {

    /** Full name, as in P4Info. */
    String name();

    /** Number of meters; indices are 0 to size − 1. */
    int size();

    /** Whether it measures bytes; packets otherwise. */
    boolean measuresBytes();

    /** A meter's configuration; empty when it has none, and so marks all packets green. */
    Optional<MeterConfig> config(int index);

    /** Sets a meter's configuration, or takes it away with an empty one. Its buckets start full. */
    void configure(int index, Optional<MeterConfig> config);
}
