// SPDX-License-Identifier: Apache-2.0
package org.weir.control;

/** Kinds of target that an operator can state for a class, with the field name and unit of each. */
public enum TargetKind {
    /** Mean delay, ms. */
    DELAY("delayMs", "ms", false),
    /** 99th percentile of the delay, ms. */
    P99_DELAY("p99DelayMs", "ms", false),
    /** Standard deviation of the delay, ms. */
    JITTER("jitterMs", "ms", false),
    /** Lost packets over arrived packets. */
    LOSS("lossFraction", "", false),
    /** Rate that the class can always have, bit/s. */
    MIN_RATE("minRateBps", "bit/s", true);

    private final String fieldName;
    private final String unit;
    private final boolean atLeast;

    TargetKind(String fieldName, String unit, boolean atLeast) {
        this.fieldName = fieldName;
        this.unit = unit;
        this.atLeast = atLeast;
    }

    /** The field's name in a policy. */
    public String fieldName() {
        return fieldName;
    }

    /** The unit, empty for a fraction. */
    public String unit() {
        return unit;
    }

    /** True if the target is a lower bound; all others are upper bounds. */
    public boolean isLowerBound() {
        return atLeast;
    }
}
