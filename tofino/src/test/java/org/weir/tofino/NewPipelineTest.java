// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.control.PortId;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.QueueShare;
import org.weir.tofino.server.BfRtTestServer;

/**
 * The weights are back after another program, or the same again, was loaded into a switch. The
 * session lasts meanwhile; only what the switch has tells of it.
 */
@Timeout(60)
class NewPipelineTest {
    private static final long ANSWER_MS = 60_000;
    private static final long RETRY_MS = 5;

    private static final PortSchedule ONE = schedule(1);
    private static final PortSchedule TWO = schedule(2);

    private BfRtTestServer server;
    private TofinoScheduler scheduler;

    @BeforeEach
    void open() {
        server = new BfRtTestServer(1, 0);
        scheduler =
                new TofinoScheduler(
                        new SwitchAccess(server.address(87), Map.of()),
                        this::changed,
                        ANSWER_MS,
                        RETRY_MS);
    }

    @AfterEach
    void close() {
        scheduler.close();
        server.close();
    }

    private static PortSchedule schedule(long port) {
        return new PortSchedule(
                new PortId("device:s1", port),
                List.of(
                        new QueueShare(0.75, OptionalLong.empty()),
                        new QueueShare(0.25, OptionalLong.of(7_000_000))));
    }

    private synchronized void changed() {
        notifyAll();
    }

    private synchronized void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            wait();
        }
    }

    private boolean isSet(PortSchedule schedule) {
        Map<String, Object> second =
                server.written(
                        "tf1.tm.queue.sched_cfg",
                        0,
                        Map.of("pg_id", 0L, "pg_queue", 8 * schedule.port().port() + 1));
        return scheduler.applied(schedule.port()).isPresent()
                && Long.valueOf(341).equals(second.get("dwrr_weight"));
    }

    private void awaitBoth() throws InterruptedException {
        await(() -> isSet(ONE) && isSet(TWO));
        assertThat(scheduler.trouble()).isEmpty();
        assertThat(server.clients()).as("one session is left").hasSize(1);
    }

    @Test
    void anotherProgramGetsTheWeights() throws InterruptedException {
        scheduler.apply(ONE).join();
        scheduler.apply(TWO).join();

        server.load("weir_abc");

        awaitBoth();
    }

    /** Stratum starts the drivers without a program; the controller pushes one later. */
    @Test
    void theFirstProgramAfterAStartGetsTheWeights() throws InterruptedException {
        server.unload();
        scheduler.apply(ONE).join();
        scheduler.apply(TWO).join();

        server.load(BfRtTestServer.PROGRAM);

        awaitBoth();
    }

    @Test
    void theSameProgramGetsTheWeightsAgain() throws InterruptedException {
        scheduler.apply(ONE).join();
        scheduler.apply(TWO).join();

        server.load(BfRtTestServer.PROGRAM);

        awaitBoth();
    }

    /** No port is set then that a check could ask for. */
    @Test
    void portsThatWereRefusedWithTheOldProgramAreSet() throws InterruptedException {
        scheduler.close();
        scheduler =
                new TofinoScheduler(
                        new SwitchAccess(server.address(88), Map.of()),
                        this::changed,
                        ANSWER_MS,
                        200);
        scheduler.apply(ONE).join();
        server.load("weir_abc");

        Throwable first = catchThrowable(() -> scheduler.apply(ONE).join());
        Throwable second = catchThrowable(() -> scheduler.apply(TWO).join());

        assertThat(first).isInstanceOf(CompletionException.class);
        assertThat(second).isInstanceOf(CompletionException.class);
        awaitBoth();
    }

    /** A check that finds all as it was writes nothing. */
    @Test
    void whatIsThereIsNotWrittenAgain() throws InterruptedException {
        scheduler.apply(ONE).join();
        int writes = server.writes();
        int reads = server.reads();

        while (server.reads() < reads + 5) {
            Thread.sleep(RETRY_MS);
        }

        assertThat(server.writes()).isEqualTo(writes);
    }
}
