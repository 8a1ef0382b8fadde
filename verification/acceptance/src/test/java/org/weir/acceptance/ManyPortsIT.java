// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * REST and the dashboard of a network with hundreds of ports, under a real ONOS and in a real
 * browser. It prints a table of times (docs/benchmarks.md) and asserts none. It runs only with the
 * system property {@code weir.manyPorts}: leaves, spines and hosts per leaf, {@code 8,4,58} for 528
 * ports.
 */
@EnabledIfSystemProperty(named = "weir.manyPorts", matches = "\\d+,\\d+,\\d+")
class ManyPortsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration START = Duration.ofMinutes(20);
    private static final String USER = "onos:rocks";

    /** Packets of 1000 bytes of each flow: less than one a second. */
    private static final String PER_FLOW = "9k";

    @TempDir private Path folder;

    @Test
    void restAndThePageAreMeasured() throws Exception {
        String[] sizes = System.getProperty("weir.manyPorts").split(",");
        int leaves = Integer.parseInt(sizes[0]);
        int spines = Integer.parseInt(sizes[1]);
        int hosts = Integer.parseInt(sizes[2]);
        int ports = leaves * (2 * spines + hosts);
        List<String> switches = new ArrayList<>();
        for (int i = 1; i <= leaves; i++) {
            switches.add("leaf" + i);
        }
        for (int i = 1; i <= spines; i++) {
            switches.add("spine" + i);
        }
        List<String> options =
                List.of(
                        "--generate",
                        "leaf-spine:" + leaves + "," + spines + "," + hosts,
                        "--rate",
                        "100M",
                        "--per-flow",
                        PER_FLOW,
                        "--start-within",
                        START.toSeconds() + "s");
        try (RunningWeir weir = new RunningWeir(folder, options, switches)) {
            weir.awaitSample(
                    "every switch", START, s -> s.path("devices").asInt() == switches.size());
            awaitPorts(weir, ports);
            System.out.printf(
                    "%d ports, %d switches, %d hosts%n", ports, switches.size(), leaves * hosts);
            List<RestTimes> times = new ArrayList<>();
            for (String path : List.of("ports", "queues", "alerts", "classes", "devices")) {
                times.add(RestTimes.of(weir, "/onos/weir/v1/" + path, USER));
            }
            System.out.printf(
                    "%-26s %6s %8s %8s %8s %10s%n",
                    "GET", "count", "p50 ms", "p99 ms", "max ms", "bytes");
            times.forEach(System.out::println);
            DashboardInBrowser.visit(weir, folder, page -> new DashboardTimes(page).print());
        }
    }

    private static void awaitPorts(RunningWeir weir, int wanted) throws Exception {
        long endNs = System.nanoTime() + START.toNanos();
        int seen = 0;
        while (seen < wanted) {
            assertThat(System.nanoTime())
                    .as("%d of %d ports are there", seen, wanted)
                    .isLessThan(endNs);
            Thread.sleep(1000);
            String body = weir.get("/onos/weir/v1/ports", USER).body();
            seen = JSON.readTree(body).path("ports").size();
        }
    }
}
