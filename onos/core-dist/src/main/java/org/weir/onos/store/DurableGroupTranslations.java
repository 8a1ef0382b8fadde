// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import org.onosproject.net.pi.service.PiGroupTranslationStore;
import org.onosproject.store.pi.impl.DistributedPiGroupTranslationStore;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Which action profile groups of a device stand for which of ONOS's; survives a restart. */
@Component(immediate = true, service = PiGroupTranslationStore.class)
public class DurableGroupTranslations extends DistributedPiGroupTranslationStore {
    @Activate
    @Override
    public void activate() {
        storageService = DurableStorage.of(storageService);
        super.activate();
    }
}
