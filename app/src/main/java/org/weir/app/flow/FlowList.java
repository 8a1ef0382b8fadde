// SPDX-License-Identifier: Apache-2.0
package org.weir.app.flow;

import java.util.List;

/** The shaped flows of the network. Immutable. */
public final class FlowList {

    private final List<FlowView> flows;
    private final long omitted;

    /**
     * A list.
     *
     * @param flows the flows, by source and then the other ends
     * @param omitted further shaped flows that agents have left out of their reports
     */
    public FlowList(List<FlowView> flows, long omitted) {
        this.flows = List.copyOf(flows);
        this.omitted = omitted;
    }

    /** The flows, by source and then the other ends. */
    public List<FlowView> flows() {
        return flows;
    }

    /** Further shaped flows that agents have left out of their reports. */
    public long omitted() {
        return omitted;
    }
}
