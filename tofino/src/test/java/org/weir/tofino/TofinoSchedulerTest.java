// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.control.PortId;
import org.weir.control.scheduler.AppliedSchedule;
import org.weir.control.scheduler.PortSchedule;
import org.weir.control.scheduler.QueueShare;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.server.BfRtTestServer;

/** A port's schedule reaches the ASIC, also after it was away. */
@Timeout(600)
class TofinoSchedulerTest {
    private static final long ANSWER_MS = 300_000;
    private static final long RETRY_MS = 20;
    private static final int ALL_PORTS = 64;

    private BfRtTestServer server;
    private TofinoScheduler scheduler;

    @BeforeEach
    void open() {
        server = new BfRtTestServer(1, 0);
        scheduler = scheduler(Map.of(1L, 132), RETRY_MS);
    }

    private TofinoScheduler scheduler(Map<Long, Integer> devPorts, long retryMs) {
        return scheduler(server.address(87), devPorts, retryMs);
    }

    private TofinoScheduler scheduler(
            BfRtAddress address, Map<Long, Integer> devPorts, long retryMs) {
        return new TofinoScheduler(
                new SwitchAccess(address, devPorts), this::changed, ANSWER_MS, retryMs);
    }

    @AfterEach
    void close() {
        scheduler.close();
        server.close();
    }

    private static PortSchedule schedule(long port, double... shares) {
        List<QueueShare> list = new ArrayList<>();
        for (double share : shares) {
            list.add(new QueueShare(share, OptionalLong.empty()));
        }
        return new PortSchedule(new PortId("device:s1", port), list);
    }

    private Map<String, Object> configuration(int pipe, long portGroup, long queue) {
        return server.written(
                "tf1.tm.queue.sched_cfg", pipe, Map.of("pg_id", portGroup, "pg_queue", queue));
    }

    private static BfRtException refusal(Runnable action) {
        Throwable thrown = catchThrowable(action::run);
        assertThat(thrown).isInstanceOf(CompletionException.class);
        return (BfRtException) thrown.getCause();
    }

    private synchronized void changed() {
        notifyAll();
    }

    /** Waits until the scheduler has, or has no longer, set a port. */
    private synchronized void awaitApplied(PortId port, boolean there) throws InterruptedException {
        while (scheduler.applied(port).isPresent() != there) {
            wait();
        }
    }

    /** Waits until the scheduler has put things right by itself. */
    private AppliedSchedule awaitApplied(PortId port) throws InterruptedException {
        awaitApplied(port, true);
        return scheduler.applied(port).orElseThrow();
    }

    @Test
    void everyQueueOfThePortGetsItsPart() {
        PortSchedule wanted =
                new PortSchedule(
                        new PortId("device:s1", 1),
                        List.of(
                                new QueueShare(0.5, OptionalLong.empty()),
                                new QueueShare(0.3, OptionalLong.of(5_000_000)),
                                new QueueShare(0.2, OptionalLong.empty())));

        AppliedSchedule done = scheduler.apply(wanted).join();

        assertThat(done.weights()).containsExactly(1020, 612, 408);
        assertThat(done.shareError()).isLessThan(1e-12);
        assertThat(scheduler.applied(wanted.port())).contains(done);
        assertThat(scheduler.trouble()).isEmpty();
        // dev_port 132 is port 4 of pipe 1: port group 1, queues 0 to 7.
        assertThat(configuration(1, 1, 0))
                .containsEntry("dwrr_weight", 1020L)
                .containsEntry("max_priority", "LOW")
                .containsEntry("max_rate_enable", false);
        assertThat(configuration(1, 1, 1))
                .containsEntry("dwrr_weight", 612L)
                .containsEntry("max_rate_enable", true);
        assertThat(
                        server.written(
                                "tf1.tm.queue.sched_shaping",
                                1,
                                Map.of("pg_id", 1L, "pg_queue", 1L)))
                .containsEntry("max_rate", 5_000L);
        assertThat(configuration(1, 1, 3))
                .as("a queue that no class has")
                .containsEntry("dwrr_weight", 1L)
                .containsEntry("max_priority", "LOW");
        assertThat(configuration(1, 1, 7))
                .as("the queue for control")
                .containsEntry("max_priority", "7");
    }

    @Test
    void eightClassesUseAllQueuesAlike() {
        scheduler.apply(schedule(0, 1, 1, 1, 1, 1, 1, 1, 1)).join();

        assertThat(configuration(0, 0, 7))
                .containsEntry("dwrr_weight", 1023L)
                .containsEntry("max_priority", "LOW");
    }

    @Test
    void aPortThatTheAsicHasNotIsRefusedAndOthersGoOn() {
        BfRtException why = refusal(() -> scheduler.apply(schedule(100, 1)).join());

        assertThat(why.reason()).isEqualTo(BfRtException.Reason.INVALID);
        assertThat(scheduler.trouble()).get().asString().startsWith("device:s1/100: tf1.tm.port");
        scheduler.apply(schedule(2, 1)).join();
        assertThat(scheduler.trouble()).as("still of port 100").isPresent();
        assertThat(scheduler.trouble(new PortId("device:s1", 100))).isPresent();
        assertThat(scheduler.trouble(new PortId("device:s1", 2))).isEmpty();
        assertThat(scheduler.applied(new PortId("device:s1", 100))).isEmpty();
        assertThat(scheduler.applied(new PortId("device:s1", 2))).isPresent();
    }

    @Test
    void aRestartedServerIsFoundAndEveryPortSetAnew() throws InterruptedException {
        PortSchedule one = schedule(1, 0.75, 0.25);
        PortSchedule two = schedule(2, 0.5, 0.5);
        scheduler.apply(one).join();
        scheduler.apply(two).join();
        int port = server.address(87).port();

        server.close();
        awaitApplied(one.port(), false);
        assertThat(scheduler.trouble()).get().asString().contains(server.address(87).toString());
        server = new BfRtTestServer(1, port);

        assertThat(awaitApplied(one.port()).asked()).isEqualTo(one);
        assertThat(awaitApplied(two.port()).asked()).isEqualTo(two);
        assertThat(scheduler.trouble()).isEmpty();
        assertThat(configuration(1, 1, 0)).containsEntry("dwrr_weight", 1023L);
        assertThat(configuration(1, 1, 1)).containsEntry("dwrr_weight", 341L);
        assertThat(configuration(0, 0, 16)).containsEntry("dwrr_weight", 1023L);
    }

    @Test
    void allPortsAreSetAnewByFewRequests() throws InterruptedException {
        scheduler.close();
        // Seldom enough that its checks of the connection do not count.
        scheduler = scheduler(Map.of(), 1_000);
        List<CompletableFuture<AppliedSchedule>> first = new ArrayList<>();
        for (int port = 0; port < ALL_PORTS; port++) {
            first.add(scheduler.apply(schedule(port, 1, 1.0 / (1 + port))));
        }
        first.forEach(CompletableFuture::join);
        int port = server.address(87).port();

        server.close();
        awaitApplied(new PortId("device:s1", 0), false);
        server = new BfRtTestServer(1, port);

        for (int i = 0; i < ALL_PORTS; i++) {
            assertThat(awaitApplied(new PortId("device:s1", i)).asked())
                    .isEqualTo(schedule(i, 1, 1.0 / (1 + i)));
        }
        int batches = ALL_PORTS / TofinoScheduler.PORTS_PER_WRITE;
        assertThat(server.writes()).isEqualTo(batches);
        assertThat(server.reads())
                .as("ports, old settings, and a check of the connection")
                .isBetween(2 * batches, 3 * batches);
        // Port 63 is the last of port group 15.
        assertThat(configuration(0, 15, 24)).containsEntry("dwrr_weight", 960L);
        assertThat(configuration(0, 15, 25)).containsEntry("dwrr_weight", 15L);
    }

    @Test
    void aPortThatIsRefusedAmongOthersIsNamedAndTheOthersAreSet() throws InterruptedException {
        for (int port = 2; port < 6; port++) {
            scheduler.apply(schedule(port, 0.75, 0.25)).join();
        }
        int port = server.address(87).port();

        server.close();
        awaitApplied(new PortId("device:s1", 2), false);
        server = new BfRtTestServer(1, port);
        // Port 3 has the last eight queues of port group 0.
        server.breakEntry("tf1.tm.queue.sched_cfg", 0, Map.of("pg_id", 0L, "pg_queue", 25L));

        for (int set : new int[] {2, 4, 5}) {
            assertThat(awaitApplied(new PortId("device:s1", set)).weights())
                    .containsExactly(1023, 341);
        }
        assertThat(scheduler.trouble()).get().asString().startsWith("device:s1/3: ");
        assertThat(scheduler.applied(new PortId("device:s1", 3))).isEmpty();
        assertThat(configuration(0, 0, 24)).as("put back").containsEntry("dwrr_weight", 1023L);
        assertThat(configuration(0, 0, 26)).as("never written").isEmpty();
    }

    /** Nothing else asks again while the weights that are wanted stay the same. */
    @Test
    void aRefusedPortIsTriedAgain() throws InterruptedException {
        Map<String, Object> queue = Map.of("pg_id", 0L, "pg_queue", 17L);
        server.breakEntry("tf1.tm.queue.sched_cfg", 0, queue);
        PortSchedule wanted = schedule(2, 0.75, 0.25);
        refusal(() -> scheduler.apply(wanted).join());
        assertThat(scheduler.trouble()).get().asString().startsWith("device:s1/2: ");

        server.mendEntry("tf1.tm.queue.sched_cfg", 0, queue);

        assertThat(awaitApplied(wanted.port()).weights()).containsExactly(1023, 341);
        assertThat(scheduler.trouble()).isEmpty();
    }

    @Test
    void aForgottenPortIsNoTroubleAndNotSetAnew() throws InterruptedException {
        refusal(() -> scheduler.apply(schedule(100, 1)).join());
        scheduler.apply(schedule(2, 0.75, 0.25)).join();
        scheduler.apply(schedule(4, 0.75, 0.25)).join();

        scheduler.forget(new PortId("device:s1", 100));
        scheduler.forget(new PortId("device:s1", 2));

        assertThat(scheduler.trouble()).isEmpty();
        assertThat(scheduler.applied(new PortId("device:s1", 2))).isEmpty();
        int port = server.address(87).port();
        server.close();
        awaitApplied(new PortId("device:s1", 4), false);
        server = new BfRtTestServer(1, port);
        awaitApplied(new PortId("device:s1", 4));
        assertThat(configuration(0, 0, 16)).as("queue 0 of port 2").isEmpty();
        assertThat(configuration(0, 1, 0)).as("queue 0 of port 4").isNotEmpty();
    }

    @Test
    void theLastOfSeveralSchedulesOfOnePortStays() {
        CompletableFuture<AppliedSchedule> last = null;
        for (int i = 1; i < 20; i++) {
            last = scheduler.apply(schedule(2, 1, 1.0 / i));
        }

        assertThat(last.join().weights()).containsExactly(1007, 53);
        assertThat(configuration(0, 0, 17)).containsEntry("dwrr_weight", 53L);
        assertThat(scheduler.applied(new PortId("device:s1", 2))).contains(last.join());
    }

    @Test
    void whatIsAskedWhileTheServerIsAwayIsSetWhenItIsThere() throws InterruptedException {
        int port = server.address(87).port();
        server.close();

        PortSchedule wanted = schedule(1, 0.75, 0.25);
        BfRtException why = refusal(() -> scheduler.apply(wanted).join());

        assertThat(why.reason()).isEqualTo(BfRtException.Reason.UNREACHABLE);
        assertThat(scheduler.trouble()).isPresent();
        assertThat(scheduler.applied(wanted.port())).isEmpty();
        server = new BfRtTestServer(1, port);
        assertThat(awaitApplied(wanted.port()).weights()).containsExactly(1023, 341);
    }

    @Test
    void anotherClientsIdIsATroubleUntilItIsFree() throws InterruptedException {
        scheduler.close();
        scheduler = scheduler(Map.of(1L, 132), 1000);
        BfRtSession other = BfRtSession.open(server.address(87), ANSWER_MS);
        PortSchedule wanted = schedule(1, 1);

        BfRtException why = refusal(() -> scheduler.apply(wanted).join());

        assertThat(why.reason()).isEqualTo(BfRtException.Reason.CONFLICT);
        assertThat(scheduler.trouble()).get().asString().contains("client id 87");
        other.close();
        assertThat(awaitApplied(wanted.port()).weights()).containsExactly(1023);
        assertThat(scheduler.trouble()).isEmpty();
    }

    /** After an outage a server may take the client that the network has lost for alive. */
    @ParameterizedTest
    @ValueSource(ints = {BfRtAddress.ANY_CLIENT_ID, 87})
    void aClientThatTheServerHasNotMissedKeepsNobodyOut(int clientId) throws InterruptedException {
        scheduler.close();
        scheduler = scheduler(server.address(clientId), Map.of(1L, 132), RETRY_MS);
        PortSchedule wanted = schedule(1, 1);
        scheduler.apply(wanted).join();
        server.keepClients();
        scheduler.close();

        scheduler = scheduler(server.address(clientId), Map.of(1L, 132), RETRY_MS);
        scheduler.apply(schedule(1, 0.75, 0.25));

        assertThat(awaitApplied(wanted.port()).weights()).containsExactly(1023, 341);
        assertThat(scheduler.trouble()).isEmpty();
        assertThat(server.clients()).hasSize(2);
    }

    @Test
    void aClosedSchedulerLeavesTheSwitchAsItIs() {
        PortSchedule wanted = schedule(1, 0.75, 0.25);
        scheduler.apply(wanted).join();
        int writes = server.writes();

        scheduler.close();

        BfRtException why = null;
        try {
            scheduler.apply(wanted).join();
        } catch (CompletionException e) {
            why = (BfRtException) e.getCause();
        }
        assertThat(why).hasMessageContaining("closed here");
        assertThat(server.writes()).isEqualTo(writes);
        assertThat(configuration(1, 1, 0)).containsEntry("dwrr_weight", 1023L);
    }
}
