// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.traffic;

import java.util.Arrays;
import org.weir.bmv2.controlplane.traffic.PfcPriority;
import org.weir.bmv2.controlplane.traffic.PortTraffic;

/** Bytes that came in by one port with a lossless priority and wait in any queue. */
final class IngressAccount {

    private final long[] bytes = new long[PortTraffic.QUEUES];
    private final PfcPriority[] rules = new PfcPriority[PortTraffic.QUEUES];
    private PauseRequests requests;

    /** Changes thresholds and the port whose peer is asked; waiting bytes stay on the account. */
    void configure(PortTraffic traffic, PauseRequests newRequests) {
        requests = newRequests;
        Arrays.fill(rules, null);
        for (PfcPriority each : traffic.pfc().priorities()) {
            if (each.isLossless()) {
                rules[each.priority()] = each;
            }
        }
        for (int i = 0; i < rules.length; i++) {
            boolean stands = requests.isStanding(i);
            boolean full = rules[i] != null && bytes[i] >= rules[i].xoffBytes();
            if (full && !stands) {
                requests.pause(i);
            } else if (stands && (rules[i] == null || bytes[i] <= rules[i].xonBytes())) {
                requests.resume(i);
            }
        }
    }

    /** Lets the port's packets be lost like others. */
    void close() {
        Arrays.fill(rules, null);
    }

    boolean isLossless(int priority) {
        return rules[priority] != null;
    }

    boolean fits(int priority, int packetBytes) {
        PfcPriority rule = rules[priority];
        return packetBytes <= rule.xoffBytes() + rule.headroomBytes() - bytes[priority];
    }

    void add(int priority, int packetBytes) {
        bytes[priority] += packetBytes;
        PfcPriority rule = rules[priority];
        if (bytes[priority] >= rule.xoffBytes() && !requests.isStanding(priority)) {
            requests.pause(priority);
        }
    }

    void remove(int priority, int packetBytes) {
        bytes[priority] -= packetBytes;
        PfcPriority rule = rules[priority];
        if (rule != null && bytes[priority] <= rule.xonBytes() && requests.isStanding(priority)) {
            requests.resume(priority);
        }
    }

    long bytes(int priority) {
        return bytes[priority];
    }
}
