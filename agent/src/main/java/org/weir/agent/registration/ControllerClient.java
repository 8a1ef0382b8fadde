// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.registration;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Requests to the controller in the name of this host. They go to the node that has taken the last
 * one, and if that fails, to the next. Used by one thread at a time.
 */
final class ControllerClient {
    /** Longest time that a request to a node may take. */
    static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(5);

    /** A node that works answers within this time, also the first request over TLS. */
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(500);

    /** Part of the time for which a request holds that silent nodes may take together. */
    private static final int PARTS = 3;

    private static final int SUCCESS = 2;
    private static final int HUNDRED = 100;

    private final ControllerAccess controller;
    private final Duration timeout;

    /** Place of the node that gets the next request. */
    private int node;

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(LONGEST_TIMEOUT)
                    .build();

    /**
     * A client.
     *
     * @param holds time after which the controller forgets a request that is not repeated
     */
    ControllerClient(ControllerAccess controller, Duration holds) {
        this.controller = controller;
        timeout = timeout(holds, controller.bases().size());
    }

    /**
     * Time that a request to a node may take: silent nodes must not take so long together that the
     * controller forgets the request before.
     */
    static Duration timeout(Duration holds, int nodes) {
        Duration part = holds.dividedBy(PARTS * (long) nodes);
        if (part.compareTo(SHORTEST_TIMEOUT) < 0) {
            return SHORTEST_TIMEOUT;
        }
        return part.compareTo(LONGEST_TIMEOUT) < 0 ? part : LONGEST_TIMEOUT;
    }

    /** Time that a request to a node may take. */
    Duration timeout() {
        return timeout;
    }

    /** Sends a request about a resource; the reason why it failed, or nothing. */
    String request(String path, String method, HttpRequest.BodyPublisher body, Duration timeout)
            throws InterruptedException {
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < controller.bases().size(); i++) {
            String failure = send(URI.create(node() + path), method, body, timeout);
            if (failure.isEmpty()) {
                return "";
            }
            failures.add(controller.bases().size() == 1 ? failure : failure + " from " + node());
            node = (node + 1) % controller.bases().size();
        }
        return String.join("; ", failures);
    }

    /** The node that gets the next request: after a success, the one that has taken it. */
    URI node() {
        return controller.bases().get(node);
    }

    /** Sends a request to a node; the reason why it failed, or nothing. */
    private String send(
            URI resource, String method, HttpRequest.BodyPublisher body, Duration timeout)
            throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(resource)
                        .timeout(timeout)
                        .header("Authorization", controller.authorization())
                        .header("Content-Type", "application/json")
                        .method(method, body)
                        .build();
        // Java's own limit does not cover an answer's body.
        CompletableFuture<HttpResponse<Void>> answer =
                http.sendAsync(request, HttpResponse.BodyHandlers.discarding());
        try {
            int status = answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS).statusCode();
            return status / HUNDRED == SUCCESS ? "" : "HTTP " + status;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            return cause.getMessage() == null
                    ? cause.getClass().getSimpleName()
                    : cause.getMessage();
        } catch (TimeoutException e) {
            return "no answer within " + timeout.toMillis() + " ms";
        } finally {
            answer.cancel(true);
        }
    }
}
