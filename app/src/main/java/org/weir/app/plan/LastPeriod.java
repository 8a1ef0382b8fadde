// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

/** The last period of a class at a port that can be judged. Immutable. */
public final class LastPeriod {
    private final long number;
    private final boolean isMet;

    /**
     * A period.
     *
     * @param number another one for each period of the class at the port
     * @param isMet true if all targets were met
     */
    public LastPeriod(long number, boolean isMet) {
        this.number = number;
        this.isMet = isMet;
    }

    long number() {
        return number;
    }

    /** True if all targets were met. */
    public boolean isMet() {
        return isMet;
    }
}
