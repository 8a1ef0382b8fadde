// SPDX-License-Identifier: Apache-2.0
package org.weir.control.tuning;

/**
 * Times of the control loop, of feedback and of reports. They are whole numbers, and fields of the
 * policy itself.
 */
public enum PolicyInterval implements DeclaredNumber {
    PERIOD_MS(
            "periodMs", 1000, "ms", 10, 3_600_000, "Time between two rounds of the control loop."),
    FEEDBACK_INTERVAL_US(
            "feedbackIntervalUs",
            10_000,
            "µs",
            1,
            60_000_000,
            "Shortest time between two feedback packets to one flow from one switch. The default"
                    + " suits lines of 10 Mb/s: it is a round trip there. On Tofino less than 8 counts"
                    + " as 8, and below 1024 more flows share a feedback packet (tofino.md)."),
    REPORT_INTERVAL_US(
            "reportIntervalUs",
            50_000,
            "µs",
            1,
            60_000_000,
            "Shortest time between two telemetry reports of one queue.");

    private final long defaultValue;
    private final NumberDeclaration declaration;

    PolicyInterval(
            String fieldName, long defaultValue, String unit, long min, long max, String help) {
        this.defaultValue = defaultValue;
        declaration =
                new NumberDeclaration(
                        fieldName, ReferenceTable.number(defaultValue), unit, min, max, help);
    }

    @Override
    public NumberDeclaration declaration() {
        return declaration;
    }

    /** The default, in the unit at the end of the name. */
    public long defaultValue() {
        return defaultValue;
    }

    /** All of them as a Markdown table. */
    public static String reference() {
        return ReferenceTable.of(values());
    }
}
