// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.util.List;
import org.weir.bmv2.gnmi.ProgramQueues;
import org.weir.wire.p4.WeirEgress;
import org.weir.wire.p4.WeirIngress;

/** Virtual queues of Weir's program, one per class, as gNMI serves them. */
public final class WeirQueues implements ProgramQueues {

    private static final int CLASSES = 8;

    @Override
    public String namePrefix() {
        return "class-";
    }

    @Override
    public int queuesPerPort() {
        return CLASSES;
    }

    @Override
    public List<String> transmitted() {
        return List.of(WeirEgress.QueueStatistics.DEPARTURES);
    }

    @Override
    public List<String> dropped() {
        return List.of(
                WeirIngress.VirtualQueue.DROPS,
                WeirIngress.ActivityAqm.DROPS,
                WeirEgress.Aqm.DROPS);
    }

    @Override
    public List<String> ecnMarked() {
        return List.of(WeirIngress.VirtualQueue.MARKS, WeirEgress.Aqm.MARKS);
    }
}
