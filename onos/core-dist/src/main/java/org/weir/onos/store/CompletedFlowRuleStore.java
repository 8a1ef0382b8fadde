// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import java.util.ArrayList;
import java.util.List;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowRuleStore;
import org.onosproject.store.flow.impl.ECFlowRuleStore;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * ONOS 2.4's distributed flow rule store, completed with the method that {@link FlowRuleStore} has
 * gained since: forgetting one application's rules on one device. Its requests for a switch's rules
 * are {@linkplain ForwardOnceCommunication forwarded once} at most.
 */
@Component(
        immediate = true,
        service = FlowRuleStore.class,
        property = {
            "msgHandlerPoolSize:Integer=8",
            "backupPeriod:Integer=2000",
            "antiEntropyPeriod:Integer=5000",
            "persistenceEnabled:Boolean=false",
            "backupCount:Integer=2"
        })
public class CompletedFlowRuleStore extends ECFlowRuleStore {
    @Override
    @Activate
    public void activate(ComponentContext context) {
        clusterCommunicator = new ForwardOnceCommunication(clusterCommunicator);
        super.activate(context);
    }

    @Override
    public boolean purgeFlowRules(DeviceId deviceId, ApplicationId application) {
        List<FlowEntry> ofApplication = new ArrayList<>();
        for (FlowEntry entry : getFlowEntries(deviceId)) {
            if (entry.appId() == application.id()) {
                ofApplication.add(entry);
            }
        }
        ofApplication.forEach(this::removeFlowRule);
        return true;
    }
}
