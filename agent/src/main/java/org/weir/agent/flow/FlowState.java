// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.flow;

import java.util.OptionalInt;
import org.weir.agent.feedback.FlowKey;

/**
 * A flow that is shaped at one moment.
 *
 * @param flow the flow
 * @param classIndex class that its last feedback packet named; empty if it had notifications only
 * @param allowedRateBps rate to which it is limited, bit/s of Ethernet frames, above 0
 * @param feedbackNs time of its last feedback, by the clock of the table, ns
 */
public record FlowState(
        FlowKey flow, OptionalInt classIndex, long allowedRateBps, long feedbackNs) {}
