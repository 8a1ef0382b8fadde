// SPDX-License-Identifier: Apache-2.0
package org.weir.app.plan;

/** The last period of a class at a port that can be judged. Immutable. */
public final class LastPeriod {
    private final long number;
    private final boolean isMet;
    private final boolean isInForce;

    /**
     * A period.
     *
     * @param number another one for each period of the class at the port
     * @param isMet true if all targets were met
     * @param isInForce true if the port's switch has settings of the policy that is watched
     */
    public LastPeriod(long number, boolean isMet, boolean isInForce) {
        this.number = number;
        this.isMet = isMet;
        this.isInForce = isInForce;
    }

    long number() {
        return number;
    }

    /** True if all targets were met. */
    public boolean isMet() {
        return isMet;
    }

    /** True if the port's switch has settings of the policy that is watched. */
    public boolean isInForce() {
        return isInForce;
    }
}
