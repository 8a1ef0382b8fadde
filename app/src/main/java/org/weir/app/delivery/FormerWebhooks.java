// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import java.util.concurrent.TimeUnit;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The map in which earlier builds of 0.2.0 stored webhooks, one entry each. Nobody reads it any
 * more, and its secrets must not stay in ONOS's store and in backups of it.
 */
public final class FormerWebhooks {

    private static final Logger LOG = LoggerFactory.getLogger(FormerWebhooks.class);
    private static final String MAP_NAME = "weir-webhooks";
    private static final long TIMEOUT_S = 30;

    private FormerWebhooks() {}

    /**
     * Empties the map, which may be empty already. Returns at once; a store that does not answer is
     * asked again when a node starts the next time.
     *
     * @param storage ONOS's storage
     */
    public static void clear(StorageService storage) {
        try {
            clear(
                    storage.<String, String>consistentMapBuilder()
                            .withName(MAP_NAME)
                            .withSerializer(Serializer.using(KryoNamespaces.BASIC))
                            .buildAsyncMap());
        } catch (RuntimeException e) {
            // Whatever it is, the application can do without.
            warn(e);
        }
    }

    /** Empties a map. */
    static void clear(AsyncConsistentMap<String, String> map) {
        map.clear()
                .orTimeout(TIMEOUT_S, TimeUnit.SECONDS)
                .whenComplete(
                        (done, error) -> {
                            if (error != null) {
                                warn(error);
                            }
                        });
    }

    private static void warn(Throwable error) {
        LOG.warn("webhooks of an earlier build are not forgotten yet: {}", error.toString());
    }
}
