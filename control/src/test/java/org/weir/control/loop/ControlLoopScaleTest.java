// SPDX-License-Identifier: Apache-2.0
package org.weir.control.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.weir.control.PortId;
import org.weir.control.measurement.DepthReport;
import org.weir.control.measurement.QueueSample;
import org.weir.control.policy.Policy;
import org.weir.control.policy.PolicyReader;

class ControlLoopScaleTest {
    private static final long SECOND = 1_000_000_000L;

    private static Policy policy() throws IOException {
        String json =
                "{'port': {'rateBps': 10000000}, 'classes': ["
                        + "{'name': 'A', 'importance': 3, 'targets': {'delayMs': 5, 'p99DelayMs': 20}},"
                        + "{'name': 'B', 'importance': 2, 'targets': {'delayMs': 20}},"
                        + "{'name': 'C', 'targets': {'lossFraction': 0.01}}]}";
        return PolicyReader.read(new ObjectMapper().readTree(json.replace('\'', '"')), "test");
    }

    @Test
    void everyOfTenThousandPortsIsSolved() throws IOException {
        Policy policy = policy();
        AtomicLong nowNs = new AtomicLong();
        AtomicLong installed = new AtomicLong();
        ControlLoop loop =
                new ControlLoop(
                        policy,
                        nowNs::get,
                        settings -> {
                            installed.incrementAndGet();
                            return CompletableFuture.completedFuture(null);
                        });
        int count = 10_000;
        for (int i = 0; i < count; i++) {
            PortId port = new PortId("device:s" + i / 50, i % 50 + 1);
            loop.setPort(policy.portSpec(port, 0).get());
        }
        SplittableRandom random = new SplittableRandom(1);
        long[][] bytes = new long[count][3];
        for (int second = 0; second < 2; second++) {
            nowNs.addAndGet(SECOND);
            for (int i = 0; i < count; i++) {
                PortId port = new PortId("device:s" + i / 50, i % 50 + 1);
                for (int j = 0; j < 3; j++) {
                    bytes[i][j] += random.nextInt(600_000);
                    loop.onSample(
                            QueueSample.builder(port, j, nowNs.get())
                                    .arrived(bytes[i][j] / 1000, bytes[i][j])
                                    .build());
                }
            }
            assertThat(loop.step()).hasSize(count);
        }
        assertThat(installed.get()).isGreaterThanOrEqualTo(count);
        assertThat(loop.solvedCount()).isEqualTo(2L * count);
        assertThat(loop.states()).hasSize(count);
    }

    /** Everything at once: no error, no port left without settings. */
    @Test
    void allMethodsMayBeCalledFromManyThreads() throws Exception {
        Policy policy = policy();
        AtomicLong nowNs = new AtomicLong();
        ConcurrentLinkedQueue<CompletableFuture<Void>> open = new ConcurrentLinkedQueue<>();
        ControlLoop loop =
                new ControlLoop(
                        policy,
                        nowNs::get,
                        settings -> {
                            CompletableFuture<Void> future = new CompletableFuture<>();
                            open.add(future);
                            return future;
                        });
        AtomicBoolean running = new AtomicBoolean(true);
        ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        List<Runnable> work = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            SplittableRandom random = new SplittableRandom(t);
            work.add(
                    () -> {
                        PortId port = new PortId("device:s1", 1 + random.nextInt(20));
                        long time = nowNs.addAndGet(2_000_000);
                        loop.setPort(policy.portSpec(port, 0).get());
                        loop.onSample(
                                QueueSample.builder(port, random.nextInt(3), time)
                                        .arrived(time / 1000, time)
                                        .build());
                        loop.onReport(new DepthReport(port, 0, time, 1, 2, 3, 4));
                        loop.states();
                        if (random.nextInt(10) == 0) {
                            loop.removePort(port);
                        }
                        CompletableFuture<Void> future = open.poll();
                        if (future != null && random.nextInt(3) == 0) {
                            future.completeExceptionally(new IOException("refused"));
                        } else if (future != null) {
                            future.complete(null);
                        }
                    });
        }
        work.add(loop::step);
        work.add(() -> loop.setPolicy(policy));
        for (Runnable one : work) {
            Thread thread =
                    new Thread(
                            () -> {
                                try {
                                    while (running.get()) {
                                        one.run();
                                    }
                                } catch (RuntimeException | Error e) {
                                    errors.add(e);
                                }
                            });
            threads.add(thread);
            thread.start();
        }
        while (loop.sentCount() < 500 && errors.isEmpty()) {
            Thread.sleep(10);
        }
        running.set(false);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(errors).isEmpty();
        for (int round = 0; round < 5; round++) {
            loop.step();
            for (CompletableFuture<Void> future = open.poll();
                    future != null;
                    future = open.poll()) {
                future.complete(null);
            }
        }
        assertThat(loop.states())
                .allSatisfy(port -> assertThat(port.classes().get(0).settings()).isPresent());
    }
}
