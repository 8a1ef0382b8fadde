// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.pcap;

/**
 * Unit and origin of an interface's time stamps in a pcapng file.
 *
 * @param binary whether a tick is 2^-exponent seconds; 10^-exponent otherwise
 * @param exponent 0 to 63 when binary, 0 to 19 otherwise
 * @param offsetNs added to every time
 */
record TimeResolution(boolean binary, int exponent, long offsetNs) {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int NANO_EXPONENT = 9;
    private static final int MAX_DECIMAL_EXPONENT = 19;

    /** Bits of a fraction of a second whose product with 10^9 is below 2^63. */
    private static final int FRACTION_BITS = 33;

    /**
     * Reads the resolution from the options of an interface.
     *
     * @param resolution value of if_tsresol, 0 to 255
     * @param offsetSeconds value of if_tsoffset
     */
    static TimeResolution of(int resolution, long offsetSeconds) {
        boolean binary = (resolution & 0x80) != 0;
        int exponent = resolution & 0x7f;
        int most = binary ? Long.SIZE - 1 : MAX_DECIMAL_EXPONENT;
        if (exponent > most) {
            throw new IllegalArgumentException(
                    "time resolution %d^-%d s; the exponent must be at most %d"
                            .formatted(binary ? 2 : 10, exponent, most));
        }
        return new TimeResolution(binary, exponent, offsetSeconds * NANOS_PER_SECOND);
    }

    /** Nanoseconds since 1970, for unsigned ticks. */
    long toNs(long ticks) {
        if (binary) {
            long seconds = ticks >>> exponent;
            long fraction = ticks - (seconds << exponent);
            int dropped = Math.max(0, exponent - FRACTION_BITS);
            return seconds * NANOS_PER_SECOND
                    + ((fraction >>> dropped) * NANOS_PER_SECOND >>> (exponent - dropped))
                    + offsetNs;
        }
        if (exponent <= NANO_EXPONENT) {
            return ticks * tenTo(NANO_EXPONENT - exponent) + offsetNs;
        }
        return Long.divideUnsigned(ticks, tenTo(exponent - NANO_EXPONENT)) + offsetNs;
    }

    private static long tenTo(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
