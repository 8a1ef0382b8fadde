// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.state;

/** An array of counters of the program that are not bound to a table. */
public interface CounterControl {

    /** Full name, as in P4Info. */
    String name();

    /** Number of counters; indices are 0 to size − 1. */
    int size();

    /** Reads one counter. Both packets and bytes are counted, whatever the program declares. */
    CounterValue read(int index);

    /** Sets one counter. */
    void write(int index, CounterValue value);
}
