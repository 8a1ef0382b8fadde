// SPDX-License-Identifier: Apache-2.0
package org.weir.app.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.onlab.osgi.ServiceNotFoundException;
import org.weir.app.DeviceView;
import org.weir.app.PortView;
import org.weir.app.rest.RestCaller.Answer;
import org.weir.app.rest.list.QueueStream;

/** Filters, pages and streams of ports and queues. */
@Timeout(60)
class ListsRestTest {

    private static List<Long> precedences(Answer answer) throws IOException {
        List<Long> found = new ArrayList<>();
        answer.json()
                .path("classifiers")
                .forEach(one -> found.add(one.path("precedence").asLong()));
        return found;
    }

    @Test
    void classifiersAreSelectedByClassAndCountedAtOneSwitch() throws IOException {
        RestCaller rest = new RestCaller(new InMemoryWeir());
        JsonNode all = rest.get("classifiers").json().path("classifiers").path(0);

        assertThat(all.path("match").path("dscp").asInt()).isEqualTo(46);
        assertThat(all.path("packets").asLong()).isEqualTo(1200);
        assertThat(all.path("countingDevices").asInt()).isEqualTo(1);
        JsonNode tofino =
                rest.get("classifiers?device=device:s2").json().path("classifiers").path(0);
        assertThat(tofino.path("devices").asInt()).isEqualTo(1);
        assertThat(tofino.path("packets").isNull()).as("unknown, not 0").isTrue();
        assertThat(precedences(rest.get("classifiers?class=C"))).containsExactly(2L);
        Answer first = rest.get("classifiers?limit=1");
        assertThat(precedences(first)).containsExactly(1L);
        String next = first.json().path("next").asText();
        assertThat(precedences(rest.get("classifiers?after=" + next))).containsExactly(2L);
        assertThat(rest.get("classifiers?port=1").status()).isEqualTo(400);
    }

    /** Ports in no order, as a list of another node may be. */
    private static final class ManyPorts extends InMemoryWeir {
        private final List<PortView> ports = new ArrayList<>();

        ManyPorts() {
            for (String device : List.of("device:s2", "device:s10", "device:s1")) {
                for (long port : List.of(10L, 9L, 1L)) {
                    ports.add(port(device, port, 1));
                }
            }
        }

        private PortView port(String device, long port, long resolves) {
            return new PortView(
                    device,
                    port,
                    "p" + port,
                    10_000_000,
                    64,
                    OptionalDouble.empty(),
                    true,
                    resolves,
                    0,
                    super.ports().get(0).queues());
        }

        @Override
        public synchronized List<PortView> ports() {
            return List.copyOf(ports);
        }

        @Override
        public List<DeviceView> devices() {
            List<DeviceView> devices = new ArrayList<>(super.devices());
            devices.add(DeviceView.withoutMaster("device:s10", true));
            return devices;
        }

        synchronized void remove(String device, long port) {
            ports.removeIf(one -> one.device().equals(device) && one.port() == port);
        }

        synchronized void lose(String device, long port) {
            remove(device, port);
            ports.add(port(device, port, 1).withMeasured(false));
        }
    }

    private final ManyPorts weir = new ManyPorts();
    private final RestCaller rest = new RestCaller(weir);

    private static List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.forEach(
                one ->
                        names.add(
                                one.path("device").asText().replace("device:", "")
                                        + "/"
                                        + one.path("port").asLong()
                                        + one.path("queue").path("name").asText()));
        return names;
    }

    @Test
    void portsAreInOrderOfDeviceAndNumber() throws IOException {
        assertThat(names(rest.get("ports").json().path("ports")))
                .containsExactly(
                        "s1/1", "s1/9", "s1/10", "s10/1", "s10/9", "s10/10", "s2/1", "s2/9",
                        "s2/10");
    }

    @ParameterizedTest
    @CsvSource({
        "ports?device=device:s1, 3",
        "ports?port=9, 3",
        "ports?port=9&device=device:s10, 1",
        "settings?device=device:s1, 3",
        "hosts, 3",
        "hosts?device=device:s1, 2",
        "hosts?port=2, 2",
        "hosts?device=device:s2&port=2, 1",
        "queues, 18",
        "queues?class=A, 9",
        "queues?class=A&port=1&device=device:s2, 1"
    })
    void filtersSelect(String path, int count) throws IOException {
        Answer answer = rest.get(path);

        assertThat(answer.status()).isEqualTo(200);
        String list = path.replaceAll("\\?.*", "").replace("settings", "ports");
        assertThat(answer.json().path(list)).hasSize(count);
        assertThat(answer.json().path("next").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ports",
                "settings",
                "queues",
                "queues/stream",
                "hosts",
                "flows",
                "classifiers",
                "events"
            })
    void switchThatDoesNotExistIsNamedWithThoseThatDo(String path) throws IOException {
        Answer answer = rest.get(path + "?device=device:S1");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().path("field").asText()).isEqualTo("device");
        assertThat(answer.json().path("detail").asText())
                .isEqualTo(
                        "device: there is no switch device:S1; there is device:s1, device:s2,"
                                + " device:s10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"queues", "queues/stream", "flows", "classifiers"})
    void classThatDoesNotExistIsNamedWithThoseThatDo(String path) throws IOException {
        Answer answer = rest.get(path + "?class=a");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().path("detail").asText())
                .isEqualTo("class: there is no class a; there is A, C");
    }

    /** A switch that was taken from netcfg is no switch any more, and its events are kept. */
    @Test
    void eventsOfASwitchThatIsGoneAreListed() throws IOException {
        InMemoryWeir emptied =
                new InMemoryWeir() {
                    @Override
                    public List<DeviceView> devices() {
                        return List.of();
                    }
                };
        RestCaller caller = new RestCaller(emptied);

        assertThat(caller.get("events?device=device:s1").json().path("events")).hasSize(2);
        assertThat(caller.get("events?device=device:s2").status()).isEqualTo(404);
        assertThat(caller.get("hosts?device=device:s1").json().path("detail").asText())
                .isEqualTo("device: there is no switch device:s1, nor any other");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8, 9, 10, 17, 18, 19, 1000})
    void pagesTogetherAreTheWholeList(int limit) throws IOException {
        for (String list : List.of("ports", "settings", "queues")) {
            String elements = list.equals("settings") ? "ports" : list;
            List<String> pages = new ArrayList<>();
            String after = "";
            do {
                JsonNode page = rest.get(list + "?limit=" + limit + after).json();
                assertThat(page.path(elements)).isNotEmpty().hasSizeLessThanOrEqualTo(limit);
                pages.addAll(names(page.path(elements)));
                after = page.path("next").isNull() ? null : "&after=" + page.path("next").asText();
            } while (after != null);
            assertThat(pages).isEqualTo(names(rest.get(list).json().path(elements)));
        }
    }

    @ParameterizedTest
    @CsvSource({"hosts, hosts, host", "policy/versions, versions, version", "plans, plans, plan"})
    void pagesOfOtherListsTogetherAreTheWholeList(String path, String elements, String key)
            throws IOException {
        for (int i = 1; i <= 11; i++) {
            rest.put("classes/A", "{\"importance\":" + i + "}");
            String plan = "{\"classes\":{\"A\":{\"importance\":" + (i + 1) + "}}}";
            rest.call("POST", "plans", plan, RestCaller.ADMIN);
        }
        List<String> all = rest.get(path).json().path(elements).findValuesAsText(key);
        assertThat(all).hasSizeGreaterThan(2);
        for (int limit : List.of(1, 2, 3, all.size() - 1, all.size(), 1000)) {
            List<String> pages = new ArrayList<>();
            String after = "";
            do {
                JsonNode page = rest.get(path + "?limit=" + limit + after).json();
                assertThat(page.path(elements)).isNotEmpty().hasSizeLessThanOrEqualTo(limit);
                pages.addAll(page.path(elements).findValuesAsText(key));
                after = page.path("next").isNull() ? null : "&after=" + page.path("next").asText();
            } while (after != null);
            assertThat(pages).isEqualTo(all);
        }
    }

    @Test
    void aPageFollowsAPortThatHasGone() throws IOException {
        String next = rest.get("ports?limit=2").json().path("next").asText();
        weir.remove("device:s1", 9);

        assertThat(names(rest.get("ports?limit=2&after=" + next).json().path("ports")))
                .containsExactly("s1/10", "s10/1");
    }

    @ParameterizedTest
    @CsvSource({
        "ports?limit=0, limit",
        "ports?limit=1001, limit",
        "ports?limit=-1, limit",
        "ports?limit=1e2, limit",
        "ports?limit=99999999999999999999, limit",
        "ports?limit=2&limit=3, limit",
        "ports?port=0, port",
        "ports?port=x, port",
        "ports?after=s1, after",
        "ports?devise=device:s1, devise",
        "ports?class=A, class",
        "settings?class=A, class",
        "hosts?after=10.0.0.1, after",
        "hosts?class=A, class",
        "plans?after=x, after",
        "plans?state=open, state",
        "policy/versions?limit=0, limit",
        "queues?after=, after",
        "queues/stream?intervalMs=99, intervalMs",
        "queues/stream?intervalMs=20001, intervalMs",
        "queues/stream?events=0, events",
        "queues/stream?limit=2, limit",
        "queues/stream?port=x, port"
    })
    void badParametersAreNamed(String path, String field) throws IOException {
        Answer answer = rest.get(path);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.mediaType()).isEqualTo("application/problem+json");
        assertThat(answer.json().path("field").asText()).isEqualTo(field);
    }

    /** JAX-RS leaves such parameters out, so that they were accepted before. */
    @ParameterizedTest
    @ValueSource(
            strings = {"ports?=null", "ports?limit=1&=", "queues?=1&limit=2", "loop?after=0&=1"})
    void aValueWithoutANameIsRefused(String path) throws IOException {
        Answer answer = rest.get(path);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("field").asText()).isEqualTo("query");
    }

    @Test
    void aParameterThatTheLoopDoesNotHaveIsRefused() throws IOException {
        assertThat(rest.get("loop?before=1").json().path("field").asText()).isEqualTo("before");
    }

    private static List<JsonNode> events(String stream) throws IOException {
        List<JsonNode> events = new ArrayList<>();
        for (String event : stream.split("\n\n")) {
            if (event.startsWith("event: queues\ndata: ")) {
                events.add(new ObjectMapper().readTree(event.substring(event.indexOf('{'))));
            }
        }
        return events;
    }

    @Test
    void aStreamHasAllQueuesAndThenWhatHasChanged() throws IOException {
        List<Integer> reads = new ArrayList<>();
        RestCaller changing =
                new RestCaller(
                        () -> {
                            // The first look checks the request, the second is the first event's.
                            reads.add(1);
                            if (reads.size() == 4) {
                                weir.lose("device:s1", 9);
                            } else if (reads.size() == 5) {
                                weir.remove("device:s2", 10);
                            }
                            return weir;
                        });

        Answer answer = changing.get("queues/stream?class=A&events=4&intervalMs=100");

        assertThat(answer.mediaType()).isEqualTo("text/event-stream;charset=utf-8");
        assertThat(answer.text()).startsWith("retry: 2000\n\n");
        List<JsonNode> events = events(answer.text());
        assertThat(events).hasSize(4);
        assertThat(names(events.get(0).path("queues"))).hasSize(9).contains("s1/9A");
        assertThat(events.get(1).path("queues")).isEmpty();
        assertThat(names(events.get(2).path("queues"))).containsExactly("s1/9A");
        assertThat(events.get(2).path("queues").get(0).path("measured").asBoolean()).isFalse();
        assertThat(events.get(3).path("queues")).isEmpty();
        assertThat(events.get(3).path("gone").toString())
                .isEqualTo("[{\"device\":\"device:s2\",\"port\":10,\"class\":\"A\"}]");
        assertThat(
                        events.stream()
                                .map(one -> one.path("timeMs").asLong())
                                .collect(Collectors.toList()))
                .isSorted();
    }

    @Test
    void aStreamEndsWhenTheNodeLosesTheCluster() throws IOException {
        InMemoryWeir lost = new InMemoryWeir();
        List<Integer> reads = new ArrayList<>();
        RestCaller losing =
                new RestCaller(
                        () -> {
                            reads.add(1);
                            if (reads.size() == 3) {
                                lost.cutOff("no contact to the cluster");
                            }
                            return lost;
                        });
        Answer answer = losing.get("queues/stream?intervalMs=100");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(events(answer.text())).hasSize(1);
        assertThat(losing.get("queues/stream").status()).isEqualTo(503);
    }

    @Test
    void streamsAreLimitedAndEndWithTheApplication() throws Exception {
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        RestCaller stopping =
                new RestCaller(
                        () -> {
                            if (stopped.isDone()) {
                                throw new ServiceNotFoundException("stopped");
                            }
                            return weir;
                        });
        ExecutorService threads = Executors.newFixedThreadPool(QueueStream.MOST_STREAMS);
        try {
            List<CompletableFuture<Answer>> streams = new ArrayList<>();
            for (int i = 0; i < QueueStream.MOST_STREAMS; i++) {
                streams.add(
                        CompletableFuture.supplyAsync(
                                () -> {
                                    try {
                                        // The test's own stream may have the last place, before
                                        // the request (503) or between its check and the first
                                        // event (a stream without events).
                                        Answer answer;
                                        do {
                                            answer = stopping.get("queues/stream?intervalMs=100");
                                        } while (!answer.text().contains("event: queues")
                                                && !stopped.isDone());
                                        return answer;
                                    } catch (IOException e) {
                                        throw new AssertionError(e);
                                    }
                                },
                                threads));
            }
            Answer refused = rest.get("queues/stream?events=1");
            while (refused.status() != 503) {
                Thread.sleep(20);
                refused = rest.get("queues/stream?events=1");
            }
            assertThat(refused.json().path("detail").asText()).contains("16 streams are open");

            stopped.complete(null);
            for (CompletableFuture<Answer> stream : streams) {
                assertThat(stream.get(30, TimeUnit.SECONDS).status()).isEqualTo(200);
            }
            assertThat(rest.get("queues/stream?events=1").status()).isEqualTo(200);
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "events | policy-changed link-down alert-began",
                "events?device=device:s1 | link-down alert-began",
                "events?device=device:s1&port=4 | link-down",
                "events?kind=alert-began | alert-began",
                "events?limit=1 | policy-changed",
                "events?after=1700000001000-2@127.0.0.1 | alert-began",
                "events?after=1700000001000-1@127.0.0.1 | ''",
            })
    void eventsAreSelectedNewestFirst(String path, String kinds) throws IOException {
        List<String> found = new ArrayList<>();
        rest.get(path).json().path("events").forEach(one -> found.add(one.path("kind").asText()));
        assertThat(String.join(" ", found)).isEqualTo(kinds);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "events?kind=down | kind: must be one of alert-began",
                "events?after=7 | after: must be the value of next",
                "events?port=0 | port: must be a whole number",
                "events?class=A | class: is no parameter of this operation",
            })
    void refusedFiltersOfEventsNameTheRule(String path, String message) throws IOException {
        Answer answer = rest.get(path);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("detail").asText()).startsWith(message);
    }

    @Test
    void pagesOfEventsAreTheWholeList() throws IOException {
        List<String> ids = new ArrayList<>();
        String next = "";
        do {
            JsonNode page = rest.get("events?limit=1" + next).json();
            page.path("events").forEach(one -> ids.add(one.path("id").asText()));
            next = page.path("next").isNull() ? null : "&after=" + page.path("next").asText();
        } while (next != null);
        assertThat(ids).hasSize(3).doesNotHaveDuplicates();
    }
}
