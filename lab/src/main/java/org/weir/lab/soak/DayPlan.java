// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.soak;

import org.weir.lab.network.NetworkSpec;

/**
 * Plan of a simulated day.
 *
 * @param pairs the network, with a flow for each pair of hosts that is to send; the flow's rate is
 *     what the pair offers over all classes
 * @param rateBps of every link, bit/s
 * @param lengthNs of the run, ns
 * @param hourNs after which the mix changes, a link fails and the policy changes, ns; a simulated
 *     hour, unless a test is in a hurry
 * @param everyNs between two readings, ns
 * @param seed of the mixes, the links that fail and the policies
 */
record DayPlan(
        NetworkSpec pairs, long rateBps, long lengthNs, long hourNs, long everyNs, long seed) {
    /** Hours that begin within the run. */
    int hours() {
        return (int) ((lengthNs + hourNs - 1) / hourNs);
    }
}
