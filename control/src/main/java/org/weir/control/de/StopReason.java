// SPDX-License-Identifier: Apache-2.0
package org.weir.control.de;

/** Reason for which a search ended. */
public enum StopReason {
    /** All points are feasible, and their values are within the requested spread. */
    SPREAD,
    /** The allowed number of evaluations was used up. */
    EVALUATIONS,
    /** The allowed time was used up. */
    TIME
}
