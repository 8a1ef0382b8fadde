// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.extern;

/** A method of an extern. */
@FunctionalInterface
public interface ExternMethod {

    /**
     * Called for a packet, on the thread that handles the switch's packets, one call at a time. The
     * call and its arguments are valid until the method returns. If it throws, the packet is
     * dropped and the log says so.
     */
    void call(ExternCall call);
}
