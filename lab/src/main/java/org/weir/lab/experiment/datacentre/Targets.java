// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.datacentre;

import java.util.List;
import org.weir.lab.scheme.Parameter;
import org.weir.lab.scheme.Values;
import org.weir.lab.workload.TrafficClass;

/** Targets of the classes in a data centre's fabric; their names are those of PMQECN's policy. */
final class Targets {
    /** Number of targets. */
    static final int COUNT = 7;

    private static final double A_LOSS = 0.001;
    private static final double B_LOSS = 0.01;
    private static final double C_LOSS = 0.05;
    private static final double NS_PER_MS = 1e6;

    private Targets() {}

    /**
     * Their declarations.
     *
     * @param times all times over those at 10 Gb/s
     */
    static List<Parameter> parameters(double times) {
        return List.of(
                target("aDelayMs", "class A's mean delay", 0.02 * times),
                target("aP99DelayMs", "class A's 99th percentile of delay", 0.1 * times),
                target("bDelayMs", "class B's mean delay", 0.05 * times),
                target("bP99DelayMs", "class B's 99th percentile of delay", 0.3 * times));
    }

    private static Parameter target(String name, String what, double ms) {
        return new Parameter(
                name, "ms", ms, 0.001, 1e6, "target of " + what, "ours, by the line's rate");
    }

    /** Number of targets met; loss is the fraction that had to be sent again. */
    static int met(MessageRecords records, Values values) {
        int met = 0;
        met += is(records.delay(TrafficClass.A).meanNs(), values, "aDelayMs");
        met += is(records.delay(TrafficClass.A).percentileNs(0.99), values, "aP99DelayMs");
        met += is(records.delay(TrafficClass.B).meanNs(), values, "bDelayMs");
        met += is(records.delay(TrafficClass.B).percentileNs(0.99), values, "bP99DelayMs");
        met += records.resentFraction(TrafficClass.A) <= A_LOSS ? 1 : 0;
        met += records.resentFraction(TrafficClass.B) <= B_LOSS ? 1 : 0;
        met += records.resentFraction(TrafficClass.C) <= C_LOSS ? 1 : 0;
        return met;
    }

    private static int is(double ns, Values values, String name) {
        return ns <= values.get(name) * NS_PER_MS ? 1 : 0;
    }
}
