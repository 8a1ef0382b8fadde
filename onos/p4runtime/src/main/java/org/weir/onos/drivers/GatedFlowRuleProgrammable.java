// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.drivers;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.onosproject.drivers.p4runtime.P4RuntimeFlowRuleProgrammable;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.p4runtime.api.P4RuntimeController;
import org.weir.onos.device.FlowTableGate;

/**
 * The published driver's flow rules, of which reading and writing do not get in each other's way.
 *
 * <p>What the published driver looks up for each call, the switch's pipeline and address, goes
 * through the cluster's store and takes longer than the write. An instance that is kept looks it up
 * again after {@value #VALID_SECONDS} s, or when there is another connection to the switch.
 */
public class GatedFlowRuleProgrammable extends P4RuntimeFlowRuleProgrammable {

    private static final long VALID_SECONDS = 10;

    /** Time at which all was looked up, ns. */
    private long setUpNs;

    private boolean isSetUp;

    @Override
    protected boolean setupBehaviour(String operation) {
        long nowNs = System.nanoTime();
        boolean isRecent =
                isSetUp
                        && nowNs - setUpNs < TimeUnit.SECONDS.toNanos(VALID_SECONDS)
                        && handler().get(P4RuntimeController.class).get(deviceId) == client;
        if (!isRecent) {
            isSetUp = super.setupBehaviour(operation);
            setUpNs = nowNs;
        }
        return isSetUp;
    }

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
