// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.up;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * One network of a soak, from its start to its end: waits until ONOS has found all of it, leaves it
 * alone for a while, then breaks and mends things.
 */
final class SoakRun {
    private static final Duration LAST_PART = Duration.ofSeconds(60);
    private static final Duration LINK_DOWN = Duration.ofSeconds(5);
    private static final Duration SWITCH_OFF = Duration.ofSeconds(10);
    private static final Duration ONOS_PAUSED = Duration.ofSeconds(20);
    private static final Duration BACK_WITHIN = Duration.ofSeconds(120);
    private static final Duration LINKS_LOST_WITHIN = Duration.ofSeconds(30);
    private static final Duration SETTLED = Duration.ofSeconds(3);
    private static final Duration SAMPLE_WITHIN = Duration.ofSeconds(60);
    private static final long POLL_MS = 100;
    private static final long REST_GAP_MS = 2000;

    /** So many times as long as an answer took is REST left in peace. */
    private static final int REST_GAP_PER_ANSWER = 10;

    private final SoakProcess process;
    private final SampleFollower samples;
    private final OnosClient client;
    private final NetworkSize size;

    private SoakReading last;
    private Double switchesSeconds;
    private Double linksSeconds;
    private Double hostsSeconds;
    private Double settingsSeconds;
    private int leastLinks;
    private SoakResult.Quiet quiet;
    private final List<SoakResult.Event> events = new ArrayList<>();

    /** A run of a network of a size that has been started. */
    SoakRun(SoakProcess process, SampleFollower samples, OnosClient client, NetworkSize size) {
        this.process = process;
        this.samples = samples;
        this.client = client;
        this.size = size;
    }

    /**
     * Runs to the end.
     *
     * @param quietLength how long the network is left alone
     * @param startWithin longest time until all is found
     * @return why it did not come to its end; null when it did
     */
    String run(Duration quietLength, Duration startWithin) throws InterruptedException {
        try {
            boolean complete =
                    await(
                            reading ->
                                    switchesSeconds != null
                                            && hostsSeconds != null
                                            && settingsSeconds != null
                                            && reading.found().links() == size.links(),
                            startWithin);
            if (!complete) {
                return "not all was found within " + startWithin.toSeconds() + " s";
            }
            leaveAlone(quietLength);
            breakLink();
            stopSwitch();
            pauseOnos();
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    SoakResult.Found found() {
        return new SoakResult.Found(switchesSeconds, linksSeconds, hostsSeconds, settingsSeconds);
    }

    /** What was measured while nothing was done; null when it did not come to that. */
    SoakResult.Quiet quiet() {
        return quiet;
    }

    /** The events that came to their end. */
    List<SoakResult.Event> events() {
        return events;
    }

    private void leaveAlone(Duration length) throws IOException, InterruptedException {
        SoakReading first = last;
        leastLinks = first.found().links();
        long endNs = System.nanoTime() + length.toNanos();
        long lastPartNs = endNs - Math.min(length.toNanos(), LAST_PART.toNanos());
        sleepUntil(lastPartNs);
        ProcessLoad onosBefore = ProcessLoad.of(process.onos());
        ProcessLoad networkBefore = ProcessLoad.of(process.network());
        long beforeNs = System.nanoTime();
        List<Double> answersMs = askRestUntil(endNs);
        ProcessLoad onos = ProcessLoad.of(process.onos());
        ProcessLoad network = ProcessLoad.of(process.network());
        double seconds = (System.nanoTime() - beforeNs) / 1e9;
        nextReading();
        quiet =
                new SoakResult.Quiet(
                        last.timeSeconds() - first.timeSeconds(),
                        leastLinks,
                        last.traffic().since(first.traffic()),
                        processors(onosBefore, onos, seconds),
                        processors(networkBefore, network, seconds),
                        bytes(onos),
                        bytes(network),
                        percentile(answersMs, 0.5),
                        percentile(answersMs, 0.99));
    }

    private static double processors(ProcessLoad before, ProcessLoad after, double seconds) {
        return after.cpu().minus(before.cpu()).toNanos() / 1e9 / seconds;
    }

    private static Long bytes(ProcessLoad load) {
        return load.residentBytes().isPresent() ? load.residentBytes().getAsLong() : null;
    }

    /** Times of answers to GET weir/v1/ports, ms; what was refused has none. */
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
            sleepUntil(Math.min(endNs, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(gapMs)));
        }
        return answersMs;
    }

    /** The value below or at which a part of all values is; null when there are none. */
    static Double percentile(List<Double> values, double part) {
        if (values.isEmpty()) {
            return null;
        }
        double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
        int rank = (int) Math.ceil(part * sorted.length);
        return Arrays.stream(sorted).skip(Math.max(0, rank - 1)).findFirst().orElseThrow();
    }

    private void breakLink() throws IOException, InterruptedException {
        TrafficTotals before = nextReading().traffic();
        process.type("link down agg1 edge1");
        sleep(LINK_DOWN);
        process.type("link up agg1 edge1");
        end("link agg1-edge1 down for " + LINK_DOWN.toSeconds() + " s", before, awaitLinks());
    }

    private void stopSwitch() throws IOException, InterruptedException {
        TrafficTotals before = nextReading().traffic();
        process.type("stop core1");
        sleep(SWITCH_OFF);
        // Links that ONOS has not yet missed would look as if they were back.
        await(reading -> reading.found().links() < size.links(), LINKS_LOST_WITHIN);
        process.type("start core1");
        end("core1 off for at least " + SWITCH_OFF.toSeconds() + " s", before, awaitLinks());
    }

    private void pauseOnos() throws IOException, InterruptedException {
        TrafficTotals before = nextReading().traffic();
        process.signalOnos("STOP");
        try {
            sleep(ONOS_PAUSED);
        } finally {
            process.signalOnos("CONT");
        }
        end("ONOS stopped for " + ONOS_PAUSED.toSeconds() + " s", before, awaitLinks());
    }

    private void end(String name, TrafficTotals before, Double backSeconds)
            throws IOException, InterruptedException {
        sleep(SETTLED);
        long lost = nextReading().traffic().since(before).lostPackets();
        events.add(SoakResult.Event.of(name, lost, quiet.packetsPerSecond(), backSeconds));
    }

    /** Seconds until a sample has all switches and links; null when none has in time. */
    private Double awaitLinks() throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        boolean back =
                await(
                        reading ->
                                reading.onosAnswers()
                                        && reading.found().switches() == size.switches()
                                        && reading.found().links() == size.links(),
                        BACK_WITHIN);
        return back ? (System.nanoTime() - beganNs) / 1e9 : null;
    }

    /** The first sample that ends from now on. */
    private SoakReading nextReading() throws IOException, InterruptedException {
        if (!await(reading -> true, SAMPLE_WITHIN)) {
            throw new IOException("weir up takes no samples");
        }
        return last;
    }

    /** Waits for a sample from now on; false when there is none in time. */
    private boolean await(Predicate<SoakReading> wanted, Duration longest)
            throws IOException, InterruptedException {
        readAll();
        long endNs = System.nanoTime() + longest.toNanos();
        while (System.nanoTime() < endNs) {
            for (SoakReading reading : samples.read()) {
                take(reading);
                if (wanted.test(reading)) {
                    return true;
                }
            }
            requireAlive();
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
        return false;
    }

    private void sleep(Duration length) throws IOException, InterruptedException {
        sleepUntil(System.nanoTime() + length.toNanos());
    }

    private void sleepUntil(long endNs) throws IOException, InterruptedException {
        while (System.nanoTime() < endNs) {
            readAll();
            requireAlive();
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    private void readAll() throws IOException {
        samples.read().forEach(this::take);
    }

    private void requireAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("weir up ended");
        }
    }

    private void take(SoakReading reading) {
        last = reading;
        if (!reading.onosAnswers()) {
            return;
        }
        NetworkSize found = reading.found();
        leastLinks = Math.min(leastLinks, found.links());
        switchesSeconds = first(switchesSeconds, reading, found.switches() == size.switches());
        linksSeconds = first(linksSeconds, reading, found.links() == size.links());
        hostsSeconds = first(hostsSeconds, reading, found.hosts() == size.hosts());
        settingsSeconds = first(settingsSeconds, reading, reading.solved());
    }

    private static Double first(Double known, SoakReading reading, boolean isSo) {
        return known == null && isSo ? Double.valueOf(reading.timeSeconds()) : known;
    }
}
