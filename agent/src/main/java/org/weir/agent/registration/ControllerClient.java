// SPDX-License-Identifier: Apache-2.0
package org.weir.agent.registration;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Requests to the controller in the name of this host. */
final class ControllerClient {
    /** Time that a request may take. */
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final int SUCCESS = 2;
    private static final int HUNDRED = 100;

    private final ControllerAccess controller;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(TIMEOUT)
                    .build();

    ControllerClient(ControllerAccess controller) {
        this.controller = controller;
    }

    /** Sends a request; the reason why it failed, or nothing. */
    String request(URI resource, String method, HttpRequest.BodyPublisher body, Duration timeout)
            throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(resource)
                        .timeout(timeout)
                        .header("Authorization", controller.authorization())
                        .header("Content-Type", "application/json")
                        .method(method, body)
                        .build();
        try {
            int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            return status / HUNDRED == SUCCESS ? "" : "HTTP " + status;
        } catch (IOException e) {
            return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        }
    }
}
