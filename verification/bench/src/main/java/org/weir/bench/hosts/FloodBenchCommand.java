// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;
import org.weir.runner.onos.OnosClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code weir bench flood}: a host floods the controller with ARP requests. */
@Command(
        name = "flood",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs weir up --hosts netns on PMQECN's Fig. 6, where h1's line has 100 Mb/s. Then h1 sends ARP requests of random addresses. Needs root. Before and during the flood it measures: the time in which the controller answers ARP requests of h2, the time until a new address of h3 is known, links and hosts that ONOS knows, and ONOS's processor time."
        })
public final class FloodBenchCommand implements Callable<Integer> {
    private static final int FAILED = 2;
    private static final int FLOODER_RATE_BPS = 100_000_000;
    private static final int REST = 8181;
    private static final long H2_MAC = 2;
    private static final int H2 = 0x0a00_0002;
    private static final long H3_MAC = 3;
    private static final int H5 = 0x0a00_0005;
    private static final int NEW_ADDRESS = 0x0a00_00c8;
    private static final double CALM_SECONDS = 10;
    private static final double NEW_HOST_SECONDS = 30;
    private static final double MS_PER_SECOND = 1e3;
    private static final double NS_PER_SECOND = 1e9;

    @Spec private CommandSpec spec;
    private int newAddresses;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "100000",
            description = "ARP requests/s of h1 (default: ${DEFAULT-VALUE}).")
    private double rateFps;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "30",
            description = "Time for which h1 floods, s (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Mixin private UpOptions upOptions;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        if (!upOptions.areComplete()) {
            spec.commandLine().getErr().println("run it by ./weir bench flood");
            return FAILED;
        }
        try {
            Path network = network();
            try (UpProcess up = new UpProcess(upOptions.of(Optional.of(network)))) {
                up.awaitReady();
                measure(up, out);
            } finally {
                Files.deleteIfExists(network.resolveSibling("onos.json"));
                Files.deleteIfExists(network);
                Files.deleteIfExists(network.getParent());
            }
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println("weir bench flood: " + e.getMessage());
            return 1;
        }
    }

    /** A copy of the network file, in which h1's line carries the flood. */
    private Path network() throws IOException {
        Path original = upOptions.network();
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode network = (ObjectNode) mapper.readTree(original.toFile());
        ((ObjectNode) network.path("hosts").get(0)).put("rateBps", FLOODER_RATE_BPS);
        Path folder = Files.createTempDirectory("weir-bench-flood");
        Files.copy(original.resolveSibling("onos.json"), folder.resolve("onos.json"));
        Path copy = folder.resolve("network.json");
        mapper.writeValue(copy.toFile(), network);
        return copy;
    }

    private void measure(UpProcess up, PrintWriter out) throws IOException, InterruptedException {
        OnosClient onos = new OnosClient(REST);
        out.println(
                "               sent/s  ONOS CPUs  h2 asks  answered  p50 ms  p99 ms  new host ms"
                        + "  links  hosts  not to the controller");
        measure(up, onos, out, 0, CALM_SECONDS);
        measure(up, onos, out, rateFps, seconds);
        measure(up, onos, out, 0, CALM_SECONDS);
    }

    private void measure(
            UpProcess up, OnosClient onos, PrintWriter out, double rateFps, double seconds)
            throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        Duration cpu = up.onosCpu();
        ArpFlood flood = rateFps > 0 ? new ArpFlood(up.namespace("h1"), rateFps, 1) : null;
        try {
            ArpAnswers answers = ArpAnswers.ask(up.namespace("h2"), H2_MAC, H2, H5, seconds);
            double newHostMs = newHostMs(up, onos);
            double elapsed = (System.nanoTime() - startNs) / NS_PER_SECOND;
            double cpus = up.onosCpu().minus(cpu).toNanos() / NS_PER_SECOND / elapsed;
            out.printf(
                    Locale.ROOT,
                    "%-12s  %7.0f  %9.2f  %7d  %8d  %6.1f  %6.1f  %11s  %5s  %5s  %s%n",
                    rateFps > 0 ? "flood" : "calm",
                    flood == null ? 0 : flood.sentFrames() / elapsed,
                    cpus,
                    answers.asked(),
                    answers.answered(),
                    answers.medianMs(),
                    answers.quantileMs(0.99),
                    newHostMs < 0 ? "never" : String.format(Locale.ROOT, "%.0f", newHostMs),
                    count(onos, "v1/links", "links"),
                    count(onos, "v1/hosts", "hosts"),
                    limited(onos));
            out.flush();
        } finally {
            if (flood != null) {
                flood.close();
            }
        }
    }

    /** Time until ONOS knows an address that h3 has just announced, ms; -1 if it does not. */
    private double newHostMs(UpProcess up, OnosClient onos)
            throws IOException, InterruptedException {
        int address = NEW_ADDRESS + newAddresses++;
        byte[] announcement = ArpFlood.arp(H3_MAC, address, address);
        HostPort port =
                NetworkNamespace.call(up.namespace("h3"), () -> PacketSocketPort.open("eth0"));
        String text = "\"10.0.0." + (address & 0xff) + "\"";
        try (port) {
            long startNs = System.nanoTime();
            port.send(announcement, 0, announcement.length);
            double ms = 0;
            while (ms < NEW_HOST_SECONDS * MS_PER_SECOND) {
                JsonNode host = get(onos, "v1/hosts/00:00:00:00:00:03/None");
                ms = (System.nanoTime() - startNs) * MS_PER_SECOND / NS_PER_SECOND;
                if (host != null && host.toString().contains(text)) {
                    return ms;
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
            return -1;
        }
    }

    private static String count(OnosClient onos, String resource, String field)
            throws InterruptedException {
        JsonNode answer = get(onos, resource);
        return answer == null ? "?" : Integer.toString(answer.path(field).size());
    }

    /** Frames over the limits of their ports, of all switches. */
    private static String limited(OnosClient onos) throws InterruptedException {
        JsonNode answer = get(onos, "weir/v1/devices");
        long sum = 0;
        boolean known = false;
        if (answer != null) {
            for (JsonNode device : answer.path("devices")) {
                JsonNode limited = device.path("drops").path("limited");
                known |= limited.isNumber();
                sum += limited.asLong();
            }
        }
        return known ? Long.toString(sum) : "unknown";
    }

    /** An answer; null if ONOS gives none. */
    private static JsonNode get(OnosClient onos, String resource) throws InterruptedException {
        try {
            return onos.get(resource);
        } catch (IOException e) {
            return null;
        }
    }
}
