// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.ports;

/** Receiver of changes of a port's link. */
@FunctionalInterface
public interface LinkListener {

    /** The link is up, or it is not: the interface is down, has no carrier, or is gone. */
    void link(boolean up);
}
