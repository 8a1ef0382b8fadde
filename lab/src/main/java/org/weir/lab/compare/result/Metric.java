// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.result;

import java.util.Arrays;
import java.util.Optional;
import org.weir.lab.workload.TrafficClass;

/** A quantity that each run measures. */
public enum Metric {
    /** Bytes of applications that arrived after the first period, each once. */
    GOODPUT_MBPS("goodput", "Mb/s", true),
    /** The same over what messages that begin in that time have. */
    CARRIED_PERCENT("carried", "%", true),
    /** Packets that wait at a switch's port, mean over ports and looks. */
    QUEUE_MEAN("queue", "packets", false),
    /** One-way delay of packets of class A from the sending host's port, mean. */
    DELAY_A_US("A mean", "µs", false),
    /** The same, 99th percentile. */
    P99_A_US("A p99", "µs", false),
    /** Class B, mean. */
    DELAY_B_US("B mean", "µs", false),
    /** Class B, 99th percentile. */
    P99_B_US("B p99", "µs", false),
    /** Class C, mean. */
    DELAY_C_US("C mean", "µs", false),
    /** Class C, 99th percentile. */
    P99_C_US("C p99", "µs", false),
    /** Time of a message over what it takes alone, median. */
    SLOWDOWN_P50("slow p50", "", false),
    /** The same, 99th percentile. */
    SLOWDOWN_P99("slow p99", "", false),
    /** The same, 99.9th percentile. */
    SLOWDOWN_P999("slow p99.9", "", false),
    /** The 99th percentile of class A's messages. */
    SLOWDOWN_A_P99("slow A p99", "", false),
    /** The same of class B's messages. */
    SLOWDOWN_B_P99("slow B p99", "", false),
    /** The same of class C's messages. */
    SLOWDOWN_C_P99("slow C p99", "", false),
    /** Messages whose slowdowns count. Of fewer than 1000 the 99.9th percentile is the largest. */
    MESSAGES("messages", "", true),
    /** Packets sent again over packets that arrived. */
    RESENT_PERCENT("resent", "%", false),
    /** Messages that were whole when the run had been over for as long as it had taken. */
    FINISHED_PERCENT("ended", "%", true),
    /** Class-periods at ports for which Weir's controller promised that targets would be kept. */
    PROMISES("promises", "", true),
    /** Of those, the ones that the port's counters show as missed. */
    BROKEN_PERCENT("broken", "%", false),
    /** Of those, the ones that were missed without the controller's saying so afterwards. */
    SILENT_PERCENT("silent", "%", false),
    /** Class-periods shown as missed over those that the port's counters show as kept. */
    FALSE_ALARM_PERCENT("false alarms", "%", false),
    /** Class-periods of which the port's counters cannot tell, over all of them. */
    UNDECIDED_PERCENT("undecided", "%", false),
    /**
     * Class-periods whose mean delay was in the predicted interval, of those with an interval from
     * measured periods.
     */
    WITHIN_PERCENT("within", "%", true),
    /** The same of those with an interval by the queue model, for unchanged loads. */
    MODEL_WITHIN_PERCENT("by model", "%", true);

    private final String label;
    private final String unit;
    private final boolean moreIsBetter;

    Metric(String label, String unit, boolean moreIsBetter) {
        this.label = label;
        this.unit = unit;
        this.moreIsBetter = moreIsBetter;
    }

    /** Whether it is about promises of Weir's controller; NaN of schemes that have none. */
    public boolean isOfPromises() {
        return ordinal() >= PROMISES.ordinal();
    }

    /** Head of a table's column. */
    public String label() {
        return label;
    }

    /** Unit; empty for a bare number. */
    public String unit() {
        return unit;
    }

    /** Whether more is better. */
    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** Mean delay of a class. */
    public static Metric delayMean(TrafficClass one) {
        return values()[DELAY_A_US.ordinal() + 2 * one.ordinal()];
    }

    /** 99th percentile of a class's delay. */
    public static Metric delayP99(TrafficClass one) {
        return values()[P99_A_US.ordinal() + 2 * one.ordinal()];
    }

    /** 99th percentile of the slowdown of a class's messages. */
    public static Metric slowdownP99(TrafficClass one) {
        return values()[SLOWDOWN_A_P99.ordinal() + one.ordinal()];
    }

    /** The metric whose column in a CSV file has a name, which is that of the constant. */
    static Optional<Metric> ofColumn(String name) {
        return Arrays.stream(values()).filter(one -> one.name().equals(name)).findFirst();
    }
}
