// SPDX-License-Identifier: Apache-2.0
package org.weir.control.tuning;

/** The times in which the loops run: whole numbers, and fields of the policy itself. */
public enum PolicyInterval {
    PERIOD_MS("periodMs", 1000, "ms", 10, 3_600_000, "Time between solve rounds."),
    FEEDBACK_INTERVAL_US(
            "feedbackIntervalUs",
            40_000,
            "µs",
            1,
            60_000_000,
            "Least time between two feedback packets of one flow from one switch. The default outlasts"
                    + " the longest window over which a switch measures λ, 33 ms, so that one excess is"
                    + " not answered twice."),
    REPORT_INTERVAL_US(
            "reportIntervalUs",
            50_000,
            "µs",
            1,
            60_000_000,
            "Least time between two telemetry reports of one queue.");

    private final String fieldName;
    private final long defaultValue;
    private final String unit;
    private final long min;
    private final long max;
    private final String help;

    PolicyInterval(
            String fieldName, long defaultValue, String unit, long min, long max, String help) {
        this.fieldName = fieldName;
        this.defaultValue = defaultValue;
        this.unit = unit;
        this.min = min;
        this.max = max;
        this.help = help;
    }

    /** The name in a policy. */
    public String fieldName() {
        return fieldName;
    }

    /** The value where nothing else is said, in the unit that the name ends in. */
    public long defaultValue() {
        return defaultValue;
    }

    /** Smallest allowed value, in the unit that the name ends in. */
    public long min() {
        return min;
    }

    /** Largest allowed value, in the unit that the name ends in. */
    public long max() {
        return max;
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        ReferenceTable table = new ReferenceTable();
        for (PolicyInterval one : values()) {
            String normal = ReferenceTable.number(one.defaultValue);
            table.row(one.fieldName, normal, one.unit, one.min, one.max, one.help);
        }
        return table.toString();
    }
}
