// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.experiment.rpm;

import org.weir.lab.host.transport.tcp.send.MarkReductions;
import org.weir.lab.host.transport.tcp.send.Sender;

/** Reductions of several flows' windows after marks, added up. */
final class ReductionSums {
    private long flows;
    private long reductions;
    private long reducedFlows;
    private double firstWindows;

    /**
     * Adds a flow.
     *
     * @param sender null if its connection was never established
     */
    void add(Sender sender) {
        flows++;
        if (sender == null) {
            return;
        }
        MarkReductions of = sender.markReductions();
        reductions += of.count();
        if (of.count() > 0) {
            reducedFlows++;
            firstWindows += of.firstWindowBytes();
        }
    }

    /** Reductions of all flows. */
    long reductions() {
        return reductions;
    }

    /** Reductions of a flow; 0 without flows. */
    double mean() {
        return (double) reductions / Math.max(1, flows);
    }

    /** Mean window before a flow's first reduction, bytes; 0 without reductions. */
    double meanFirstWindowBytes() {
        return firstWindows / Math.max(1, reducedFlows);
    }
}
