// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

/** Meaning of the errors of sending, as packet(7) has them. */
final class SendErrors {

    private static final int EMSGSIZE = 90;

    private SendErrors() {}

    /**
     * Whether the frame is at fault, which is longer than the MTU or shorter than a header; if not,
     * the interface is: full, down, or gone.
     */
    static boolean isOfFrame(int errno) {
        return errno == EMSGSIZE || errno == Libc.EINVAL;
    }
}
