// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import org.onosproject.net.pi.service.PiFlowRuleTranslationStore;
import org.onosproject.store.pi.impl.DistributedPiFlowRuleTranslationStore;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Which table entries of a device stand for which of ONOS's; survives a restart. */
@Component(immediate = true, service = PiFlowRuleTranslationStore.class)
public class DurableFlowRuleTranslations extends DistributedPiFlowRuleTranslationStore {
    @Activate
    @Override
    public void activate() {
        storageService = DurableStorage.of(storageService);
        super.activate();
    }
}
