// SPDX-License-Identifier: Apache-2.0
package org.weir.app.cluster;

import java.util.function.LongSupplier;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.WallClockTimestamp;

/** Makes maps in the memory of all nodes of ONOS. */
public final class MapsInMemory {

    /** ONOS ignores an entry whose stamp is not later than that of the one before. */
    private static final LongSupplier STAMPS = new RisingTime(System::currentTimeMillis);

    private MapsInMemory() {}

    /**
     * Makes this node's copy of a map.
     *
     * @param storage ONOS's storage
     * @param name name of the map
     * @return the map, which has threads until it is destroyed
     */
    public static <V> EventuallyConsistentMap<String, V> open(StorageService storage, String name) {
        return storage.<String, V>eventuallyConsistentMapBuilder()
                .withName(name)
                .withSerializer(KryoNamespaces.BASIC)
                .withTimestampProvider((key, value) -> new WallClockTimestamp(STAMPS.getAsLong()))
                .build();
    }
}
