// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

/** Relation of an {@link Engine}'s virtual time to the wall clock. */
public enum Pacing {
    /** Events run as fast as the machine can; the wall clock is never read. */
    FREE,
    /** No event runs before the wall clock has reached its time; late events run at once. */
    WALL_CLOCK
}
