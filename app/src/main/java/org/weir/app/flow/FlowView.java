// SPDX-License-Identifier: Apache-2.0
package org.weir.app.flow;

import java.util.Optional;
import java.util.OptionalLong;

/** A shaped flow with the name of its class and the port of its source host. Immutable. */
public final class FlowView {

    private final ShapedFlow flow;
    private final Optional<String> className;
    private final Optional<String> device;
    private final OptionalLong port;

    /**
     * A view.
     *
     * @param flow the flow, as reported
     * @param className name of its class; empty if it is unknown, or the policy has none of its
     *     index
     * @param device switch of the source host, by ONOS device id; empty if no switch has seen it
     * @param port port of that switch; empty like the device
     */
    public FlowView(
            ShapedFlow flow,
            Optional<String> className,
            Optional<String> device,
            OptionalLong port) {
        this.flow = flow;
        this.className = className;
        this.device = device;
        this.port = port;
    }

    /** The flow, as reported. */
    public ShapedFlow flow() {
        return flow;
    }

    /** Addresses, protocol and ports. */
    public FlowEnds ends() {
        return flow.ends();
    }

    /** Name of its class; empty if it is unknown. */
    public Optional<String> className() {
        return className;
    }

    /** Switch of the source host, by ONOS device id; empty if no switch has seen the host. */
    public Optional<String> device() {
        return device;
    }

    /** Port of that switch; empty if no switch has seen the host. */
    public OptionalLong port() {
        return port;
    }
}
