// SPDX-License-Identifier: Apache-2.0
package org.weir.app.flow;

import java.util.OptionalInt;

/** A flow that the agent of its source host shapes, as the agent has reported it. Immutable. */
public final class ShapedFlow {

    private final FlowEnds ends;
    private final OptionalInt classIndex;
    private final long allowedRateBps;
    private final long lastFeedbackMs;
    private final long reportedMs;

    /**
     * A flow.
     *
     * @param ends addresses, protocol and ports
     * @param classIndex index of the class that the last feedback named, from 0; empty if no
     *     feedback named one
     * @param allowedRateBps rate to which the agent limits the flow, bit/s of Ethernet frames
     * @param lastFeedbackMs time of the last feedback, ms since 1970
     * @param reportedMs time of the report, ms since 1970
     */
    public ShapedFlow(
            FlowEnds ends,
            OptionalInt classIndex,
            long allowedRateBps,
            long lastFeedbackMs,
            long reportedMs) {
        this.ends = ends;
        this.classIndex = classIndex;
        this.allowedRateBps = allowedRateBps;
        this.lastFeedbackMs = lastFeedbackMs;
        this.reportedMs = reportedMs;
    }

    /** Addresses, protocol and ports. */
    public FlowEnds ends() {
        return ends;
    }

    /** Index of the class that the last feedback named, from 0; empty if none is known. */
    public OptionalInt classIndex() {
        return classIndex;
    }

    /** Rate to which the agent limits the flow, bit/s of Ethernet frames. */
    public long allowedRateBps() {
        return allowedRateBps;
    }

    /** Time of the last feedback, ms since 1970. */
    public long lastFeedbackMs() {
        return lastFeedbackMs;
    }

    /** Time of the report, ms since 1970. */
    public long reportedMs() {
        return reportedMs;
    }
}
