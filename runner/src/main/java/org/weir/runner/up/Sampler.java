// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.up;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.weir.lab.network.FlowReport;
import org.weir.lab.network.NetworkBusyException;
import org.weir.lab.network.RunningNetwork;
import org.weir.lab.stats.LatencyHistogram;
import org.weir.runner.host.HostFrames;
import org.weir.runner.onos.OnosClient;

/** Reads the network, ONOS and the application. */
final class Sampler {
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final Duration NETWORK_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LEAST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Longest pause while ONOS starts: it answers late then, and its user waits for news. */
    private static final Duration LONGEST_PAUSE_INCOMPLETE = Duration.ofSeconds(2);

    /** Pause after a sample, as a multiple of the time that ONOS took to answer. */
    private static final int PAUSE_PER_REST_TIME = 10;

    private final RunningNetwork network;
    private final Supplier<List<HostFrames>> hostFrames;
    private final Supplier<OnosClient> onos;
    private final Map<String, String> addresses;
    private final long startNs;
    private final boolean isFeedbackTimed;
    private final Duration networkTimeout;
    private long dueNs = System.nanoTime();
    private Sample last = Sample.empty();

    /**
     * @param hostFrames reads the frames of hosts that are network namespaces, on the network's
     *     thread; gives none for others
     * @param onos gives the client of a node that runs; null when ONOS is not part of the run
     * @param addresses of the devices in ONOS's configuration, by device id
     * @param startNs time at which the command started, by {@link System#nanoTime()}
     * @param isFeedbackTimed true if the switches have the network's clock
     */
    Sampler(
            RunningNetwork network,
            Supplier<List<HostFrames>> hostFrames,
            Supplier<OnosClient> onos,
            Map<String, String> addresses,
            long startNs,
            boolean isFeedbackTimed) {
        this(network, hostFrames, onos, addresses, startNs, isFeedbackTimed, NETWORK_TIMEOUT);
    }

    /**
     * @param networkTimeout longest that a sample waits for the network's thread
     */
    Sampler(
            RunningNetwork network,
            Supplier<List<HostFrames>> hostFrames,
            Supplier<OnosClient> onos,
            Map<String, String> addresses,
            long startNs,
            boolean isFeedbackTimed,
            Duration networkTimeout) {
        this.network = network;
        this.hostFrames = hostFrames;
        this.onos = onos;
        this.addresses = addresses;
        this.startNs = startNs;
        this.isFeedbackTimed = isFeedbackTimed;
        this.networkTimeout = networkTimeout;
    }

    double elapsedSeconds() {
        return (double) (System.nanoTime() - startNs) / NS_PER_SECOND;
    }

    /**
     * Pause after a sample, in which ONOS is not asked: a second, or ten times as long as it took
     * to answer, at most half a minute.
     *
     * @param isIncomplete whether ONOS lacks a switch, link or host; then at most two seconds
     */
    static Duration pause(Duration restTime, boolean isIncomplete) {
        Duration wanted = restTime.multipliedBy(PAUSE_PER_REST_TIME);
        Duration longest = isIncomplete ? LONGEST_PAUSE_INCOMPLETE : LONGEST_PAUSE;
        if (wanted.compareTo(longest) > 0) {
            return longest;
        }
        return wanted.compareTo(LEAST_PAUSE) < 0 ? LEAST_PAUSE : wanted;
    }

    /** Time until the next sample is due, ms; 0 when it is. */
    long untilDueMs() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(dueNs - System.nanoTime()));
    }

    /** Reports of the hosts, read between two events. */
    private record HostReading(
            List<FlowReport> flows, List<HostFrames> frames, LatencyHistogram feedback) {}

    /** Answers of ONOS. */
    private record OnosReading(
            boolean answers,
            int devices,
            int links,
            int hosts,
            long resolves,
            JsonNode ports,
            List<String> unreachable) {

        static OnosReading of(Sample sample) {
            return silent(sample).withAnswers(sample.onosAnswers());
        }

        /** ONOS does not answer, and what it knows is as it was. */
        static OnosReading silent(Sample before) {
            return new OnosReading(
                    false,
                    before.devices(),
                    before.links(),
                    before.hosts(),
                    before.resolves(),
                    before.ports(),
                    before.unreachable());
        }

        private OnosReading withAnswers(boolean answers) {
            return new OnosReading(answers, devices, links, hosts, resolves, ports, unreachable);
        }
    }

    /** Reads all. Values of a part that does not answer in time are the last ones. */
    Sample sample() throws InterruptedException {
        long restBeganNs = System.nanoTime();
        OnosReading onos = readOnos();
        Duration restTime = Duration.ofNanos(System.nanoTime() - restBeganNs);
        Sample sample = sampleNetwork(onos);
        // An ONOS that does not answer has nothing to do with the requests either.
        NetworkSize found = new NetworkSize(onos.devices(), onos.links(), onos.hosts());
        boolean isIncomplete = !found.equals(NetworkSize.of(network.network().spec()));
        dueNs =
                System.nanoTime()
                        + pause(onos.answers() ? restTime : Duration.ZERO, isIncomplete).toNanos();
        return sample;
    }

    /** Reads the network only; ONOS's values are those of an earlier sample. */
    Sample sampleNetwork(Sample earlier) throws InterruptedException {
        return sampleNetwork(OnosReading.of(earlier));
    }

    private Sample sampleNetwork(OnosReading onos) throws InterruptedException {
        boolean networkAnswers = true;
        HostReading hostReading = new HostReading(last.flows(), last.hostFrames(), last.feedback());
        try {
            hostReading =
                    network.call(
                            () ->
                                    new HostReading(
                                            network.network().flowReports(),
                                            hostFrames.get(),
                                            network.network().feedbackLatency()),
                            networkTimeout);
        } catch (NetworkBusyException e) {
            networkAnswers = false;
        }
        last =
                new Sample(
                        elapsedSeconds(),
                        networkAnswers,
                        onos.answers(),
                        onos.devices(),
                        onos.links(),
                        onos.hosts(),
                        onos.resolves(),
                        onos.ports(),
                        onos.unreachable(),
                        hostReading.flows(),
                        hostReading.frames(),
                        hostReading.feedback(),
                        isFeedbackTimed,
                        network.engine().takeGreatestLagNs());
        return last;
    }

    private OnosReading readOnos() throws InterruptedException {
        if (onos == null) {
            return OnosReading.silent(last);
        }
        OnosClient client = onos.get();
        try {
            Map<String, Boolean> available = readDevices(client);
            int devices = (int) available.values().stream().filter(up -> up).count();
            int links = countActiveLinks(client);
            int hosts = client.get("v1/hosts").path("hosts").size();
            JsonNode weir = readPorts(client);
            return new OnosReading(
                    true,
                    devices,
                    links,
                    hosts,
                    weir.path("resolves").asLong(),
                    weir.path("ports"),
                    readUnreachable(weir, available));
        } catch (IOException e) {
            return OnosReading.silent(last);
        }
    }

    private static Map<String, Boolean> readDevices(OnosClient client)
            throws IOException, InterruptedException {
        Map<String, Boolean> available = new LinkedHashMap<>();
        for (JsonNode device : client.get("v1/devices").path("devices")) {
            available.put(device.path("id").asText(), device.path("available").asBoolean());
        }
        return available;
    }

    private static int countActiveLinks(OnosClient client)
            throws IOException, InterruptedException {
        int active = 0;
        for (JsonNode link : client.get("v1/links").path("links")) {
            if (link.path("state").asText("ACTIVE").equals("ACTIVE")) {
                active++;
            }
        }
        return active;
    }

    /** The application's ports; none while it is not active. */
    private static JsonNode readPorts(OnosClient client) throws IOException, InterruptedException {
        try {
            return client.get("weir/v1/ports");
        } catch (OnosClient.RefusedException e) {
            if (e.status() == 404 || e.status() == 503) {
                return JsonNodeFactory.instance
                        .objectNode()
                        .set("ports", JsonNodeFactory.instance.arrayNode());
            }
            throw e;
        }
    }

    private List<String> readUnreachable(JsonNode weir, Map<String, Boolean> available) {
        List<String> unreachable = new ArrayList<>();
        weir.path("unreachable").forEach(text -> unreachable.add(text.asText()));
        addresses.forEach(
                (device, address) -> {
                    boolean told = unreachable.stream().anyMatch(t -> t.startsWith(device + ":"));
                    if (!available.getOrDefault(device, false) && !told) {
                        unreachable.add(device + ": not connected at " + address);
                    }
                });
        return unreachable;
    }
}
