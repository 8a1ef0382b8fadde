// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.onosproject.store.serializers.KryoNamespaces;
import org.onosproject.store.service.AsyncConsistentMap;
import org.onosproject.store.service.EventuallyConsistentMap;
import org.onosproject.store.service.MapEventListener;
import org.onosproject.store.service.Serializer;
import org.onosproject.store.service.StorageService;
import org.onosproject.store.service.Versioned;
import org.weir.app.RejectedException;
import org.weir.app.RejectedException.Reason;
import org.weir.app.cluster.MapsInMemory;
import org.weir.app.event.EventKind;
import org.weir.app.webhook.DeliveryState;
import org.weir.app.webhook.SecretEdit;
import org.weir.app.webhook.Webhook;
import org.weir.app.webhook.WebhookView;
import org.weir.app.webhook.Webhooks;

/**
 * The webhooks in ONOS's distributed store, so that every node has the same ones and they outlive
 * ONOS. All are one entry: nodes that add webhooks at the same time cannot exceed their greatest
 * number, as the second to store its entry has to begin anew. The sending node shows the states of
 * their deliveries to all nodes, in memory.
 */
public final class WebhookStore implements Webhooks {

    private static final long TIMEOUT_S = 5;

    /** Attempts to store a webhook that others change at the same time. */
    private static final int MOST_TURNS = 20;

    /** The key of the entry that has all webhooks, by name. */
    private static final String ALL = "all";

    private static final String URL = "url";
    private static final String SECRET = "secret";
    private static final String KINDS = "kinds";
    private static final String SINCE = "sinceMs";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final AsyncConsistentMap<String, String> map;
    private final EventuallyConsistentMap<String, String> states;
    private final LongSupplier wallMs;
    private MapEventListener<String, String> listener;

    /**
     * The webhooks of the cluster.
     *
     * @param storage ONOS's storage
     * @param wallMs wall-clock time, ms since 1970
     */
    public WebhookStore(StorageService storage, LongSupplier wallMs) {
        this(
                storage.<String, String>consistentMapBuilder()
                        .withName("weir-webhook-list")
                        .withSerializer(Serializer.using(KryoNamespaces.BASIC))
                        .buildAsyncMap(),
                MapsInMemory.open(storage, "weir-webhook-states"),
                wallMs);
    }

    /** Webhooks in maps. */
    public WebhookStore(
            AsyncConsistentMap<String, String> map,
            EventuallyConsistentMap<String, String> states,
            LongSupplier wallMs) {
        this.wallMs = wallMs;
        this.map = map;
        this.states = states;
    }

    /**
     * Follows the webhooks.
     *
     * @param changed runs after each change, of other nodes too; must return at once
     */
    void follow(Runnable changed) {
        listener = event -> changed.run();
        map.addListener(listener);
    }

    /** Follows them no more. */
    void stop() {
        if (listener != null) {
            map.removeListener(listener);
        }
    }

    /** The webhooks by name, with their secrets. */
    Map<String, Webhook> read() {
        ObjectNode stored = stored(await(map.get(ALL)));
        Map<String, Webhook> found = new TreeMap<>();
        stored.fieldNames()
                .forEachRemaining(name -> found.put(name, webhook(name, stored.get(name))));
        return found;
    }

    @Override
    public List<WebhookView> all() {
        List<WebhookView> views = new ArrayList<>();
        read().forEach((name, webhook) -> views.add(new WebhookView(webhook, state(name))));
        return views;
    }

    @Override
    public Optional<WebhookView> one(String name) {
        return Optional.ofNullable(read().get(name))
                .map(webhook -> new WebhookView(webhook, state(name)));
    }

    @Override
    public void put(String name, String url, SecretEdit secret, List<String> kinds) {
        Webhook webhook =
                WebhookRules.check(name, url, secret.after(null), kinds, wallMs.getAsLong());
        change(
                stored -> {
                    JsonNode before = stored.get(name);
                    checkRoom(stored.size() + (before == null ? 1 : 0));
                    stored.set(name, next(webhook, secret, before));
                });
    }

    /** Stored form of a webhook that is to take the place of a stored one, or of none. */
    private static ObjectNode next(Webhook webhook, SecretEdit secret, JsonNode old) {
        Webhook before = old == null ? null : webhook(webhook.name(), old);
        ObjectNode stored = JsonNodeFactory.instance.objectNode();
        stored.put(URL, webhook.url());
        stored.put(SECRET, secret.after(before == null ? null : before.secret()));
        stored.put(SINCE, before == null ? webhook.sinceMs() : before.sinceMs());
        ArrayNode words = stored.putArray(KINDS);
        webhook.kinds().forEach(kind -> words.add(kind.word()));
        return stored;
    }

    private static void checkRoom(int size) {
        if (size > WebhookRules.MOST) {
            throw new RejectedException(
                    Reason.UNAVAILABLE,
                    "there are " + WebhookRules.MOST + " webhooks, which is the most: remove one");
        }
    }

    @Override
    public void remove(String name) {
        WebhookRules.checkName(name);
        change(stored -> stored.remove(name));
    }

    /**
     * Changes the webhooks in one step.
     *
     * @param edit changes them, by name; runs again if another node was faster
     */
    private void change(Consumer<ObjectNode> edit) {
        for (int i = 0; i < MOST_TURNS; i++) {
            Versioned<String> old = await(map.get(ALL));
            ObjectNode stored = stored(old);
            edit.accept(stored);
            String next = stored.toString();
            if (old == null
                    ? await(map.putIfAbsent(ALL, next)) == null
                    : next.equals(old.value()) || await(map.replace(ALL, old.version(), next))) {
                return;
            }
        }
        throw new RejectedException(Reason.UNAVAILABLE, "webhooks change all the time: try again");
    }

    private static ObjectNode stored(Versioned<String> entry) {
        if (entry == null) {
            return JsonNodeFactory.instance.objectNode();
        }
        try {
            return (ObjectNode) MAPPER.readTree(entry.value());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The state of a webhook's deliveries, as the sending node has shown it last. */
    DeliveryState state(String name) {
        String stored = states.get(name);
        return stored == null ? DeliveryState.NONE : DeliveryJson.read(stored);
    }

    /** Shows the state of a webhook's deliveries to all nodes. */
    void show(String name, DeliveryState state) {
        String json = DeliveryJson.write(state);
        if (!json.equals(states.get(name))) {
            states.put(name, json);
        }
    }

    /** Forgets the state of a webhook that was removed. */
    void forget(String name) {
        states.remove(name);
    }

    /** Forgets the states of all webhooks but some. */
    void forgetAllBut(Set<String> names) {
        Set<String> others = new TreeSet<>(states.keySet());
        others.removeAll(names);
        others.forEach(states::remove);
    }

    /** Gives up this node's copy of the states, which is not to be used any more. */
    public void close() {
        states.destroy();
    }

    private static Webhook webhook(String name, JsonNode stored) {
        List<EventKind> kinds = new ArrayList<>();
        // A kind of another build is left out.
        stored.path(KINDS).forEach(word -> EventKind.of(word.asText()).ifPresent(kinds::add));
        return new Webhook(
                name,
                stored.path(URL).asText(),
                stored.path(SECRET).asText(null),
                kinds,
                stored.path(SINCE).asLong());
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.orTimeout(TIMEOUT_S, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw new RejectedException(
                    Reason.NODE_UNANSWERED,
                    "ONOS's store of webhooks does not answer: " + e.getCause());
        }
    }
}
