// SPDX-License-Identifier: Apache-2.0
package org.weir.app.component;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.onosproject.cluster.ClusterService;
import org.onosproject.mastership.MastershipService;
import org.onosproject.store.service.StorageService;
import org.weir.app.agents.FlowReports;
import org.weir.app.cluster.ClusterViews;
import org.weir.app.delivery.WebhookStore;
import org.weir.app.journal.EventJournal;

/** The maps that nodes keep in memory. */
class MapsInMemoryTest {

    private static final int MANY = 1000;

    private final EmptyOnos onos = new EmptyOnos();

    /** ONOS ignores an entry whose stamp is not later than that of the one before. */
    @Test
    void eachEntryOfANodeHasALaterStampThanTheOneBefore() {
        StorageService storage = onos.service(StorageService.class);
        new FlowReports(storage, () -> 0);
        new WebhookStore(storage, () -> 0);
        new EventJournal(storage, "1", () -> 0);
        new ClusterViews(
                storage,
                onos.service(ClusterService.class),
                onos.service(MastershipService.class),
                () -> 0);

        assertThat(onos.timestamps)
                .hasSize(4)
                .allSatisfy(
                        stamps -> {
                            for (int i = 0; i < MANY; i++) {
                                assertThat(stamps.apply("key", null))
                                        .isLessThan(stamps.apply("key", null));
                            }
                        });
    }
}
