// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.drivers;

import java.util.Collection;
import org.onosproject.drivers.p4runtime.P4RuntimeFlowRuleProgrammable;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.weir.onos.device.FlowTableGate;

/**
 * The published driver's flow rules, of which reading and writing do not get in each other's way.
 */
public class GatedFlowRuleProgrammable extends P4RuntimeFlowRuleProgrammable {

    private FlowTableGate gate() {
        return handler().get(FlowTableGate.class);
    }

    @Override
    public Collection<FlowEntry> getFlowEntries() {
        return gate().looking(data().deviceId(), super::getFlowEntries);
    }

    @Override
    public Collection<FlowRule> applyFlowRules(Collection<FlowRule> rules) {
        return gate().changing(data().deviceId(), () -> super.applyFlowRules(rules));
    }

    @Override
    public Collection<FlowRule> removeFlowRules(Collection<FlowRule> rules) {
        return gate().changing(data().deviceId(), () -> super.removeFlowRules(rules));
    }
}
