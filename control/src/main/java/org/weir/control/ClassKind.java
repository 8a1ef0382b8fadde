// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

/**
 * What a traffic class carries. The published programme (PMQECN) minimises a different sum for each
 * kind; the targets objective looks only at the stated targets.
 */
public enum ClassKind {
    /** Voice: residual capacity and delay. */
    A,
    /** Video: delay and jitter. */
    B,
    /** Bulk: delay and loss. */
    C
}
