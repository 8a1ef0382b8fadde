// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.store;

import org.onosproject.net.pi.service.PiReplicationGroupTranslationStore;
import org.onosproject.store.pi.impl.DistributedPiReplicationGroupTranslationStore;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Which clone sessions and multicast groups of a device stand for which of ONOS's; survives a restart. */
@Component(immediate = true, service = PiReplicationGroupTranslationStore.class)
public class DurableReplicationTranslations extends DistributedPiReplicationGroupTranslationStore {
    @Activate
    @Override
    public void activate() {
        storageService = DurableStorage.of(storageService);
        super.activate();
    }
}
