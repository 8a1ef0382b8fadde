// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.weir.runner.shell.Command;

/** One TCP connection of iperf3 from host 1 to host 2. */
final class Iperf {
    private static final String NAME = "iperf3";
    private static final int START_ATTEMPTS = 20;
    private static final long PAUSE_MS = 100;
    private static final long GRACE_SECONDS = 20;
    private static final double BITS_PER_BYTE = 8;

    private Iperf() {}

    /** Reason why it cannot be run; empty if it can. */
    static Optional<String> missing() {
        return Command.find(NAME).isPresent()
                ? Optional.empty()
                : Optional.of("iperf3 is not on the PATH: no TCP is measured (package iperf3)");
    }

    /**
     * Result of a connection.
     *
     * @param bps payload received, bit/s
     * @param cpuSeconds processor time of the switch
     * @param bytes payload received, bytes
     */
    record Result(double bps, double cpuSeconds, double bytes) {}

    /** Sends for a time, s. */
    static Result run(LiveBed bed, LiveSwitch device, int seconds)
            throws IOException, InterruptedException {
        Process server =
                new ProcessBuilder(
                                LiveBed.inside(
                                        bed.hostNamespace(2), List.of(NAME, "--server", "-1")))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            double cpuBefore = device.cpuSeconds();
            String answer = "";
            for (int i = 0; i < START_ATTEMPTS; i++) {
                answer = client(bed, seconds);
                JsonNode end = new ObjectMapper().readTree(answer).at("/end/sum_received");
                if (end.has("bits_per_second")) {
                    double bps = end.path("bits_per_second").asDouble();
                    double cpu = device.cpuSeconds() - cpuBefore;
                    return new Result(bps, cpu, bps * seconds / BITS_PER_BYTE);
                }
                // The server may not listen yet.
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
            throw new IOException("iperf3: " + answer.replaceAll("\\s+", " "));
        } finally {
            server.destroyForcibly();
            server.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static String client(LiveBed bed, int seconds)
            throws IOException, InterruptedException {
        List<String> command =
                List.of(NAME, "--json", "-c", LiveBed.address(2), "-t", Integer.toString(seconds));
        Process client =
                new ProcessBuilder(LiveBed.inside(bed.hostNamespace(1), command))
                        .redirectErrorStream(true)
                        .start();
        Thread limit = limit(client, seconds);
        try (InputStream output = client.getInputStream()) {
            return new String(output.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } finally {
            client.destroyForcibly();
            limit.interrupt();
        }
    }

    /** Ends a client that hangs: its output is read to the end. */
    private static Thread limit(Process client, int seconds) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                if (!client.waitFor(seconds + GRACE_SECONDS, TimeUnit.SECONDS)) {
                                    client.destroyForcibly();
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        "iperf3-limit");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
