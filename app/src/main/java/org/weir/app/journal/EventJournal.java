// SPDX-License-Identifier: Apache-2.0
package org.weir.app.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.StorageService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.cluster.MapsInMemory;
import org.weir.app.event.Event;
import org.weir.app.event.EventId;
import org.weir.app.event.EventKind;
import org.weir.app.json.EventJson;

/**
 * The last events, in memory on every node of the cluster. Each node that records has a ring of
 * {@value #MOST_SETTINGS} changes of settings, which are frequent, and one of {@value #MOST_OTHERS}
 * others: a new event takes the place of the oldest in its ring. So the journal never grows, and
 * the death of a node loses no event that had reached another one.
 */
public final class EventJournal {

    /** Changes of settings that a node keeps. */
    static final int MOST_SETTINGS = 500;

    /** Other events that a node keeps. */
    static final int MOST_OTHERS = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(EventJournal.class);
    private static final String MAP_NAME = "weir-events";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final EventuallyConsistentMap<String, byte[]> map;
    private final String node;
    private final LongSupplier wallMs;
    private volatile Consumer<Event> recorded = event -> {};

    /** Guarded by this, as the next two. */
    private long settings;

    private long others;
    private long lastMs;

    /**
     * The journal of the cluster.
     *
     * @param storage ONOS's storage
     * @param node id of this node
     * @param wallMs wall-clock time, ms since 1970
     */
    public EventJournal(StorageService storage, String node, LongSupplier wallMs) {
        this(MapsInMemory.open(storage, MAP_NAME), node, wallMs);
    }

    /** The journal in a map. */
    public EventJournal(
            EventuallyConsistentMap<String, byte[]> map, String node, LongSupplier wallMs) {
        this.map = map;
        this.node = node;
        this.wallMs = wallMs;
    }

    /**
     * Tells of events that this node records.
     *
     * @param consumer is given each after it was recorded; must return at once
     */
    public void follow(Consumer<Event> consumer) {
        recorded = consumer;
    }

    /**
     * Records an event.
     *
     * @param event without an identifier
     * @return the same with its identifier, which is greater than those before on this node
     */
    public Event record(Event event) {
        Event numbered;
        synchronized (this) {
            lastMs = Math.max(lastMs, wallMs.getAsLong());
            boolean isSettings = event.kind() == EventKind.SETTINGS_CHANGED;
            long inRing = isSettings ? settings++ : others++;
            numbered = event.as(new EventId(lastMs, settings + others, node));
            String key =
                    isSettings ? "settings/" + inRing % MOST_SETTINGS : "" + inRing % MOST_OTHERS;
            map.put(key + "@" + node, encode(numbered));
            recorded.accept(numbered);
        }
        return numbered;
    }

    /** The events that are kept, of all nodes, newest first. */
    public List<Event> newestFirst() {
        List<Event> events = new ArrayList<>();
        for (byte[] entry : map.values()) {
            try {
                events.add(EventJson.read(MAPPER.readTree(entry)));
            } catch (IOException | IllegalArgumentException e) {
                LOG.debug("an event of another build is left out: {}", e.getMessage());
            }
        }
        events.sort(Comparator.comparing(Event::id).reversed());
        return events;
    }

    /** Gives up this node's copy, which is not to be used any more. */
    public void close() {
        map.destroy();
    }

    private static byte[] encode(Event event) {
        return EventJson.EVENT.write(event).toString().getBytes(StandardCharsets.UTF_8);
    }
}
