// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

/**
 * One update of a write request, checked against the P4Info and ready to be applied on the
 * timeline's thread.
 */
@FunctionalInterface
public interface Operation {

    /**
     * Applies the update, wholly or not at all.
     *
     * @return reverts the update
     */
    Runnable apply();
}
