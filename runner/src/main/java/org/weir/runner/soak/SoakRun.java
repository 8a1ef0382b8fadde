// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.weir.runner.onos.OnosClient;

/**
 * One network of a soak, from its start to its end: waits until ONOS has found all of it, leaves it
 * alone for a while, stops its traffic, breaks and mends things, and changes the policy.
 */
final class SoakRun {
    private static final Duration LAST_PART = Duration.ofSeconds(60);
    private static final Duration IDLE_SETTLING = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofSeconds(60);
    private static final Duration LINK_DOWN = Duration.ofSeconds(5);
    private static final Duration SWITCH_OFF = Duration.ofSeconds(10);
    private static final List<Duration> ONOS_PAUSED =
            List.of(Duration.ofSeconds(20), Duration.ofSeconds(60));
    private static final Duration BACK_WITHIN = Duration.ofSeconds(120);
    private static final Duration LINKS_LOST_WITHIN = Duration.ofSeconds(30);
    private static final Duration TRAFFIC_WITHIN = Duration.ofSeconds(60);
    private static final Duration SETTLED = Duration.ofSeconds(3);

    /** An ONOS that goes on may find only then that switches have closed their connections. */
    private static final Duration SETTLED_AFTER_PAUSE = Duration.ofSeconds(15);

    private static final String LOOP = "weir/v1/loop";
    private static final long REST_GAP_MS = 2000;

    /** Pause between two requests to REST, as a multiple of the time of an answer. */
    private static final int REST_GAP_PER_ANSWER = 10;

    private final SoakProcess process;
    private final SoakWatch watch;
    private final OnosClient client;

    private SoakResult.Programmed programmed;
    private SoakResult.Quiet quiet;
    private SoakResult.Idle idle;
    private SoakResult.PolicyChanges policyChanges;
    private SoakResult.Classifiers classifiers;
    private Map<String, Double> packetsPerSecond = Map.of();
    private final List<SoakResult.Event> events = new ArrayList<>();

    /**
     * Plan of a soak's run.
     *
     * @param quietLength time for which the network is left alone
     * @param startWithin longest time until all is found
     * @param policyChanges number of changes, 0 for none
     * @param classifiers number of match rules to add, 0 for none
     */
    record Plan(Duration quietLength, Duration startWithin, int policyChanges, int classifiers) {}

    /** A run of a network that has been started. */
    SoakRun(SoakProcess process, SoakWatch watch, OnosClient client) {
        this.process = process;
        this.watch = watch;
        this.client = client;
    }

    /**
     * Runs to the end.
     *
     * @return reason for which it did not complete; null when it did
     */
    String run(Plan plan) throws InterruptedException {
        try {
            if (!watch.awaitAllFound(plan.startWithin())) {
                return "not all was found within " + plan.startWithin().toSeconds() + " s";
            }
            countRules();
            leaveAlone(plan.quietLength());
            stopTraffic();
            breakLink();
            stopSwitch();
            for (Duration length : ONOS_PAUSED) {
                pauseOnos(length);
            }
            SoakPolicy policy =
                    new SoakPolicy(
                            client,
                            watch,
                            packetsPerSecond,
                            SoakPolicy.REFUSED_FOR,
                            SoakPolicy.QUIET_AFTER);
            if (plan.policyChanges() > 0) {
                policyChanges = policy.change(plan.policyChanges(), SoakPolicy.CHANGES_LENGTH);
            }
            if (plan.classifiers() > 0) {
                classifiers = policy.classify(plan.classifiers());
            }
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /**
     * Result of the run, as far as it came.
     *
     * @param failure the answer of {@link #run}
     */
    SoakResult result(String network, String perFlow, String policy, String failure) {
        return new SoakResult(
                network,
                perFlow,
                policy,
                watch.size(),
                watch.found(),
                programmed,
                quiet,
                idle,
                List.copyOf(events),
                policyChanges,
                classifiers,
                failure);
    }

    private void countRules() throws IOException, InterruptedException {
        double seconds = watch.last().timeSeconds() - watch.firstSwitchSeconds();
        programmed =
                new SoakResult.Programmed(SoakPolicy.rules(client.get("weir/v1/devices")), seconds);
    }

    private void leaveAlone(Duration length) throws IOException, InterruptedException {
        SoakReading first = watch.last();
        watch.forgetLeastLinks();
        JsonNode loopBefore = client.get(LOOP);
        long endNs = System.nanoTime() + length.toNanos();
        watch.sleepUntil(endNs - Math.min(length.toNanos(), LAST_PART.toNanos()));
        Load load = new Load();
        List<Double> answersMs = askRestUntil(endNs);
        load.end();
        SoakResult.Loop loop = loop(loopBefore);
        SoakReading last = watch.next();
        packetsPerSecond = FlowLoss.packetsPerSecond(first, last);
        quiet =
                new SoakResult.Quiet(
                        last.timeSeconds() - first.timeSeconds(),
                        watch.leastLinks(),
                        last.traffic().since(first.traffic()),
                        load.onosCores,
                        load.networkCores,
                        load.onosBytes,
                        load.networkBytes,
                        Percentiles.of(answersMs),
                        loop);
    }

    /** Processor time and memory of ONOS and of the network, from its making to {@link #end}. */
    private final class Load {
        private final ProcessLoad onosBefore = ProcessLoad.of(process.onos());
        private final ProcessLoad networkBefore = ProcessLoad.of(process.network());
        private final long beganNs = System.nanoTime();
        private double seconds;
        private double onosCores;
        private double networkCores;
        private Long onosBytes;
        private Long networkBytes;

        void end() {
            ProcessLoad onos = ProcessLoad.of(process.onos());
            ProcessLoad network = ProcessLoad.of(process.network());
            seconds = SoakWatch.secondsSince(beganNs);
            onosCores = processors(onosBefore, onos);
            networkCores = processors(networkBefore, network);
            onosBytes = bytes(onos);
            networkBytes = bytes(network);
        }

        private double processors(ProcessLoad before, ProcessLoad after) {
            return after.cpu().minus(before.cpu()).toNanos() / 1e9 / seconds;
        }

        private static Long bytes(ProcessLoad load) {
            return load.residentBytes().isPresent() ? load.residentBytes().getAsLong() : null;
        }
    }

    /** The loop's times since an earlier answer. */
    private SoakResult.Loop loop(JsonNode before) throws IOException, InterruptedException {
        long from = before.path("confirmed").asLong();
        JsonNode since = client.get(LOOP + "?after=" + from);
        return new SoakResult.Loop(
                since.path("confirmed").asLong() - from,
                since.path("failed").asLong() - before.path("failed").asLong(),
                percentiles(since.path("fromReadingMs")),
                percentiles(since.path("fromReportMs")),
                percentiles(since.path("writeMs")));
    }

    private static Percentiles percentiles(JsonNode times) {
        return new Percentiles(
                times.path("samples").asInt(),
                number(times.path("p50")),
                number(times.path("p99")));
    }

    private static Double number(JsonNode value) {
        return value.isNumber() ? value.doubleValue() : null;
    }

    /** Times of answers to GET weir/v1/ports, ms; without those of refused requests. */
    private List<Double> askRestUntil(long endNs) throws IOException, InterruptedException {
        List<Double> answersMs = new ArrayList<>();
        while (System.nanoTime() < endNs) {
            long beganNs = System.nanoTime();
            try {
                client.get("weir/v1/ports");
                answersMs.add((System.nanoTime() - beganNs) / 1e6);
            } catch (IOException e) {
                // That ONOS does not answer is seen in the samples.
            }
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
            long gapMs = Math.max(REST_GAP_MS, REST_GAP_PER_ANSWER * tookMs);
            watch.sleepUntil(
                    Math.min(endNs, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(gapMs)));
        }
        return answersMs;
    }

    /** Stops traffic and samples, whose answers would take ONOS's time. */
    private void stopTraffic() throws IOException, InterruptedException {
        process.type("traffic off");
        // The sample that is being taken may be from before.
        watch.next();
        SoakReading before = watch.next();
        process.type("samples off");
        watch.sleep(IDLE_SETTLING);
        Load load = new Load();
        watch.sleep(IDLE);
        load.end();
        process.type("samples on");
        SoakReading after = watch.next();
        process.type("traffic on");
        long sent = after.traffic().sentPackets();
        idle =
                new SoakResult.Idle(
                        load.seconds,
                        sent - before.traffic().sentPackets(),
                        load.onosCores,
                        load.networkCores);
        if (!watch.await(reading -> reading.traffic().sentPackets() > sent, TRAFFIC_WITHIN)) {
            throw new IOException("traffic does not start again");
        }
        watch.sleep(IDLE_SETTLING);
    }

    private void breakLink() throws IOException, InterruptedException {
        SoakReading before = watch.next();
        process.type("link down agg1 edge1");
        watch.sleep(LINK_DOWN);
        process.type("link up agg1 edge1");
        end("link agg1-edge1 down for " + LINK_DOWN.toSeconds() + " s", before, SETTLED);
    }

    private void stopSwitch() throws IOException, InterruptedException {
        SoakReading before = watch.next();
        process.type("stop core1");
        watch.sleep(SWITCH_OFF);
        // Links that ONOS has not yet missed would look as if they were back.
        watch.await(reading -> reading.found().links() < watch.size().links(), LINKS_LOST_WITHIN);
        process.type("start core1");
        end("core1 off for at least " + SWITCH_OFF.toSeconds() + " s", before, SETTLED);
    }

    private void pauseOnos(Duration length) throws IOException, InterruptedException {
        SoakReading before = watch.next();
        process.signalOnos("STOP");
        try {
            watch.sleep(length);
        } finally {
            process.signalOnos("CONT");
        }
        end("ONOS stopped for " + length.toSeconds() + " s", before, SETTLED_AFTER_PAUSE);
    }

    private void end(String name, SoakReading before, Duration settling)
            throws IOException, InterruptedException {
        Double backSeconds = watch.awaitLinks(BACK_WITHIN);
        watch.sleep(settling);
        FlowLoss loss = FlowLoss.between(before, watch.next(), packetsPerSecond);
        events.add(new SoakResult.Event(name, loss, backSeconds));
    }
}
