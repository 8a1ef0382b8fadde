// SPDX-License-Identifier: Apache-2.0
package org.weir.bench.tcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.weir.bench.hosts.ClassSender;
import org.weir.bmv2.controlplane.ProgramException;
import org.weir.bmv2.pcap.CaptureReader;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.Network;

/**
 * Runs a {@link ReactionCase} with Linux's TCP: one connection, and steps of load one after the
 * other, each when the flow has its rate again.
 */
final class ReactionRun {
    private static final long SETTLE_MS = 500;
    private static final long LEAD_MS = 50;
    private static final int RANDOM_MS = 100;
    private static final long STEP_MS = 600;
    private static final long AFTER_MS = 200;
    private static final long LOOK_MS = 400;
    private static final int MOST_LOOKS = 50;
    private static final double RECOVERED = 0.93;
    private static final double PAYLOAD_PART = 1448.0 / 1514;
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_SECOND = 1e9;

    /** A step in which the network was later than this does not count, ms. */
    private static final double MOST_LAG_MS = 10;

    /** Steps that may be tried for each that must count. */
    private static final int TRIES = 3;

    private final ReactionCase one;
    private final int steps;
    private final Path directory;
    private final SplittableRandom random;

    /** Lag of each step by its number in the capture, ms. */
    private final List<Double> lagsMs = new ArrayList<>();

    /**
     * @param steps that must count
     * @param directory for the capture and the samples
     * @param seed of the steps' times
     */
    ReactionRun(ReactionCase one, int steps, Path directory, long seed) {
        this.one = one;
        this.steps = steps;
        this.directory = directory;
        random = new SplittableRandom(seed);
    }

    /** Runs it and reads its capture. */
    ReactionFigures run() throws IOException, ProgramException, InterruptedException {
        Path file = directory.resolve(one.name() + ".pcapng");
        List<WindowSamples.Sample> samples = record(file);
        try (CaptureReader reader = CaptureReader.open(file)) {
            ReactionTrace trace = ReactionTrace.read(reader);
            writeSamples(directory.resolve(one.name() + "-windows.csv"), samples);
            return figures(trace, samples);
        }
    }

    private ReactionFigures figures(ReactionTrace trace, List<WindowSamples.Sample> samples)
            throws IOException {
        if (trace.stepCount() != lagsMs.size()) {
            throw new IOException(
                    "%s: %d of %d steps of load came to the bottleneck"
                            .formatted(one.name(), trace.stepCount(), lagsMs.size()));
        }
        Map<Long, Double> lags = new TreeMap<>();
        List<Long> begins = trace.stepBegins();
        for (int i = 0; i < begins.size(); i++) {
            lags.put(begins.get(i), lagsMs.get(i));
        }
        List<ReactionTrace.Step> counted = new ArrayList<>();
        double lagMs = 0;
        for (ReactionTrace.Step step : trace.steps()) {
            double lag = lags.get(step.stepNs());
            if (lag <= MOST_LAG_MS && step.stepNs() != begins.get(0)) {
                counted.add(step);
                lagMs = Math.max(lagMs, lag);
            }
        }
        return new ReactionFigures(
                one,
                counted,
                begins.size() - 1 - counted.size(),
                trace.counts(),
                // Linux lowers the window during a round trip after a reduction (RFC 6937).
                ReactionFigures.factors(
                        samples,
                        trace.reductionsNs(),
                        Math.round(2 * NS_PER_MS * one.roundTripMs())),
                lagMs);
    }

    private List<WindowSamples.Sample> record(Path file)
            throws IOException, ProgramException, InterruptedException {
        Network network = one.network(new Engine(Pacing.WALL_CLOCK));
        HostConfig to = network.host(ReactionCase.RECEIVER).config();
        HostConfig stepTo = network.host(ReactionCase.STEP_RECEIVER).config();
        HostConfig from = network.host(ReactionCase.SENDER).config();
        HostConfig stepFrom = network.host(ReactionCase.STEP_SENDER).config();
        try (LinuxBed bed = new LinuxBed(network)) {
            bed.prepare(from.name(), to, one.congestionControl(), true);
            bed.prepare(to.name(), from, one.congestionControl(), true);
            bed.prepare(stepFrom.name(), stepTo, one.congestionControl(), true);
            bed.prepare(stepTo.name(), stepFrom, one.congestionControl(), true);
            bed.host(from.name()).limitRate(one.flowBps());
            try (ReactionCapture capture = new ReactionCapture(file)) {
                capture.watch(ReactionCapture.Place.SENDER, bed.host(from.name()));
                capture.watch(ReactionCapture.Place.RECEIVER, bed.host(to.name()));
                capture.watchSwitch(network);
                bed.start();
                TimeUnit.MILLISECONDS.sleep(SETTLE_MS);
                String sender = bed.namespace(from.name());
                try (ClassSender flow =
                                ClassSender.tcp(
                                        sender,
                                        bed.namespace(to.name()),
                                        to.ipv4().toString(),
                                        ReactionTrace.TCP_PORT,
                                        0);
                        WindowSamples windows = new WindowSamples(sender, ReactionTrace.TCP_PORT)) {
                    int counting = 0;
                    // The first step meets a flow in slow start, and does not count.
                    for (int i = 0; counting <= steps && i <= TRIES * steps; i++) {
                        awaitRate(flow, one.flowBps());
                        network.engine().takeGreatestLagNs();
                        step(() -> load(bed, stepTo), capture, windows, random);
                        double lagMs = network.engine().takeGreatestLagNs() / NS_PER_MS;
                        lagsMs.add(lagMs);
                        counting += i == 0 || lagMs <= MOST_LAG_MS ? 1 : 0;
                    }
                    return windows.all();
                }
            }
        }
    }

    private ClassSender load(LinuxBed bed, HostConfig to) throws IOException {
        return ClassSender.udp(
                bed.namespace(ReactionCase.STEP_SENDER),
                bed.namespace(ReactionCase.STEP_RECEIVER),
                to.ipv4().toString(),
                ReactionTrace.STEP_PORT,
                0,
                one.stepBps());
    }

    /** Waits until the flow has its rate, 20 s at most. */
    static void awaitRate(ClassSender flow, double rateBps) throws InterruptedException {
        double wanted = RECOVERED * PAYLOAD_PART * rateBps;
        for (int i = 0; i < MOST_LOOKS; i++) {
            long beginNs = System.nanoTime();
            long before = flow.receivedBytes();
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            double seconds = (System.nanoTime() - beginNs) / NS_PER_SECOND;
            if (8 * (flow.receivedBytes() - before) / seconds >= wanted) {
                return;
            }
        }
    }

    /** A program that sends a step of load from now on. */
    interface StepLoad {
        ClassSender start() throws IOException;
    }

    /** Has a step of load come and go. */
    static void step(
            StepLoad load, ReactionCapture capture, WindowSamples windows, SplittableRandom random)
            throws IOException, InterruptedException {
        capture.turn(true);
        windows.turn(true);
        TimeUnit.MILLISECONDS.sleep(LEAD_MS + random.nextInt(RANDOM_MS));
        try (ClassSender started = load.start()) {
            TimeUnit.MILLISECONDS.sleep(STEP_MS);
        }
        TimeUnit.MILLISECONDS.sleep(AFTER_MS);
        windows.turn(false);
        capture.turn(false);
    }

    static void writeSamples(Path file, List<WindowSamples.Sample> samples) throws IOException {
        List<String> lines = new ArrayList<>(List.of("from_ns,until_ns,cwnd,ssthresh"));
        for (WindowSamples.Sample sample : samples) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%d,%d,%d,%d",
                            sample.fromNs(),
                            sample.untilNs(),
                            sample.window(),
                            sample.threshold()));
        }
        Files.write(file, lines);
    }
}
