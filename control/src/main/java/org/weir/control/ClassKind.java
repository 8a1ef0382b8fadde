// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

/**
 * Kind of traffic that a class carries. The published objective (PMQECN) minimises a different sum
 * for each kind; the objective {@code targets} does not use it.
 */
public enum ClassKind {
    /** Voice: residual capacity and delay. */
    A,
    /** Video: delay and jitter. */
    B,
    /** Bulk: delay and loss. */
    C
}
