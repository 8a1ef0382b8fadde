// SPDX-License-Identifier: Apache-2.0
package org.weir.app.delivery;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.onlab.util.Tools;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.weir.app.event.Event;
import org.weir.app.json.EventJson;
import org.weir.app.webhook.Webhook;

/**
 * Posts events as JSON over HTTP. A receiver has taken an event when it answers with a status 2xx.
 * Redirects are not followed, so that no event gets to a host that the operator has not named.
 */
final class HttpTransport implements Transport {

    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);

    /** Longest time until a connection is there. */
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    /** Threads that resolve names and encrypt. */
    private static final int THREADS = 4;

    private static final int LEAST_STATUS = 200;
    private static final int MOST_STATUS = 299;

    private final Duration answerLimit;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(THREADS, Tools.groupedThreads("weir", "webhooks-%d", LOG));

    /** Null after the stop: the client's own thread ends when nothing refers to it any more. */
    private volatile HttpClient client;

    /**
     * A transport.
     *
     * @param answerLimit longest time until an answer's status is there
     */
    HttpTransport(Duration answerLimit) {
        this.answerLimit = answerLimit;
        client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(CONNECT_LIMIT)
                        .executor(threads)
                        .build();
    }

    @Override
    public CompletableFuture<Void> send(Webhook webhook, Event event) {
        HttpClient present = client;
        if (present == null) {
            return CompletableFuture.failedFuture(new IOException("stopped"));
        }
        byte[] body = EventJson.EVENT.write(event).toString().getBytes(StandardCharsets.UTF_8);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(webhook.url()))
                        .timeout(answerLimit)
                        .header("Content-Type", "application/json")
                        .header("User-Agent", "Weir")
                        .header("Weir-Event-Id", event.id().toString())
                        .POST(BodyPublishers.ofByteArray(body));
        if (webhook.isSigned()) {
            request.header(Signature.HEADER, Signature.of(webhook.secret(), body));
        }
        // The limit of the request does not count the time in which a name is resolved.
        return present.sendAsync(request.build(), new StatusOnly())
                .orTimeout(answerLimit.plus(CONNECT_LIMIT).toMillis(), TimeUnit.MILLISECONDS)
                .thenCompose(HttpTransport::judge);
    }

    private static CompletableFuture<Void> judge(HttpResponse<Void> answer) {
        int status = answer.statusCode();
        return status >= LEAST_STATUS && status <= MOST_STATUS
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(new IOException("status " + status));
    }

    @Override
    public void stop() {
        client = null;
        threads.shutdownNow();
    }
}
