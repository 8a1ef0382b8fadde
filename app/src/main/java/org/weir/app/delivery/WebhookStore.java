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
 * ONOS. The sending node shows the states of their deliveries to all nodes, in memory.
 */
public final class WebhookStore implements Webhooks {

    private static final long TIMEOUT_S = 5;

    /** Attempts to store a webhook that others change at the same time. */
    private static final int MOST_TURNS = 20;

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
                        .withName("weir-webhooks")
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
        Map<String, Webhook> found = new TreeMap<>();
        for (Map.Entry<String, Versioned<String>> entry : await(map.entrySet())) {
            found.put(entry.getKey(), webhook(entry.getKey(), entry.getValue().value()));
        }
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
        return Optional.ofNullable(await(map.get(name)))
                .map(entry -> new WebhookView(webhook(name, entry.value()), state(name)));
    }

    @Override
    public void put(String name, String url, SecretEdit secret, List<String> kinds) {
        Webhook webhook =
                WebhookRules.check(name, url, secret.after(null), kinds, wallMs.getAsLong());
        for (int i = 0; i < MOST_TURNS; i++) {
            Versioned<String> old = await(map.get(name));
            String next = next(webhook, secret, old);
            if (old == null ? add(name, next) : await(map.replace(name, old.version(), next))) {
                return;
            }
        }
        throw new RejectedException(
                Reason.UNAVAILABLE, "webhook " + name + " changes all the time: try again");
    }

    /** Stored text of a webhook that is to take the place of a stored one, or of none. */
    private static String next(Webhook webhook, SecretEdit secret, Versioned<String> old) {
        Webhook before = old == null ? null : webhook(webhook.name(), old.value());
        ObjectNode stored = JsonNodeFactory.instance.objectNode();
        stored.put(URL, webhook.url());
        stored.put(SECRET, secret.after(before == null ? null : before.secret()));
        stored.put(SINCE, before == null ? webhook.sinceMs() : before.sinceMs());
        ArrayNode words = stored.putArray(KINDS);
        webhook.kinds().forEach(kind -> words.add(kind.word()));
        return stored.toString();
    }

    /** Adds a webhook; false if another node was faster. */
    private boolean add(String name, String stored) {
        checkRoom(await(map.size()) + 1);
        if (await(map.putIfAbsent(name, stored)) != null) {
            return false;
        }
        int size = await(map.size());
        if (size > WebhookRules.MOST) {
            await(map.remove(name, stored));
        }
        checkRoom(size);
        return true;
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
        await(map.remove(name));
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

    private static Webhook webhook(String name, String stored) {
        try {
            JsonNode json = MAPPER.readTree(stored);
            List<EventKind> kinds = new ArrayList<>();
            // A kind of another build is left out.
            json.path(KINDS).forEach(word -> EventKind.of(word.asText()).ifPresent(kinds::add));
            return new Webhook(
                    name,
                    json.path(URL).asText(),
                    json.path(SECRET).asText(null),
                    kinds,
                    json.path(SINCE).asLong());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
