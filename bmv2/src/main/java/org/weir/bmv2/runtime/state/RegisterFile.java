// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.state;

/** Registers of the program: their words one after the other, the lowest word of each first. */
public final class RegisterFile {

    private final String name;
    private final int size;
    private final int bitWidth;
    private final int wordsEach;

    /** The words; element {@code i} of registers of up to 64 bits is register {@code i}. */
    public final long[] words;

    /** Registers that are all zero. */
    public RegisterFile(String name, int size, int bitWidth) {
        this.name = name;
        this.size = size;
        this.bitWidth = bitWidth;
        this.wordsEach = (bitWidth + 63) / 64;
        this.words = new long[size * wordsEach];
    }

    /** Full name. */
    public String name() {
        return name;
    }

    /** Number of registers. */
    public int size() {
        return size;
    }

    /** Width of one in bits. */
    public int bitWidth() {
        return bitWidth;
    }

    /** Words of one register. */
    public int wordsEach() {
        return wordsEach;
    }

    /** Whether an index, read as an unsigned number, is one of a register. */
    public boolean has(long index) {
        return index >= 0 && index < size;
    }
}
