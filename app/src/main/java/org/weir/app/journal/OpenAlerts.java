// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.RejectedException;
import org.weir.app.event.Event;
import org.weir.app.json.EventJson;

/**
 * Events that have begun an alert whose end was not recorded yet, in ONOS's distributed store. So
 * the end of an alert is recorded even if it comes while ONOS restarts, and another node that takes
 * over begins no alert twice.
 */
public final class OpenAlerts {

    private static final Logger LOG = LoggerFactory.getLogger(OpenAlerts.class);
    private static final String MAP_NAME = "weir-open-alerts";
    private static final long TIMEOUT_S = 5;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final AsyncConsistentMap<String, String> map;

    /**
     * The open alerts of the cluster.
     *
     * @param storage ONOS's storage
     */
    public OpenAlerts(StorageService storage) {
        this(
                storage.<String, String>consistentMapBuilder()
                        .withName(MAP_NAME)
                        .withSerializer(Serializer.using(KryoNamespaces.BASIC))
                        .buildAsyncMap());
    }

    /** Open alerts in a map. */
    public OpenAlerts(AsyncConsistentMap<String, String> map) {
        this.map = map;
    }

    /**
     * The events, by alert type and subject. One that another build has written so that this one
     * cannot read it is left out.
     *
     * @throws RejectedException if the store does not answer
     */
    Map<String, Event> read() {
        Map<String, Event> events = new HashMap<>();
        for (Map.Entry<String, Versioned<String>> entry : await(map.entrySet())) {
            try {
                events.put(
                        entry.getKey(), EventJson.read(MAPPER.readTree(entry.getValue().value())));
            } catch (IOException | IllegalArgumentException e) {
                LOG.warn("open alert {} is left out: {}", entry.getKey(), e.getMessage());
            }
        }
        return events;
    }

    /** Adds an alert. */
    void add(String key, Event began) {
        await(map.put(key, EventJson.EVENT.write(began).toString()));
    }

    /**
     * Removes an alert whose end is about to be recorded; one that is not there is removed already.
     *
     * @throws RejectedException if the store does not answer
     */
    void remove(String key) {
        await(map.remove(key));
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.orTimeout(TIMEOUT_S, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw new RejectedException(
                    RejectedException.Reason.UNAVAILABLE,
                    "ONOS's store of open alerts does not answer: " + e.getCause());
        }
    }
}
