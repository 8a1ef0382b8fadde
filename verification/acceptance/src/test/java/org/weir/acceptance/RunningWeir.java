// SPDX-License-Identifier: Apache-2.0
package org.weir.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code ./weir up} as a user runs it, in processes of its own, on ports that are free. */
final class RunningWeir implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Pattern ONOS_PROCESS =
            Pattern.compile("ONOS is starting as process (\\d+)|started again as process (\\d+)");
    private static final Pattern SERVER_PROCESS = Pattern.compile("The server is process (\\d+)");
    private static final Pattern OWN_ERROR =
            Pattern.compile("\\| ERROR \\|.*\\| \\d+ - org\\.weir\\.");

    /** Bit of SIGINT in the masks of {@code /proc/PID/status}, where signal n is bit n - 1. */
    private static final long SIGINT_BIT = 1L << 1;

    private static final String VERSION = System.getProperty("weir.version");

    private final Path home = Path.of(System.getProperty("weir.home"));
    private final HttpClient http = HttpClient.newHttpClient();
    private final Path state;
    private final Path samplesFile;
    private final Path outputFile;
    private final int restPort;
    private final int shellPort;
    private final Process process;

    /** Starts it with the network that it starts by itself. */
    RunningWeir(Path folder) throws IOException {
        this(folder, "netcfg/pmqecn-fig6/network.json");
    }

    /** Starts it with a network file of the repository, of the switches s1 and s2. */
    RunningWeir(Path folder, String topology) throws IOException {
        this(folder, List.of("--topology", topology), List.of("s1", "s2"));
    }

    /**
     * Starts it with the network that options describe.
     *
     * @param options of {@code weir up}
     * @param switches every switch of that network
     */
    RunningWeir(Path folder, List<String> options, List<String> switches) throws IOException {
        state = folder.resolve("state");
        samplesFile = folder.resolve("samples.jsonl");
        outputFile = folder.resolve("output.txt");
        // An earlier run's, in the same folder.
        Files.deleteIfExists(samplesFile);
        List<String> listeners =
                new ArrayList<>(List.of("onos-rest", "onos-ssh", "onos-cluster", "onos-store"));
        listeners.addAll(switches);
        List<Integer> ports = freePorts(listeners.size());
        restPort = ports.get(0);
        shellPort = ports.get(1);
        List<String> overrides = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            overrides.add(listeners.get(i) + "=" + ports.get(i));
        }
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Dweir.home=" + home,
                                "-Djava.util.logging.config.file="
                                        + home.resolve("config/logging.properties"),
                                "-cp",
                                home.resolve("runner/target/lib/*")
                                        + ":"
                                        + home.resolve("runner/target/*"),
                                "org.weir.runner.up.Up",
                                "--onos-home",
                                home.resolve("onos/assembly/target/assembly").toString(),
                                "--store-node",
                                home.resolve(
                                                "onos/store-node/target/weir-onos-store-node-"
                                                        + VERSION
                                                        + ".jar")
                                        .toString(),
                                "--app",
                                oar().toString(),
                                "--state",
                                state.toString(),
                                "--json",
                                samplesFile.toString(),
                                "--port",
                                String.join(",", overrides)));
        command.addAll(options);
        process =
                new ProcessBuilder(command)
                        .directory(home.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(outputFile.toFile())
                        .start();
    }

    /** Weir's application, as ONOS installs it. */
    static Path oar() {
        return Shell.home().resolve("app/oar/target/weir-oar-" + VERSION + ".oar");
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).collect(Collectors.toList());
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    /** All complete samples so far. */
    List<JsonNode> samples() throws IOException {
        if (!Files.exists(samplesFile)) {
            return List.of();
        }
        String text = Files.readString(samplesFile);
        List<JsonNode> samples = new ArrayList<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
            if (!line.isEmpty()) {
                samples.add(JSON.readTree(line));
            }
        }
        return samples;
    }

    /** Errors that Weir's bundles logged in ONOS, since its first start. */
    List<String> errorsLogged() throws IOException {
        return logged(OWN_ERROR);
    }

    /**
     * The lines of the log of one node of a cluster in which something is found, since its first
     * start.
     *
     * @param node number of the node, from 1
     */
    List<String> logged(int node, Pattern wanted) throws IOException {
        Path log = folderOf(node).resolve("karaf/data/log/karaf.log");
        if (!Files.exists(log)) {
            return List.of();
        }
        return Files.readAllLines(log).stream()
                .filter(line -> wanted.matcher(line).find())
                .collect(Collectors.toList());
    }

    /** The output of a member of the cluster's store, since its first start. */
    List<String> storeOutput(int member) throws IOException {
        Path output = state.resolve("onos-" + restPort + "-store-" + member + "/output.log");
        return Files.exists(output) ? Files.readAllLines(output) : List.of();
    }

    /**
     * Stops a node of a cluster for a time, as a garbage collection or a busy machine does.
     *
     * @param node number of the node, from 1
     */
    void pause(int node, Duration time) throws IOException, InterruptedException {
        Path file = folderOf(node).resolve("process");
        Matcher matcher = SERVER_PROCESS.matcher(Files.readString(file));
        if (!matcher.find()) {
            throw new AssertionError(file + " names no process");
        }
        signal("-STOP", matcher.group(1));
        try {
            Thread.sleep(time.toMillis());
        } finally {
            signal("-CONT", matcher.group(1));
        }
    }

    private static void signal(String signal, String pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, pid).start().waitFor();
    }

    private Path folderOf(int node) {
        return state.resolve("onos-" + restPort + "-onos-" + node);
    }

    /** The lines of ONOS' log, since its first start, in which something is found. */
    List<String> logged(Pattern wanted) throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            Path log =
                    files.filter(file -> file.endsWith("data/log/karaf.log"))
                            .findFirst()
                            .orElseThrow(() -> new IOException("no karaf.log in " + state));
            return Files.readAllLines(log).stream()
                    .filter(line -> wanted.matcher(line).find())
                    .collect(Collectors.toList());
        }
    }

    /** The last sample. */
    JsonNode lastSample() throws IOException {
        List<JsonNode> samples = samples();
        return samples.isEmpty() ? JSON.createObjectNode() : samples.get(samples.size() - 1);
    }

    /** Waits for a sample that is taken from now on. */
    JsonNode awaitSample(String what, Duration limit, Predicate<JsonNode> wanted)
            throws IOException, InterruptedException {
        int seen = samples().size();
        long endNs = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < endNs) {
            List<JsonNode> samples = samples();
            for (JsonNode sample : samples.subList(seen, samples.size())) {
                if (wanted.test(sample)) {
                    return sample;
                }
            }
            seen = samples.size();
            if (!process.isAlive()) {
                throw new AssertionError("weir up ended: " + tail());
            }
            Thread.sleep(POLL.toMillis());
        }
        throw new AssertionError("not within " + limit + ": " + what + "\n" + tail());
    }

    /** Types a command into the running command. */
    void type(String command) throws IOException {
        process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** The process that ONOS runs in now. */
    ProcessHandle onos() throws IOException {
        Matcher matcher = ONOS_PROCESS.matcher(Files.readString(outputFile));
        long pid = -1;
        while (matcher.find()) {
            pid = Long.parseLong(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        return ProcessHandle.of(pid).orElseThrow();
    }

    /** An answer of ONOS's web server. */
    HttpResponse<String> get(String path, String user) throws IOException, InterruptedException {
        return send(request(url(path), user));
    }

    /** An answer of one node of a cluster, numbered from 1, to a request; JSON may be empty. */
    HttpResponse<String> send(int node, String method, String path, String user, String json)
            throws IOException, InterruptedException {
        return send(request(url(node, path), user), method, json);
    }

    /** ONOS's web server's answer to another request than GET; JSON may be empty. */
    HttpResponse<String> send(String method, String path, String user, String json)
            throws IOException, InterruptedException {
        return send(request(url(path), user), method, json);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String method, String json)
            throws IOException, InterruptedException {
        if (!json.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        return send(request.method(method, HttpRequest.BodyPublishers.ofString(json)));
    }

    private static HttpRequest.Builder request(String url, String user) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(20));
        if (user != null) {
            String encoded =
                    Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
            request.header("Authorization", "Basic " + encoded);
        }
        return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** TCP port of ONOS's shell. */
    int shellPort() {
        return shellPort;
    }

    /** TCP port of ONOS's web server. */
    int restPort() {
        return restPort;
    }

    /** Address of a page or resource of ONOS's web server. */
    String url(String path) {
        return url(1, path);
    }

    private String url(int node, String path) {
        return "http://127.0.0." + node + ":" + restPort + path;
    }

    /** Ends the run as Ctrl-C does and gives its exit code. */
    int interrupt() throws IOException, InterruptedException {
        String signal = ignoresInterrupts() ? "-TERM" : "-INT";
        signal(signal, Long.toString(process.pid()));
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("still running a minute after the interrupt\n" + tail());
        }
        return process.exitValue();
    }

    /**
     * Whether it was started with interrupts ignored, as a shell without job control starts what it
     * runs in the background: a JVM inherits that and leaves it so.
     */
    private boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> Long.parseUnsignedLong(line.substring(7).trim(), 16))
                    .anyMatch(ignored -> (ignored & SIGINT_BIT) != 0);
        }
    }

    /** Number of its process. */
    long pid() {
        return process.pid();
    }

    /** Its process and those that it has started. */
    List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    }

    /**
     * Kills it, so that it can clean up nothing.
     *
     * @return its process, and those that it had started
     */
    List<ProcessHandle> kill() throws InterruptedException {
        List<ProcessHandle> processes = processes();
        process.destroyForcibly().waitFor();
        return processes;
    }

    /** Text that the process has printed so far. */
    String output() throws IOException {
        return Files.readString(outputFile);
    }

    /** The last lines that it printed. */
    String tail() throws IOException {
        List<String> lines = Files.readAllLines(outputFile);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    }

    /** Ends everything that is still running. */
    @Override
    public void close() {
        if (!process.isAlive()) {
            return;
        }
        process.destroy();
        boolean ended = false;
        try {
            ended = process.waitFor(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
