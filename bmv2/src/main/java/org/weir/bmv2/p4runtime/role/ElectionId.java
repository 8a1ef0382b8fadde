// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.role;

import java.math.BigInteger;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;

/**
 * Rank of a client in the election of the primary: an unsigned number of 128 bits, the highest
 * wins.
 */
record ElectionId(long high, long low) implements Comparable<ElectionId> {

    static ElectionId of(Uint128 id) {
        return new ElectionId(id.getHigh(), id.getLow());
    }

    Uint128 toProto() {
        return Uint128.newBuilder().setHigh(high).setLow(low).build();
    }

    BigInteger toBigInteger() {
        return new BigInteger(Long.toUnsignedString(high))
                .shiftLeft(Long.SIZE)
                .add(new BigInteger(Long.toUnsignedString(low)));
    }

    @Override
    public int compareTo(ElectionId other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(high) + "," + Long.toUnsignedString(low);
    }
}
