// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.weir.bmv2.TestNetwork;
import org.weir.bmv2.controlplane.ProgramException;

class ProgramCompilerTest {
    private static final int SWITCHES = 20;
    private static final long TIMEOUT_SECONDS = 60;

    private final ExecutorService threads = Executors.newFixedThreadPool(SWITCHES);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @Test
    void switchesThatLoadAProgramAtTheSameMomentCompileAndReadItOnce() throws Exception {
        // White space makes it a program that no other test has compiled.
        byte[] json =
                (new String(TestNetwork.program("queues"), StandardCharsets.UTF_8) + "\n \n")
                        .getBytes(StandardCharsets.UTF_8);
        long compiledBefore = ProgramCompiler.compilations();
        long readBefore = ProgramCompiler.readings();
        CountDownLatch start = new CountDownLatch(1);
        List<Future<ProgramCompiler>> loading = new ArrayList<>();
        for (int i = 0; i < SWITCHES; i++) {
            loading.add(
                    threads.submit(
                            () -> {
                                start.await();
                                return ProgramCompiler.compile(json.clone());
                            }));
        }
        start.countDown();

        List<ProgramCompiler> compiled = new ArrayList<>();
        for (Future<ProgramCompiler> one : loading) {
            compiled.add(one.get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        }

        assertThat(ProgramCompiler.compilations() - compiledBefore).isEqualTo(1);
        assertThat(ProgramCompiler.readings() - readBefore).isEqualTo(1);
        assertThat(compiled)
                .allSatisfy(one -> assertThat(one.program()).isSameAs(compiled.get(0).program()));
    }

    @Test
    void allWaitingCallersGetTheErrorAndTheNextOneTriesAgain() throws Exception {
        SharedResults<String> results = new SharedResults<>();
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch fail = new CountDownLatch(1);
        AtomicInteger others = new AtomicInteger();
        Future<String> first =
                threads.submit(
                        () ->
                                results.get(
                                        "key",
                                        () -> {
                                            began.countDown();
                                            await(fail);
                                            throw new ProgramException("no parser");
                                        }));
        await(began);
        List<Thread> waiting = new ArrayList<>();
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 3; i++) {
            Thread thread =
                    new Thread(
                            () -> {
                                try {
                                    results.get("key", () -> "made " + others.incrementAndGet());
                                } catch (ProgramException e) {
                                    told.add(e.getMessage());
                                }
                            });
            thread.start();
            waiting.add(thread);
        }
        for (Thread thread : waiting) {
            awaitWaiting(thread);
        }
        fail.countDown();

        assertThatThrownBy(() -> first.get(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .hasRootCauseMessage("no parser");
        for (Thread thread : waiting) {
            thread.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
        }
        assertThat(told).containsExactly("no parser", "no parser", "no parser");
        assertThat(others).hasValue(0);
        assertThat(results.get("key", () -> "made")).isEqualTo("made");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitWaiting(Thread thread) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (thread.getState() != Thread.State.WAITING && System.nanoTime() < deadlineNs) {
            Thread.sleep(1);
        }
        assertThat(thread.getState()).isEqualTo(Thread.State.WAITING);
    }
}
