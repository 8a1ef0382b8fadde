// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.onos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;

/** ONOS's REST interface, and the application's, with ONOS's credentials. */
public final class OnosClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String USER = "onos";
    private static final String PASSWORD = "rocks";

    private final ObjectMapper mapper = new ObjectMapper();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(TIMEOUT)
                    .build();
    private final String base;
    private final String authorization;

    /** The ONOS of this machine, with its usual credentials. */
    public OnosClient(int port) {
        this("127.0.0.1", port);
    }

    /** A client of the node at an address of this machine. */
    OnosClient(String address, int port) {
        this("http://" + address + ":" + port, USER, PASSWORD);
    }

    /**
     * Another ONOS.
     *
     * @param address such as {@code http://onos.example:8181}
     * @throws IllegalArgumentException if the address is none of HTTP
     */
    public OnosClient(String address, String user, String password) {
        String scheme = URI.create(address).getScheme();
        if (!"http".equals(scheme) && !"https".equals(scheme)) {
            throw new IllegalArgumentException("must begin with http:// or https://");
        }
        base = address.replaceAll("/+$", "") + "/onos/";
        String credentials = user + ":" + password;
        authorization =
                "Basic "
                        + Base64.getEncoder()
                                .encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    /** An answer other than success. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;
        private final int status;

        RefusedException(String request, int status, String body) {
            super(request + ": HTTP " + status + ": " + firstLine(body));
            this.status = status;
        }

        public int status() {
            return status;
        }

        private static String firstLine(String body) {
            String line = body.lines().findFirst().orElse("");
            return line.length() > 300 ? line.substring(0, 300) : line;
        }
    }

    /** Reads a resource such as {@code v1/devices}. */
    public JsonNode get(String resource) throws IOException, InterruptedException {
        return mapper.readTree(
                send("GET", resource, HttpRequest.BodyPublishers.noBody(), null, TIMEOUT));
    }

    /**
     * Replaces a resource by JSON.
     *
     * @param longest that the answer may take
     * @return the answer
     */
    public JsonNode put(String resource, JsonNode json, Duration longest)
            throws IOException, InterruptedException {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString(json.toString());
        return mapper.readTree(send("PUT", resource, body, "application/json", longest));
    }

    /** Sends JSON. */
    void post(String resource, String json) throws IOException, InterruptedException {
        send(
                "POST",
                resource,
                HttpRequest.BodyPublishers.ofString(json),
                "application/json",
                TIMEOUT);
    }

    /** Sends a file. */
    void postFile(String resource, Path file) throws IOException, InterruptedException {
        send(
                "POST",
                resource,
                HttpRequest.BodyPublishers.ofFile(file),
                "application/octet-stream",
                TIMEOUT);
    }

    private String send(
            String method,
            String resource,
            HttpRequest.BodyPublisher body,
            String contentType,
            Duration longest)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + resource))
                        .timeout(longest)
                        .header("Authorization", authorization)
                        .header("Accept", "application/json")
                        .method(method, body);
        if (contentType != null) {
            request.header("Content-Type", contentType);
        }
        HttpResponse<String> response =
                http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new RefusedException(
                    method + " /onos/" + resource, response.statusCode(), response.body());
        }
        return response.body();
    }

    /** Address of a resource. */
    public String url(String resource) {
        return base + resource;
    }
}
