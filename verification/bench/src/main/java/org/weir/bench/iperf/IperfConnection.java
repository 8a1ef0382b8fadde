// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.iperf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.weir.runner.shell.Command;

/** One TCP connection of iperf3 from one network namespace to another. */
public final class IperfConnection implements AutoCloseable {
    private static final String NAME = "iperf3";
    private static final int START_ATTEMPTS = 50;
    private static final long PAUSE_MS = 100;
    private static final long GRACE_SECONDS = 20;

    private final Path answer;
    private final Process server;
    private Process client;
    private final long limitSeconds;

    /**
     * Starts a server and its client.
     *
     * @param from namespace of the client, which sends
     * @param to namespace of the server
     * @param address IPv4 address of the server
     * @param port of the server
     * @param omitSeconds time at the beginning that does not count, s
     * @param seconds time that counts, s
     * @param options further ones of the client, such as {@code -S 184}
     */
    public IperfConnection(
            String from,
            String to,
            String address,
            int port,
            int omitSeconds,
            int seconds,
            List<String> options)
            throws IOException, InterruptedException {
        limitSeconds = omitSeconds + seconds + GRACE_SECONDS;
        answer = Files.createTempFile("weir-iperf", ".json");
        server =
                new ProcessBuilder(inside(to, List.of(NAME, "-s", "-1", "-p", "" + port)))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            awaitServer(to, port);
            List<String> command = new ArrayList<>(List.of(NAME, "--json", "-c", address));
            command.addAll(List.of("-p", "" + port, "-t", "" + seconds, "-O", "" + omitSeconds));
            command.addAll(options);
            client =
                    new ProcessBuilder(inside(from, command))
                            .redirectErrorStream(true)
                            .redirectOutput(answer.toFile())
                            .start();
        } catch (IOException | InterruptedException e) {
            close();
            throw e;
        }
    }

    private static List<String> inside(String namespace, List<String> command) {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        whole.addAll(command);
        return whole;
    }

    private static void awaitServer(String namespace, int port)
            throws IOException, InterruptedException {
        List<String> listening = List.of("ss", "-Hltn", "sport", "=", ":" + port);
        for (int i = 0; i < START_ATTEMPTS; i++) {
            if (!Command.run(inside(namespace, listening), "").output().isBlank()) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
        throw new IOException("iperf3 does not listen at port " + port);
    }

    /** Reason why it cannot be run; empty if it can. */
    public static Optional<String> missing() {
        return Command.find(NAME).isPresent()
                ? Optional.empty()
                : Optional.of("iperf3 is not on the PATH (package iperf3)");
    }

    /**
     * Waits for the end, and returns the rate of the payload that the server received, bit/s.
     *
     * @throws IOException if the connection failed or did not end in time
     */
    public double receivedBps() throws IOException, InterruptedException {
        if (!client.waitFor(limitSeconds, TimeUnit.SECONDS)) {
            throw new IOException("iperf3 does not end");
        }
        String text = Files.readString(answer);
        JsonNode received = new ObjectMapper().readTree(text).at("/end/sum_received");
        if (!received.path("bits_per_second").isNumber()) {
            throw new IOException("iperf3: " + text.replaceAll("\\s+", " "));
        }
        return received.path("bits_per_second").asDouble();
    }

    @Override
    public void close() throws IOException {
        if (client != null) {
            client.destroyForcibly();
        }
        server.destroyForcibly();
        Files.deleteIfExists(answer);
    }
}
