// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane.state;

/** An array of registers of the program. */
public interface RegisterControl {

    /** Full name, as in P4Info. */
    String name();

    /** Number of registers; indices are 0 to size − 1. */
    int size();

    /** Width of one register in bits. */
    int bitWidth();

    /** Reads one register: big-endian, as long as the register is wide. */
    byte[] read(int index);

    /** Writes one register: big-endian, of any length that holds the value. */
    void write(int index, byte[] value);
}
