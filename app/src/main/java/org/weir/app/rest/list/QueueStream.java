// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest.list;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.ws.rs.core.StreamingOutput;
import org.onlab.osgi.ServiceNotFoundException;
import org.weir.app.RejectedException;
import org.weir.app.rest.problem.RequestException;

/**
 * Queues as server-sent events (HTML Living Standard, section 9.2). The first event has all queues;
 * each later one those that have changed since the event before, and the names of those that are
 * gone. So a client that connects again needs no event that it has missed.
 *
 * <p>A stream occupies a thread of the server. So at most {@value #MOST_STREAMS} are open at once,
 * and each ends after {@value #MOST_MINUTES} minutes; browsers connect again by themselves.
 */
public final class QueueStream implements StreamingOutput {

    /** Parameter: time between two events, ms. */
    public static final String INTERVAL_MS = "intervalMs";

    /** Parameter: number of events after which the stream ends. */
    public static final String EVENTS = "events";

    /** Streams that are open at once at most. */
    public static final int MOST_STREAMS = 16;

    private static final int MOST_MINUTES = 60;
    private static final long LEAST_INTERVAL_MS = 100;

    /** The server closes a connection on which nothing was sent for 30 s. */
    private static final long MOST_INTERVAL_MS = 20_000;

    private static final long INTERVAL = 1000;
    private static final long MOST_EVENTS = 1_000_000;

    /** Time after which a browser connects again, ms. */
    private static final int RETRY_MS = 2000;

    private static final Semaphore FREE = new Semaphore(MOST_STREAMS);

    private final Supplier<List<PortQueue>> queues;
    private final long intervalMs;
    private final long events;
    private Map<String, JsonNode> sent = Map.of();

    private QueueStream(Supplier<List<PortQueue>> queues, long intervalMs, long events) {
        this.queues = queues;
        this.intervalMs = intervalMs;
        this.events = events;
    }

    /**
     * A stream.
     *
     * @param query has interval and number of events
     * @param queues reads the queues of now
     * @throws RequestException 400 if the interval or the number is out of its range, 503 if too
     *     many streams are open
     */
    public static QueueStream open(ListQuery query, Supplier<List<PortQueue>> queues) {
        long intervalMs =
                query.number(INTERVAL_MS, LEAST_INTERVAL_MS, MOST_INTERVAL_MS).orElse(INTERVAL);
        long events = query.number(EVENTS, 1, MOST_EVENTS).orElse(MOST_EVENTS);
        // It only looks: a HEAD request comes here too, but never writes, and would keep a permit.
        if (FREE.availablePermits() == 0) {
            throw RequestException.unavailable(
                    MOST_STREAMS + " streams are open, which is the most: close one.");
        }
        return new QueueStream(queues, intervalMs, events);
    }

    @Override
    public void write(OutputStream out) throws IOException {
        if (!FREE.tryAcquire()) {
            // Others were faster since the request was checked; the client tries again.
            send(out, "retry: " + RETRY_MS + "\n\n");
            return;
        }
        try {
            writeEvents(out);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ServiceNotFoundException | RequestException | RejectedException e) {
            // Weir was stopped, or does not know the queues of the cluster for the moment: the
            // stream ends, and the next request is told so.
        } finally {
            FREE.release();
        }
    }

    private void writeEvents(OutputStream out) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(MOST_MINUTES);
        send(out, "retry: " + RETRY_MS + "\n\n");
        for (long i = 0; i < events && System.nanoTime() < endNs; i++) {
            if (i > 0) {
                TimeUnit.MILLISECONDS.sleep(intervalMs);
            }
            send(out, "event: queues\ndata: " + changes() + "\n\n");
        }
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Event with the queues that have changed since the last call. */
    private ObjectNode changes() {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("timeMs", System.currentTimeMillis());
        ArrayNode changed = event.putArray("queues");
        Map<String, JsonNode> now = new LinkedHashMap<>();
        for (PortQueue queue : queues.get()) {
            JsonNode node = PortQueue.SHAPE.write(queue);
            String key = ListQuery.Key.of(queue).toString();
            now.put(key, node);
            if (!node.equals(sent.get(key))) {
                changed.add(node);
            }
        }
        ArrayNode gone = event.putArray("gone");
        sent.forEach(
                (key, node) -> {
                    if (!now.containsKey(key)) {
                        ObjectNode one = gone.addObject();
                        one.set("device", node.get("device"));
                        one.set("port", node.get("port"));
                        one.set("class", node.path("queue").get("name"));
                    }
                });
        sent = now;
        return event;
    }
}
