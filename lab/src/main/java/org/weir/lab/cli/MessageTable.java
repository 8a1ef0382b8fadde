// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.weir.lab.experiment.datacentre.MessageRun;
import org.weir.lab.workload.TrafficClass;

/** Table of messages by size, for people. */
final class MessageTable {
    private MessageTable() {}

    static void print(MessageRun run, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%-16s %9s %9s %9s %9s %9s%n",
                "size",
                "messages",
                "whole",
                "slow p50",
                "p99",
                "p99.9");
        for (MessageRun.Row row : run.rows()) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %9d %9d %9s %9s %9s%n",
                    row.sizes(),
                    row.messages(),
                    row.ended(),
                    slowdown(row.p50()),
                    slowdown(row.p99()),
                    slowdown(row.p999()));
        }
        for (TrafficClass one : TrafficClass.values()) {
            out.printf(
                    Locale.ROOT,
                    "class %s: packets' delay %.1f us, p99 %.1f us%n",
                    one,
                    run.delay(one).meanNs() / 1e3,
                    run.delay(one).percentileNs(0.99) / 1e3);
        }
        out.printf(
                Locale.ROOT,
                "goodput of all hosts %.3f Gb/s; %.3f %% of packets sent again%n",
                run.goodputBps() / 1e9,
                100 * run.resentFraction());
        out.flush();
    }

    private static String slowdown(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
