// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The committed dashboard page, and REST as a real Weir answered it once, with the ports, links and
 * hosts of a larger leaf–spine network: each port is a recorded one under another name, with other
 * measured values in each answer.
 */
final class RecordedRest implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WEIR = "/onos/weir/v1/";
    private static final String ONOS = "/onos/v1/";
    private static final String PAGE = "/onos/weir/ui/";
    private static final int TURNS = 7;

    private final int leaves;
    private final int spines;
    private final int hostsPerLeaf;
    private final JsonNode recorded;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** Answers about the ports, which take turns: making one takes longer than sending it. */
    private final byte[][] portsAnswers = new byte[TURNS][];

    private final AtomicInteger readings = new AtomicInteger();
    private final Map<String, Other> others = new ConcurrentHashMap<>();
    private volatile String lastIfMatch;

    RecordedRest(int leaves, int spines, int hostsPerLeaf) throws IOException {
        this.leaves = leaves;
        this.spines = spines;
        this.hostsPerLeaf = hostsPerLeaf;
        try (InputStream file = RecordedRest.class.getResourceAsStream("/recorded-rest.json")) {
            recorded = JSON.readTree(file);
        }
        for (int turn = 0; turn < TURNS; turn++) {
            portsAnswers[turn] = JSON.writeValueAsBytes(portsAnswer(turn));
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Number of ports in each answer. */
    int ports() {
        return leaves * (2 * spines + hostsPerLeaf);
    }

    /** Address of the dashboard. */
    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + PAGE;
    }

    /**
     * Answers a request from now on in place of what was recorded.
     *
     * @param request method and path below Weir's API, such as {@code GET ports}
     * @param status its status; 0 to hang up
     * @param json its body
     */
    void answer(String request, int status, String json) {
        others.put(request, new Other(status, json.replace('\'', '"')));
    }

    /** The header {@code If-Match} of the last request that had one; null before the first. */
    String lastIfMatch() {
        return lastIfMatch;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String condition = exchange.getRequestHeaders().getFirst("If-Match");
        lastIfMatch = condition == null ? lastIfMatch : condition;
        Other other = others.get(exchange.getRequestMethod() + " " + path.replace(WEIR, ""));
        if (other != null && other.status == 0) {
            exchange.close();
            return;
        }
        int status = other == null ? 200 : other.status;
        byte[] body =
                other != null
                        ? other.json.getBytes(StandardCharsets.UTF_8)
                        : path.startsWith(PAGE) ? file(path) : rest(path);
        String type =
                path.endsWith(".js")
                        ? "text/javascript"
                        : path.endsWith(".css")
                                ? "text/css"
                                : path.startsWith(PAGE) ? "text/html" : "application/json";
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders()
                .set("Content-Security-Policy", "script-src 'self'; style-src 'self'");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static byte[] file(String path) throws IOException {
        String name = path.equals(PAGE) ? "index.html" : path.substring(PAGE.length());
        Path folder = Shell.home().resolve("app/src/main/resources/org/weir/app/ui");
        return Files.readAllBytes(folder.resolve(name));
    }

    private byte[] rest(String path) throws IOException {
        return path.equals(WEIR + "ports")
                ? portsAnswers[readings.getAndIncrement() % TURNS]
                : JSON.writeValueAsBytes(seldomRead(path));
    }

    private JsonNode seldomRead(String path) {
        if (path.equals(ONOS + "links")) {
            return linksAnswer();
        }
        if (path.equals(ONOS + "hosts")) {
            return hostsAnswer();
        }
        if (path.equals(WEIR + "devices")) {
            return devicesAnswer();
        }
        return recorded.path(path.replace(WEIR, ""));
    }

    private JsonNode portsAnswer(int turn) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode ports = answer.putArray("ports");
        for (int leaf = 1; leaf <= leaves; leaf++) {
            for (int port = 1; port <= spines + hostsPerLeaf; port++) {
                ports.add(port("device:leaf" + leaf, port, turn));
            }
        }
        for (int spine = 1; spine <= spines; spine++) {
            for (int port = 1; port <= leaves; port++) {
                ports.add(port("device:spine" + spine, port, turn));
            }
        }
        answer.putNull("next").put("resolves", 12).putArray("unreachable");
        return answer;
    }

    private ObjectNode port(String device, int number, int answer) {
        ObjectNode port = recorded.path("port").deepCopy();
        port.put("device", device).put("port", number);
        int turn = answer + number;
        for (JsonNode queue : port.path("classes")) {
            ObjectNode one = (ObjectNode) queue;
            one.put("offeredBps", one.path("offeredBps").asLong() + 1000L * (turn % 7));
            one.put("marks", one.path("marks").asLong() + answer);
            ((ObjectNode) one.path("depthPackets")).put("mean", (turn % 5) / 2.0);
            ((ObjectNode) one.path("delayMs")).put("p99", 1 + (turn % 11) / 4.0);
        }
        return port;
    }

    private JsonNode linksAnswer() {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode links = answer.putArray("links");
        for (int leaf = 1; leaf <= leaves; leaf++) {
            for (int spine = 1; spine <= spines; spine++) {
                ObjectNode up = links.addObject().put("state", "ACTIVE");
                end(up, "src", "leaf" + leaf, spine);
                end(up, "dst", "spine" + spine, leaf);
                ObjectNode down = links.addObject().put("state", "ACTIVE");
                end(down, "src", "spine" + spine, leaf);
                end(down, "dst", "leaf" + leaf, spine);
            }
        }
        return answer;
    }

    private static void end(ObjectNode link, String name, String device, int port) {
        link.putObject(name).put("device", "device:" + device).put("port", String.valueOf(port));
    }

    private JsonNode hostsAnswer() {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode hosts = answer.putArray("hosts");
        for (int leaf = 1; leaf <= leaves; leaf++) {
            for (int host = 1; host <= hostsPerLeaf; host++) {
                ObjectNode one = hosts.addObject();
                one.put("id", String.format("02:00:00:00:%02X:%02X/None", leaf, host));
                one.putArray("ipAddresses").add("10.0." + leaf + "." + host);
                one.putArray("locations")
                        .addObject()
                        .put("elementId", "device:leaf" + leaf)
                        .put("port", String.valueOf(spines + host));
            }
        }
        return answer;
    }

    private JsonNode devicesAnswer() {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode devices = answer.putArray("devices");
        for (int i = 1; i <= leaves + spines; i++) {
            ObjectNode device = recorded.path("device").deepCopy();
            String name = i <= leaves ? "leaf" + i : "spine" + (i - leaves);
            devices.add(device.put("device", "device:" + name));
        }
        return answer;
    }

    private static final class Other {
        private final int status;
        private final String json;

        Other(int status, String json) {
            this.status = status;
            this.json = json;
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
