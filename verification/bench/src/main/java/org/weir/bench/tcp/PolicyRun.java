// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.weir.bench.hosts.ClassSender;
import org.weir.bench.hosts.UpProcess;
import org.weir.bench.tcp.ReactionCapture.Place;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.runner.onos.OnosClient;

/**
 * Steps of load in a running {@code weir up --hosts netns}, whose policy alone says how the
 * bottleneck marks. The network is {@code netcfg/reverse-marking}: h1 and h2 send over the port 3
 * of s1 to h3 and h4.
 */
final class PolicyRun {
    static final String RPM = "rpm";
    static final String CODEL = "codel";

    private static final String DEVICE = "device:s1";
    private static final int PORT = 3;
    private static final String RECEIVER = "10.0.0.3";
    private static final String STEP_RECEIVER = "10.0.0.4";
    private static final double BOTTLENECK_BPS = 10e6;
    private static final double FLOW_PART = 0.9;
    private static final double STEP_PART = 0.3;
    private static final String POLICY = "weir/v1/policy";
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final int MOST_LOOKS = 300;
    private static final long LOOK_MS = 200;

    /** Two round trips: so long after a reduction the window still falls, ns. */
    private static final long QUIET_NS = 160_000_000;

    private final UpProcess up;
    private final OnosClient onos;
    private final JsonNode shipped;
    private final LinuxHost sender;
    private final LinuxHost stepSender;
    private final LinuxHost receiver;
    private final LinuxHost stepReceiver;

    /**
     * Hosts and controller of a network that runs.
     *
     * @param congestionControl Linux's name of the sender's
     */
    PolicyRun(UpProcess up, OnosClient onos, String congestionControl)
            throws IOException, InterruptedException {
        this.up = up;
        this.onos = onos;
        shipped = onos.get(POLICY);
        sender = host("h1");
        stepSender = host("h2");
        receiver = host("h3");
        stepReceiver = host("h4");
        sender.prepare(RECEIVER, congestionControl, true);
        receiver.prepare("10.0.0.1", congestionControl, true);
    }

    private LinuxHost host(String name) {
        return new LinuxHost(up.namespace(name));
    }

    /**
     * Effect of an algorithm.
     *
     * @param scheme as the policy names it
     * @param steps of load with a reaction
     * @param allSteps number of steps
     * @param counts of the capture
     * @param factors of the decreases that two samples of {@code ss} enclose
     * @param feedbackFrames feedback packets that came to the flow's sender or receiver
     * @param icmpErrors ICMP errors that these two have sent
     */
    record Result(
            String scheme,
            List<ReactionTrace.HostStep> steps,
            int allSteps,
            ReactionTrace.Counts counts,
            List<Double> factors,
            long feedbackFrames,
            long icmpErrors) {}

    /**
     * Runs steps of load, one after the other.
     *
     * @param scheme that is in force, for names of files
     * @param steps number of steps; one more is sent before them, which meets a flow in slow start
     *     and does not count
     * @param folder for the capture and the samples
     */
    Result measure(String scheme, int steps, Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("onos-" + scheme + ".pcapng");
        long icmpBefore = icmpErrors();
        sender.limitRate(Math.round(FLOW_PART * BOTTLENECK_BPS));
        List<WindowSamples.Sample> samples;
        long feedbackFrames;
        try (ReactionCapture capture = new ReactionCapture(file)) {
            capture.watch(Place.SENDER, sender);
            capture.watch(Place.RECEIVER, receiver);
            capture.watch(Place.STEP_SENDER, stepSender);
            samples = send(steps, capture);
            awaitNoFlow();
            feedbackFrames = capture.feedbackFrames();
        }
        ReactionRun.writeSamples(folder.resolve("onos-" + scheme + "-windows.csv"), samples);
        try (CaptureReader reader = CaptureReader.open(file)) {
            ReactionTrace trace = ReactionTrace.read(reader);
            List<Long> begins = trace.stepBegins(Place.STEP_SENDER);
            return new Result(
                    scheme,
                    trace.hostSteps().stream()
                            .filter(step -> step.stepNs() != begins.get(0))
                            .toList(),
                    begins.size() - 1,
                    trace.counts(),
                    ReactionFigures.factors(samples, trace.reductionsNs(), QUIET_NS),
                    feedbackFrames,
                    icmpErrors() - icmpBefore);
        }
    }

    private List<WindowSamples.Sample> send(int steps, ReactionCapture capture)
            throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(1);
        String from = sender.namespace();
        try (ClassSender flow =
                        ClassSender.tcp(
                                from, receiver.namespace(), RECEIVER, ReactionTrace.TCP_PORT, 0);
                WindowSamples windows = new WindowSamples(from, ReactionTrace.TCP_PORT)) {
            for (int i = 0; i <= steps; i++) {
                ReactionRun.awaitRate(flow, FLOW_PART * BOTTLENECK_BPS);
                ReactionRun.step(
                        () ->
                                ClassSender.udp(
                                        stepSender.namespace(),
                                        stepReceiver.namespace(),
                                        STEP_RECEIVER,
                                        ReactionTrace.STEP_PORT,
                                        0,
                                        STEP_PART * BOTTLENECK_BPS),
                        capture,
                        windows,
                        random);
            }
            return windows.all();
        }
    }

    /** Waits until the closed connection has sent what its socket still held. */
    private void awaitNoFlow() throws IOException, InterruptedException {
        String port = ":" + ReactionTrace.TCP_PORT;
        for (int i = 0; i < MOST_LOOKS; i++) {
            if (sender.run("ss", "-tnH", "dport", "=", port).isBlank()) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        throw new IOException("the TCP flow does not end");
    }

    private long icmpErrors() throws IOException {
        return sender.icmpErrorsSent() + receiver.icmpErrorsSent();
    }

    /**
     * Changes the bottleneck's AQM algorithm in the policy, and waits until ONOS says that the
     * switch has confirmed it.
     *
     * @param scheme {@code codel} or {@code rpm}
     * @return ONOS's statement about the port
     */
    JsonNode install(String scheme) throws IOException, InterruptedException {
        JsonNode policy = shipped.deepCopy();
        ObjectNode aqm = null;
        for (JsonNode port : policy.path("ports")) {
            if (port.path("device").asText().equals(DEVICE)
                    && port.path("port").asInt() == PORT
                    && port.path("aqm").isObject()) {
                aqm = (ObjectNode) port.path("aqm");
            }
        }
        if (aqm == null) {
            throw new IOException(
                    "the policy has no aqm for port " + PORT + " of " + DEVICE + ": " + policy);
        }
        if (!scheme.equals(RPM)) {
            aqm.remove(List.of("returnUs", "expiryUs", "ackPorts"));
        }
        aqm.put("scheme", scheme);
        onos.put(POLICY, policy, ANSWER);
        JsonNode confirmed = null;
        for (int i = 0; i < MOST_LOOKS; i++) {
            for (JsonNode port : onos.get("weir/v1/ports").path("ports")) {
                if (port.path("device").asText().equals(DEVICE)
                        && port.path("port").asInt() == PORT) {
                    confirmed = port.path("aqm");
                }
            }
            if (confirmed != null && confirmed.path("scheme").asText().equals(scheme)) {
                return confirmed;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        throw new IOException("the switch has not confirmed " + scheme + ": " + confirmed);
    }
}
