// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.runtime.bits;

import java.math.BigInteger;
import org.weir.bmv2.controlplane.ControlException;

/** Numbers of the control plane: unsigned, big-endian, of any length that holds them. */
public final class FieldBytes {

    private FieldBytes() {}

    /** The number, which must fit the width. */
    public static BigInteger number(byte[] value, int bitWidth, String what) {
        if (value == null || value.length == 0) {
            throw invalid(what + ": has no value");
        }
        BigInteger number = new BigInteger(1, value);
        if (number.bitLength() > bitWidth) {
            throw invalid(
                    what
                            + ": value 0x"
                            + number.toString(16)
                            + " does not fit its "
                            + bitWidth
                            + " bits");
        }
        return number;
    }

    public static ControlException invalid(String message) {
        return new ControlException(ControlException.Reason.INVALID, message);
    }
}
