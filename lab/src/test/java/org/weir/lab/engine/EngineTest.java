// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EngineTest {
    private record Event(long timeNs, int order) {}

    @Test
    void eventsRunByTimeAndThenInTheOrderScheduled() {
        Engine engine = new Engine(Pacing.FREE);
        Random random = new Random(1);
        List<Event> expected = new ArrayList<>();
        List<Event> ran = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Event event = new Event(random.nextInt(500), i);
            expected.add(event);
            engine.schedule(
                    event.timeNs,
                    () -> {
                        assertThat(engine.nowNs()).isEqualTo(event.timeNs);
                        ran.add(event);
                    });
        }
        expected.sort(Comparator.comparingLong(Event::timeNs).thenComparingInt(Event::order));

        engine.runUntil(1000);

        assertThat(ran).isEqualTo(expected);
        assertThat(engine.nowNs()).isEqualTo(1000);
        assertThat(engine.executedEvents()).isEqualTo(10_000);
    }

    @Test
    void eventsScheduledWhileRunningKeepTheOrder() {
        Engine engine = new Engine(Pacing.FREE);
        Random random = new Random(2);
        List<Long> times = new ArrayList<>();
        Runnable[] spawn = new Runnable[1];
        spawn[0] =
                () -> {
                    times.add(engine.nowNs());
                    for (int i = 0; i < random.nextInt(4); i++) {
                        engine.scheduleAfter(random.nextInt(50), spawn[0]);
                    }
                };
        engine.schedule(5, spawn[0]);
        engine.schedule(7, spawn[0]);

        engine.runUntil(300);

        assertThat(times).isSorted().hasSizeGreaterThan(2);
    }

    @Test
    void aTimeThatHasPassedMeansNow() {
        Engine engine = new Engine(Pacing.FREE);
        List<Long> times = new ArrayList<>();
        engine.schedule(10, () -> engine.schedule(3, () -> times.add(engine.nowNs())));

        engine.runUntil(20);

        assertThat(times).containsExactly(10L);
    }

    @Test
    void aPacedEngineIsNeverAheadOfTheWallClock() {
        Engine engine = new Engine(Pacing.WALL_CLOCK);
        List<Long> aheadNs = new ArrayList<>();
        long startNs = System.nanoTime();
        for (long timeNs = 0; timeNs <= 100_000_000; timeNs += 1_000_000) {
            engine.schedule(
                    timeNs, () -> aheadNs.add(engine.nowNs() - (System.nanoTime() - startNs)));
        }

        engine.runUntil(100_000_000);

        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(100_000_000L);
        assertThat(aheadNs).hasSize(101).allMatch(ahead -> ahead <= 0);
    }

    @Test
    void aPacedEngineCatchesUpAndReportsItsLag() {
        Engine engine = new Engine(Pacing.WALL_CLOCK);
        engine.schedule(0, () -> busyUntil(System.nanoTime() + 50_000_000));
        for (int i = 1; i <= 40; i++) {
            engine.schedule(i * 1_000_000L, () -> {});
        }

        engine.runUntil(41_000_000);

        assertThat(engine.executedEvents()).isEqualTo(41);
        assertThat(engine.takeGreatestLagNs()).isGreaterThan(40_000_000L);
        assertThat(engine.takeGreatestLagNs()).isZero();
    }

    @Test
    void workFromOtherThreadsRunsOnTheLoopsThread() throws InterruptedException {
        Engine engine = new Engine(Pacing.WALL_CLOCK);
        Thread loop = new Thread(() -> engine.runUntil(Long.MAX_VALUE));
        loop.start();
        CountDownLatch done = new CountDownLatch(2);
        List<Thread> threads = new ArrayList<>();
        engine.submit(
                () -> {
                    threads.add(Thread.currentThread());
                    done.countDown();
                    engine.scheduleAfter(1_000_000, done::countDown);
                });

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        engine.stop();
        loop.join(10_000);

        assertThat(threads).containsExactly(loop);
        assertThat(loop.isAlive()).isFalse();
    }

    @Test
    void aFailingEventEndsTheRun() {
        Engine engine = new Engine(Pacing.FREE);
        engine.schedule(
                1,
                () -> {
                    throw new IllegalStateException("broken");
                });

        assertThatThrownBy(() -> engine.runUntil(2)).hasMessage("broken");
    }

    private static void busyUntil(long wallNs) {
        while (System.nanoTime() < wallNs) {
            Thread.onSpinWait();
        }
    }

    /**
     * An engine that was held up takes what came meanwhile at its time, after the events before it:
     * whatever the machine's speed, the event at 5 ms is before an arrival at 8 ms or later.
     */
    @Test
    void whatCameWhileTheEngineWasLateKeepsItsTime() {
        Engine engine = new Engine(Pacing.WALL_CLOCK);
        List<String> order = new ArrayList<>();
        long ms = 1_000_000;
        engine.schedule(
                ms,
                () -> {
                    long cameNs = System.nanoTime() + 7 * ms;
                    while (System.nanoTime() - cameNs < 10 * ms) {
                        Thread.onSpinWait();
                    }
                    engine.submitArrival(
                            cameNs,
                            () -> {
                                order.add("arrival");
                                assertThat(engine.nowNs()).isGreaterThanOrEqualTo(8 * ms);
                            });
                });
        engine.schedule(5 * ms, () -> order.add("5 ms"));

        // The arrival may be later than any end; all that counts is that it is not before.
        engine.runUntil(100 * ms);

        assertThat(order).startsWith("5 ms");
    }

    /** Without a wall clock there is no time to keep. */
    @Test
    void anArrivalRunsAtOnceWithoutAWallClock() {
        Engine engine = new Engine(Pacing.FREE);
        List<Long> times = new ArrayList<>();
        engine.submitArrival(
                System.nanoTime() + 1_000_000_000_000L, () -> times.add(engine.nowNs()));

        engine.runUntil(5);

        assertThat(times).containsExactly(0L);
    }
}
