// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A receiver of events: a real HTTP server, whose answers a test chooses. */
final class Receiver implements AutoCloseable {

    /** Answer to one request. */
    interface Answer {
        void give(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private static final long WAIT_NS = TimeUnit.SECONDS.toNanos(400);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<JsonNode> requests = new ArrayList<>();

    /**
     * The exchanges of the requests, in their order. Their status tells whether the event was
     * taken: a sender may hear it, and send the next event, before the handler goes on.
     */
    private final List<HttpExchange> exchanges = new ArrayList<>();

    private final List<String> signatures = new ArrayList<>();
    private final List<byte[]> bodies = new ArrayList<>();
    private volatile Answer answer = status(204);

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    static Answer status(int status) {
        return exchange -> exchange.sendResponseHeaders(status, -1);
    }

    static Answer redirect(String url) {
        return exchange -> {
            exchange.getResponseHeaders().set("Location", url);
            exchange.sendResponseHeaders(307, -1);
        };
    }

    /** Keeps the sender waiting, longer than its limit. */
    static Answer silence(long ms) {
        return exchange -> {
            Thread.sleep(ms);
            exchange.close();
        };
    }

    /** Ends the connection without an answer. */
    static Answer hangUp() {
        return HttpExchange::close;
    }

    /** Takes the event, and sends a body without an end. */
    static Answer endlessBody() {
        return exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] part = new byte[1024];
            while (!Thread.interrupted()) {
                exchange.getResponseBody().write(part);
                exchange.getResponseBody().flush();
                Thread.sleep(5);
            }
        };
    }

    void answers(Answer next) {
        answer = next;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/weir";
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        JsonNode event = new ObjectMapper().readTree(body);
        synchronized (this) {
            exchanges.add(exchange);
            requests.add(event);
            bodies.add(body);
            signatures.add(exchange.getRequestHeaders().getFirst("Weir-Signature"));
        }
        try {
            answer.give(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    synchronized List<JsonNode> requests() {
        return new ArrayList<>(requests);
    }

    synchronized List<byte[]> bodies() {
        return new ArrayList<>(bodies);
    }

    synchronized List<String> signatures() {
        return new ArrayList<>(signatures);
    }

    /** Identifiers of the events that were taken, in order; an event twice is there twice. */
    synchronized List<String> takenIds() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            if (exchanges.get(i).getResponseCode() / 100 == 2) {
                ids.add(requests.get(i).path("id").asText());
            }
        }
        return ids;
    }

    /** Waits for requests, whatever the answers. */
    void awaitRequests(int count) throws InterruptedException {
        long endNs = System.nanoTime() + WAIT_NS;
        while (requests().size() < count) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError(requests().size() + " requests instead of " + count);
            }
            Thread.sleep(2);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
