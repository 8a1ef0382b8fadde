// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.weir.runner.up.NetworkSize;

/**
 * Follows the samples of a {@code weir up} that a soak has started, and waits for what they show.
 */
final class SoakWatch {
    private static final Duration SAMPLE_WITHIN = Duration.ofSeconds(60);
    private static final long POLL_MS = 100;

    private final BooleanSupplier isAlive;
    private final SampleFollower samples;
    private final NetworkSize size;

    private SoakReading last;
    private Double firstSwitchSeconds;
    private Double switchesSeconds;
    private Double linksSeconds;
    private Double hostsSeconds;
    private Double settingsSeconds;
    private int leastLinks;

    /**
     * A watch over a network of a size.
     *
     * @param isAlive whether the command runs
     */
    SoakWatch(BooleanSupplier isAlive, SampleFollower samples, NetworkSize size) {
        this.isAlive = isAlive;
        this.samples = samples;
        this.size = size;
    }

    /** Times at which everything was found, as far as it was. */
    SoakResult.Found found() {
        return new SoakResult.Found(switchesSeconds, linksSeconds, hostsSeconds, settingsSeconds);
    }

    /**
     * Time at which the first switch was found, s since the command's start; null when none was.
     */
    Double firstSwitchSeconds() {
        return firstSwitchSeconds;
    }

    /** Size of the whole network. */
    NetworkSize size() {
        return size;
    }

    /** The last sample; null before the first. */
    SoakReading last() {
        return last;
    }

    /** Least links since {@link #forgetLeastLinks}. */
    int leastLinks() {
        return leastLinks;
    }

    void forgetLeastLinks() {
        leastLinks = last.found().links();
    }

    /** Waits until all is found; false when it is not in time. */
    boolean awaitAllFound(Duration longest) throws IOException, InterruptedException {
        return await(
                reading ->
                        switchesSeconds != null
                                && hostsSeconds != null
                                && settingsSeconds != null
                                && reading.found().links() == size.links(),
                longest);
    }

    /** Seconds until a sample has all switches and links; null when none has in time. */
    Double awaitLinks(Duration longest) throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        boolean back =
                await(
                        reading ->
                                reading.onosAnswers()
                                        && reading.found().switches() == size.switches()
                                        && reading.found().links() == size.links(),
                        longest);
        return back ? secondsSince(beganNs) : null;
    }

    static double secondsSince(long beganNs) {
        return (System.nanoTime() - beganNs) / 1e9;
    }

    /**
     * The first sample that ends from now on.
     *
     * @throws IOException when there is none within a minute
     */
    SoakReading next() throws IOException, InterruptedException {
        if (!await(reading -> true, SAMPLE_WITHIN)) {
            throw new IOException("weir up takes no samples");
        }
        return last;
    }

    /** Waits for a sample from now on; false when there is none in time. */
    boolean await(Predicate<SoakReading> wanted, Duration longest)
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

    void sleep(Duration length) throws IOException, InterruptedException {
        sleepUntil(System.nanoTime() + length.toNanos());
    }

    /** Sleeps until a time of {@link System#nanoTime()}; ends early when the command does. */
    void sleepUntil(long endNs) throws IOException, InterruptedException {
        for (long leftNs = endNs - System.nanoTime();
                leftNs > 0;
                leftNs = endNs - System.nanoTime()) {
            readAll();
            requireAlive();
            TimeUnit.NANOSECONDS.sleep(Math.min(leftNs, TimeUnit.MILLISECONDS.toNanos(POLL_MS)));
        }
    }

    private void readAll() throws IOException {
        samples.read().forEach(this::take);
    }

    private void requireAlive() throws IOException {
        if (!isAlive.getAsBoolean()) {
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
        firstSwitchSeconds = first(firstSwitchSeconds, reading, found.switches() > 0);
        switchesSeconds = first(switchesSeconds, reading, found.switches() == size.switches());
        linksSeconds = first(linksSeconds, reading, found.links() == size.links());
        hostsSeconds = first(hostsSeconds, reading, found.hosts() == size.hosts());
        settingsSeconds = first(settingsSeconds, reading, reading.solved());
    }

    private static Double first(Double known, SoakReading reading, boolean isSo) {
        return known == null && isSo ? Double.valueOf(reading.timeSeconds()) : known;
    }
}
