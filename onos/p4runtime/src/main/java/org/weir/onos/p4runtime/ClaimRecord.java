// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.p4runtime;

import java.math.BigInteger;
import java.util.Optional;

/**
 * The highest election id that was used or seen on a device, and the id that ONOS's mastership
 * asked for in the latest term in which a node has claimed the device. As text: the two numbers
 * with a space between them, such as {@code 61 60}; a text without the second is of an earlier
 * version.
 */
final class ClaimRecord {
    private static final String SEPARATOR = " ";

    /** Null for none. */
    private final BigInteger highest;

    private final BigInteger latestWanted;

    private ClaimRecord(BigInteger highest, BigInteger latestWanted) {
        this.highest = highest;
        this.latestWanted = latestWanted;
    }

    /**
     * Reads a record.
     *
     * @param text the record as text; null for that of a device which nobody has claimed
     */
    static ClaimRecord read(String text) {
        if (text == null) {
            return new ClaimRecord(null, BigInteger.ZERO);
        }
        String[] numbers = text.split(SEPARATOR);
        return new ClaimRecord(
                new BigInteger(numbers[0]),
                numbers.length > 1 ? new BigInteger(numbers[1]) : BigInteger.ZERO);
    }

    /** The record after a claim; unchanged if a later term has claimed the device. */
    ClaimRecord claim(BigInteger wanted) {
        return wanted.compareTo(latestWanted) < 0
                ? this
                : new ClaimRecord(ElectionIds.next(highest, wanted), wanted);
    }

    /** The id that a claim has got; empty if a later term has claimed the device. */
    Optional<BigInteger> idOf(BigInteger wanted) {
        return wanted.equals(latestWanted) ? Optional.of(highest) : Optional.empty();
    }

    /** The record after another controller's id was seen. */
    ClaimRecord seen(BigInteger electionId) {
        return new ClaimRecord(
                highest == null ? electionId : electionId.max(highest), latestWanted);
    }

    @Override
    public String toString() {
        return highest + SEPARATOR + latestWanted;
    }
}
