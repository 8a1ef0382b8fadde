// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.event.Event;
import org.weir.app.event.EventId;
import org.weir.app.journal.EventJournal;
import org.weir.app.webhook.DeliveryState;
import org.weir.app.webhook.Webhook;

/**
 * Delivers the events of the journal to all webhooks. One node of the cluster sends. A node that
 * takes over begins with the first event that the former one had not shown to be settled, so a
 * receiver may get an event twice, with the same identifier. All work is done in one thread, which
 * waits for no receiver.
 */
public final class Deliveries {

    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);

    /** Longest time until a receiver has answered. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private final WebhookStore store;
    private final EventJournal journal;
    private final BooleanSupplier isSender;
    private final ScheduledExecutorService thread;
    private final LongSupplier wallMs;
    private final RetryRule retries;
    private final Duration answerLimit;
    private final Map<String, Delivery> deliveries = new TreeMap<>();

    /** True if the webhooks may have changed since the last look. */
    private final AtomicBoolean mustRead = new AtomicBoolean(true);

    private boolean wasSender;

    /** Made with the first webhook. */
    private Transport transport;

    /**
     * Deliveries that have not begun.
     *
     * @param store the webhooks
     * @param journal the events
     * @param isSender whether this node sends; one node of the cluster does, the one that records
     * @param thread the one thread in which all methods are called
     * @param wallMs wall-clock time, ms since 1970
     */
    public Deliveries(
            WebhookStore store,
            EventJournal journal,
            BooleanSupplier isSender,
            ScheduledExecutorService thread,
            LongSupplier wallMs) {
        this(store, journal, isSender, thread, wallMs, RetryRule.USUAL, ANSWER_LIMIT);
    }

    Deliveries(
            WebhookStore store,
            EventJournal journal,
            BooleanSupplier isSender,
            ScheduledExecutorService thread,
            LongSupplier wallMs,
            RetryRule retries,
            Duration answerLimit) {
        this.store = store;
        this.journal = journal;
        this.isSender = isSender;
        this.thread = thread;
        this.wallMs = wallMs;
        this.retries = retries;
        this.answerLimit = answerLimit;
    }

    /** Follows the journal and the webhooks. */
    public void start() {
        store.follow(() -> mustRead.set(true));
        journal.follow(event -> deliveries.values().forEach(one -> one.add(event)));
    }

    /** Takes up changes of webhooks, and shows the states of their deliveries. */
    public void look() {
        if (!isSender.getAsBoolean()) {
            end();
            return;
        }
        if (mustRead.getAndSet(false) || !wasSender) {
            try {
                follow(store.read());
            } catch (RuntimeException e) {
                mustRead.set(true);
                LOG.warn("webhooks are not known for the moment: {}", e.getMessage());
                return;
            }
        }
        wasSender = true;
        deliveries.forEach((name, one) -> store.show(name, one.state()));
    }

    private void follow(Map<String, Webhook> webhooks) {
        if (!wasSender) {
            // The former sender may have ended before it took notice of a removal.
            store.forgetAllBut(webhooks.keySet());
        }
        Set<String> gone = new TreeSet<>();
        deliveries.forEach(
                (name, one) -> {
                    if (!webhooks.containsKey(name) || !one.isOf(webhooks.get(name))) {
                        gone.add(name);
                    }
                });
        for (String name : gone) {
            deliveries.remove(name).stop();
            store.forget(name);
        }
        webhooks.forEach(
                (name, webhook) -> {
                    Delivery known = deliveries.get(name);
                    if (known != null) {
                        known.change(webhook);
                    } else {
                        deliveries.put(name, begin(webhook));
                    }
                });
    }

    private Delivery begin(Webhook webhook) {
        if (transport == null) {
            transport = new HttpTransport(answerLimit);
        }
        DeliveryState before = store.state(webhook.name());
        Delivery delivery = new Delivery(webhook, before, transport, retries, thread, wallMs);
        EventId after = new EventId(webhook.sinceMs(), 0, "");
        EventId settled =
                Optional.ofNullable(before.settledId()).flatMap(EventId::read).orElse(after);
        if (settled.compareTo(after) > 0) {
            after = settled;
        }
        delivery.beginAfter(after);
        List<Event> events = new ArrayList<>(journal.newestFirst());
        Collections.reverse(events);
        for (Event event : events) {
            if (event.id().compareTo(after) > 0) {
                delivery.add(event);
            }
        }
        return delivery;
    }

    private void end() {
        deliveries.values().forEach(Delivery::stop);
        deliveries.clear();
        wasSender = false;
        mustRead.set(true);
    }

    /** Sends nothing more. */
    public void stop() {
        store.stop();
        journal.follow(event -> {});
        end();
        if (transport != null) {
            transport.stop();
        }
    }
}
