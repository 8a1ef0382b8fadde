// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.flow;

import org.weir.agent.feedback.FlowKey;

/**
 * Limit that a flow's packets have to keep on this host.
 *
 * @param slot number of the flow's class of the queueing discipline, from 1; no two flows have one
 *     at the same time
 * @param flow the flow
 * @param rateBps highest rate, bit/s of Ethernet frames, above 0
 * @param open true if new packets pass by the class, while those that wait in it leave at the rate;
 *     they may overtake these
 */
public record Shape(int slot, FlowKey flow, long rateBps, boolean open) {}
