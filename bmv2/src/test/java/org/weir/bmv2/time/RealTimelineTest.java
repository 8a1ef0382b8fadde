// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** No wake-up is lost, and nothing runs early or out of order. */
class RealTimelineTest {

    private static final int PATIENCE_SECONDS = 60;

    @Test
    void sourcesFindAllThatWasWrittenBeforeWaking() throws Exception {
        AtomicInteger written = new AtomicInteger();
        Semaphore seen = new Semaphore(0);
        try (RealTimeline timeline = new RealTimeline("test")) {
            int[] taken = {0};
            timeline.addSource(
                    () -> {
                        if (taken[0] == written.getPlain()) {
                            return false;
                        }
                        taken[0]++;
                        seen.release();
                        return true;
                    });
            // Each is awaited, so the timeline is about to sleep, or asleep, at the next.
            for (int i = 1; i <= 50_000; i++) {
                written.setRelease(i);
                timeline.wake();
                assertThat(seen.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void tasksOfOtherThreadsAllRun() throws Exception {
        try (RealTimeline timeline = new RealTimeline("test")) {
            for (int i = 0; i < 20_000; i++) {
                int number = i;
                assertThat(timeline.call(() -> number).get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                        .isEqualTo(number);
            }
        }
    }

    @Test
    void tasksRunInTheOrderOfTheirTimesAndNeverEarly() throws Exception {
        CompletableFuture<List<Integer>> done = new CompletableFuture<>();
        List<Integer> ran = new ArrayList<>();
        try (RealTimeline timeline = new RealTimeline("test")) {
            timeline.submit(
                    () -> {
                        long startNs = timeline.nowNs();
                        for (int i : new int[] {3, 1, 2, 0, 4}) {
                            long dueNs = startNs + i * 2_000_000L;
                            timeline.schedule(
                                    dueNs,
                                    () -> {
                                        ran.add(timeline.nowNs() >= dueNs ? i : -1);
                                        if (i == 4) {
                                            done.complete(ran);
                                        }
                                    });
                        }
                    });
            assertThat(done.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).containsExactly(0, 1, 2, 3, 4);
        }
    }

    @Test
    void aTaskAndASourceThatFailStopNothing() throws Exception {
        failuresStopNothing(
                () -> {
                    throw new IllegalStateException("a failure of the test");
                });
    }

    @Test
    void errorsStopNothing() throws Exception {
        failuresStopNothing(
                () -> {
                    throw new StackOverflowError("a failure of the test");
                });
        try (RealTimeline timeline = new RealTimeline("test")) {
            CompletableFuture<Object> failed =
                    timeline.call(
                            () -> {
                                throw new AssertionError("a failure of the test");
                            });
            assertThatThrownBy(() -> failed.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(AssertionError.class);
        }
    }

    private static void failuresStopNothing(Runnable failing) throws Exception {
        try (RealTimeline timeline = new RealTimeline("test")) {
            CountDownLatch runs = new CountDownLatch(2);
            timeline.addSource(
                    () -> {
                        runs.countDown();
                        if (runs.getCount() == 1) {
                            failing.run();
                        }
                        return false;
                    });
            timeline.submit(failing);
            assertThat(timeline.call(() -> 7).get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(7);
            assertThat(runs.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }
}
