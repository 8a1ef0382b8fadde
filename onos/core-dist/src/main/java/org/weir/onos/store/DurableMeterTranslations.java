// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import org.onosproject.net.pi.service.PiMeterTranslationStore;
import org.onosproject.store.pi.impl.DistributedPiMeterTranslationStore;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Which meter cells of a device stand for which of ONOS's; survives a restart. */
@Component(immediate = true, service = PiMeterTranslationStore.class)
public class DurableMeterTranslations extends DistributedPiMeterTranslationStore {
    @Activate
    @Override
    public void activate() {
        storageService = DurableStorage.of(storageService);
        super.activate();
    }
}
