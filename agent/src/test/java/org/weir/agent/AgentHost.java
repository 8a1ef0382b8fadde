// SPDX-License-Identifier: Apache-2.0
package org.weir.agent;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.weir.agent.feedback.FeedbackFrames;
import org.weir.bmv2.ports.HostPort;
import org.weir.bmv2.ports.NetworkNamespace;
import org.weir.bmv2.ports.PacketSocketPort;

/**
 * A host of two network namespaces: {@link #here} with the interface eth0 (10.0.0.1), on which
 * agents run as processes, and {@link #there} with the other end p0 (10.0.0.5).
 */
final class AgentHost implements AutoCloseable {
    /** Limit of a wait: longer than an agent waits for one that hangs, on a busy machine, too. */
    static final long SECONDS = 90;

    private static final Pattern FLOW_CLASS = Pattern.compile("class htb 574.:(?!ffff)");

    final String here = "weiragent-" + ProcessHandle.current().pid() + "-a";
    final String there = "weiragent-" + ProcessHandle.current().pid() + "-b";
    private final List<Process> agents = new ArrayList<>();
    private final HostPort wire;
    private final LinkedBlockingQueue<String> output = new LinkedBlockingQueue<>();
    private DatagramSocket data;
    private final LinkedBlockingQueue<byte[]> received = new LinkedBlockingQueue<>();

    /** Makes it, or skips the test where that is not permitted. */
    AgentHost() throws Exception {
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
                        && run("unshare", "--net", "true") != null
                        && run("tc", "-V") != null,
                "the agent is not tested on an interface here: needs Linux, root and iproute2");
        for (String each : List.of(here, there)) {
            require("ip", "netns", "add", each);
        }
        require(
                "ip",
                "-n",
                here,
                "link",
                "add",
                "eth0",
                "address",
                "00:00:00:00:00:01",
                "type",
                "veth",
                "peer",
                "name",
                "p0",
                "address",
                "00:00:00:00:00:05",
                "netns",
                there);
        require("ip", "-n", here, "link", "set", "lo", "up");
        require("ip", "-n", here, "link", "set", "eth0", "up");
        require("ip", "-n", there, "link", "set", "p0", "up");
        require("ip", "-n", here, "address", "add", "10.0.0.1/24", "dev", "eth0");
        require("ip", "-n", there, "address", "add", "10.0.0.5/24", "dev", "p0");
        require(
                "ip",
                "-n",
                here,
                "neigh",
                "add",
                "10.0.0.5",
                "lladdr",
                "00:00:00:00:00:05",
                "dev",
                "eth0");
        wire = in(there, () -> PacketSocketPort.open("p0"));
        wire.start(
                (buffer, offset, length) ->
                        received.add(Arrays.copyOfRange(buffer, offset, offset + length)),
                up -> {});
    }

    /**
     * Sends packets of the flow of {@link FeedbackFrames#flow}, 50 per second until the host is
     * closed: an agent releases a flow without packets.
     *
     * @param socket of port 5000, which the host closes too
     */
    void sendData(DatagramSocket socket) {
        DatagramPacket packet =
                new DatagramPacket(new byte[20], 20, new InetSocketAddress("10.0.0.5", 6000));
        Thread sender =
                new Thread(
                        () -> {
                            try {
                                while (true) {
                                    socket.send(packet);
                                    Thread.sleep(20);
                                }
                            } catch (IOException e) {
                                // The socket was closed.
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        sender.setDaemon(true);
        sender.start();
        data = socket;
    }

    /** The same with a socket of its own; only the first time. */
    void sendData() throws IOException {
        if (data == null) {
            sendData(in(here, () -> new DatagramSocket(5000)));
        }
    }

    /** Sends a frame from p0 to eth0. */
    void send(byte[] frame) {
        wire.send(frame, 0, frame.length);
    }

    /** Waits for a frame at p0. */
    byte[] awaitFrame(Predicate<byte[]> wanted) throws InterruptedException {
        for (byte[] frame = received.poll(SECONDS, TimeUnit.SECONDS);
                frame != null;
                frame = received.poll(SECONDS, TimeUnit.SECONDS)) {
            if (wanted.test(frame)) {
                return frame;
            }
        }
        throw new AssertionError("no such frame at p0");
    }

    /** Frames at p0 that nobody has waited for. */
    List<byte[]> frames() {
        List<byte[]> frames = new ArrayList<>();
        received.drainTo(frames);
        return frames;
    }

    /** Starts an agent on eth0, a line of 10 Mb/s. */
    Process start(String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--rate", "10M"));
        all.addAll(List.of(options));
        return startWithoutRate(all.toArray(String[]::new));
    }

    /** Starts an agent on eth0, with the rate that Linux says. */
    Process startWithoutRate(String... options) throws IOException {
        return startAs(List.of(), options);
    }

    /** Starts an agent on eth0 by way of another command. */
    Process startAs(List<String> wrapper, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", here));
        command.addAll(wrapper);
        command.addAll(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Agent.class.getName(),
                        "--interface",
                        "eth0"));
        command.addAll(List.of(options));
        Process agent = new ProcessBuilder(command).redirectErrorStream(true).start();
        agents.add(agent);
        Thread reader =
                new Thread(
                        () -> {
                            BufferedReader lines =
                                    new BufferedReader(
                                            new InputStreamReader(
                                                    agent.getInputStream(),
                                                    StandardCharsets.UTF_8));
                            try {
                                lines.lines().forEach(output::add);
                            } catch (UncheckedIOException e) {
                                // The agent was killed.
                            }
                        });
        reader.setDaemon(true);
        reader.start();
        return agent;
    }

    /** Starts an agent and makes it hold a flow back. */
    Process throttling(int sequence, String... options) throws Exception {
        Process agent = start(options);
        await("obeys feedback");
        throttle(sequence);
        return agent;
    }

    /** Makes a running agent hold a flow back. */
    void throttle(int sequence) throws Exception {
        sendData();
        send(FeedbackFrames.ipv4(FeedbackFrames.message(8000, 4000, sequence)));
        awaitTc(AgentHost::isHoldingBack, "class", "show", "dev", "eth0");
    }

    /** True if a flow's class is among those that tc shows; all other traffic has ffff. */
    static boolean isHoldingBack(String classes) {
        return FLOW_CLASS.matcher(classes).find();
    }

    /** Waits until no flow has a class. */
    void awaitNothingHeldBack() throws Exception {
        awaitTc(text -> !isHoldingBack(text), "class", "show", "dev", "eth0");
    }

    static void signal(String name, Process process) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    /** Waits for a line of an agent that contains a text. */
    String await(String text) throws InterruptedException {
        String last = "nothing";
        for (String line = output.poll(SECONDS, TimeUnit.SECONDS);
                line != null;
                line = output.poll(SECONDS, TimeUnit.SECONDS)) {
            if (line.contains(text)) {
                return line;
            }
            last = line;
        }
        throw new AssertionError("no line with \"" + text + "\"; the last was: " + last);
    }

    /** Value of a metric, such as {@code weir_agent_flows}, of the agent at a port. */
    double metric(int port, String name) throws Exception {
        String text =
                in(
                        here,
                        () ->
                                HttpClient.newHttpClient()
                                        .send(
                                                HttpRequest.newBuilder(
                                                                URI.create(
                                                                        "http://127.0.0.1:"
                                                                                + port
                                                                                + "/metrics"))
                                                        .build(),
                                                HttpResponse.BodyHandlers.ofString())
                                        .body());
        Matcher line =
                Pattern.compile("^" + Pattern.quote(name) + " (\\S+)$", Pattern.MULTILINE)
                        .matcher(text);
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }

    /** Waits until a metric has a value. */
    void awaitMetric(int port, String name, double value) throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        double now = metric(port, name);
        while (now != value) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError(name + " is " + now + ", not " + value);
            }
            Thread.sleep(20);
            now = metric(port, name);
        }
    }

    /** Waits until eth0 has no other qdisc than that of Linux, and no filter. */
    void awaitNothingLeft() throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!qdiscs().strip().matches("qdisc noqueue 0: root refcnt \\d+")) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("left on eth0: " + qdiscs());
            }
            Thread.sleep(20);
        }
    }

    /** Waits until what tc prints in the agents' namespace is as wanted. */
    void awaitTc(Predicate<String> wanted, String... arguments) throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!wanted.test(tc(arguments))) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError(
                        "tc " + String.join(" ", arguments) + ": " + tc(arguments));
            }
            Thread.sleep(20);
        }
    }

    String qdiscs() throws IOException {
        return tc("qdisc", "show", "dev", "eth0");
    }

    /** Output of {@code tc} in the agents' namespace. */
    String tc(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", here, "tc"));
        command.addAll(List.of(arguments));
        return require(command.toArray(String[]::new));
    }

    /** Runs {@code ip} in the agents' namespace. */
    void ip(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "-n", here));
        command.addAll(List.of(arguments));
        require(command.toArray(String[]::new));
    }

    static <T> T in(String namespace, Callable<T> task) throws IOException {
        return NetworkNamespace.call(namespace, task);
    }

    private static String require(String... command) throws IOException {
        String output = run(command);
        if (output == null) {
            throw new IOException(String.join(" ", command) + ": failed");
        }
        return output;
    }

    /** Output of a command; null if it fails. */
    private static String run(String... command) throws IOException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0
                    ? output
                    : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public void close() throws Exception {
        wire.close();
        if (data != null) {
            data.close();
        }
        for (Process agent : agents) {
            agent.destroyForcibly().waitFor(SECONDS, TimeUnit.SECONDS);
        }
        run("ip", "netns", "del", here);
        run("ip", "netns", "del", there);
    }
}
