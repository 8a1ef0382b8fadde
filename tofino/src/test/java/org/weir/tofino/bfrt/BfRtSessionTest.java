// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.bfrt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.bfrt.BfRtException.Reason;
import org.weir.tofino.bfrt.BfRtSession.Atomicity;
import org.weir.tofino.bfrt.BfRtSession.Source;
import org.weir.tofino.server.BfRtTestServer;

/** Sessions, entries and errors, against a server over real gRPC. */
@Timeout(600)
class BfRtSessionTest {
    private static final long ANSWER_MS = 300_000;
    private static final String SCHED = "tf1.tm.queue.sched_cfg";

    private BfRtTestServer server;
    private BfRtSession session;

    @BeforeEach
    void open() {
        server = new BfRtTestServer(1, 0);
        session = BfRtSession.open(server.address(87), ANSWER_MS);
    }

    @AfterEach
    void close() {
        session.close();
        server.close();
    }

    private Entry queue(int pipe, long queue) {
        return session.entry(SCHED, Scope.pipe(pipe)).key("pg_id", 0).key("pg_queue", queue);
    }

    private Map<String, Object> written(int pipe, long queue) {
        return server.written(SCHED, pipe, Map.of("pg_id", 0L, "pg_queue", queue));
    }

    private static BfRtException refused(Runnable action) {
        return catchThrowableOfType(action::run, BfRtException.class);
    }

    @Test
    void aClientIdThatAnotherHasIsRefusedWithWhatToDo() {
        BfRtException why = refused(() -> BfRtSession.open(server.address(87), ANSWER_MS));

        assertThat(why.reason()).isEqualTo(Reason.CONFLICT);
        assertThat(why)
                .hasMessageContaining("client id 87")
                .hasMessageContaining("give the address another client_id");
        assertThat(session.isOpen()).isTrue();
        BfRtSession.open(server.address(88), ANSWER_MS).close();
    }

    @Test
    void aClosedSessionGivesItsClientIdBack() throws InterruptedException {
        java.util.concurrent.CountDownLatch ended = new java.util.concurrent.CountDownLatch(1);
        server.onSessionEnd(ended::countDown);
        session.close();

        assertThat(ended.await(300, TimeUnit.SECONDS)).isTrue();
        assertThat(server.clients()).isEmpty();
        session = BfRtSession.open(server.address(87), ANSWER_MS);
        assertThat(session.program()).isEqualTo(BfRtTestServer.PROGRAM);
    }

    @Test
    void anAddressWithoutAClientIdHasOneOfItsOwnForEachSession() {
        BfRtAddress address = server.address(BfRtAddress.ANY_CLIENT_ID);
        try (BfRtSession one = BfRtSession.open(address, ANSWER_MS);
                BfRtSession other = BfRtSession.open(address, ANSWER_MS)) {
            assertThat(one.program()).isEqualTo(other.program());
            assertThat(server.clients())
                    .hasSize(3)
                    .allSatisfy(id -> assertThat(id).isBetween(1, BfRtAddress.MAX_CLIENT_ID));
        }
    }

    @Test
    void aSessionMayBeClosedTwice() {
        session.close();
        session.close();

        assertThat(session.isOpen()).isFalse();
    }

    @Test
    void aServerThatIsNotThereIsNamed() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        BfRtAddress nowhere = new BfRtAddress("127.0.0.1", port, 0, 87);

        BfRtException why = refused(() -> BfRtSession.open(nowhere, ANSWER_MS));

        assertThat(why.reason()).isEqualTo(Reason.UNREACHABLE);
        assertThat(why).hasMessageContaining(nowhere.toString());
    }

    @Test
    void aServerThatSaysNothingIsGivenUp() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BfRtAddress address = new BfRtAddress("127.0.0.1", mute.getLocalPort(), 0, 87);

            BfRtException why = refused(() -> BfRtSession.open(address, 200));

            assertThat(why.reason()).isEqualTo(Reason.UNREACHABLE);
            assertThat(why).hasMessageContaining("did not answer in 200 ms");
        }
    }

    @Test
    void theEndOfTheServerEndsTheSession() {
        server.close();

        assertThat(session.ended().join().reason()).isEqualTo(Reason.UNREACHABLE);
        assertThat(session.isOpen()).isFalse();
        BfRtException why = refused(() -> session.read(queue(0, 8), Source.DRIVER));
        assertThat(why.reason()).isEqualTo(Reason.UNREACHABLE);
    }

    @Test
    void valuesArriveUnderTheirNamesAndComeBack() {
        session.write(
                List.of(
                        Change.modify(
                                queue(2, 8)
                                        .data("dwrr_weight", 512)
                                        .data("max_priority", "5")
                                        .data("max_rate_enable", true))),
                Atomicity.CONTINUE);

        assertThat(written(2, 8))
                .containsEntry("dwrr_weight", 512L)
                .containsEntry("max_priority", "5")
                .containsEntry("max_rate_enable", true);
        Entry read = session.read(queue(2, 8), Source.DRIVER);
        assertThat(read.number("dwrr_weight")).isEqualTo(512);
        assertThat(read.text("max_priority")).isEqualTo("5");
        assertThat(read.flag("max_rate_enable")).isTrue();
        assertThat(read.key()).isEqualTo(Map.of("pg_id", 0L, "pg_queue", 8L));
        assertThat(written(0, 8)).as("another pipe's queue").isEmpty();
    }

    @Test
    void namesThatTheSwitchDoesNotKnowAreRefusedHere() {
        assertThat(refused(() -> session.entry("tf9.tm.queue.sched_cfg", Scope.WHOLE)))
                .hasMessageContaining("tf9.tm.queue.sched_cfg: no table of this name");
        assertThat(refused(() -> queue(0, 0).key("queue", 1)))
                .hasMessageContaining(SCHED)
                .hasMessageContaining("no key field is named \"queue\"")
                .hasMessageContaining("pg_id, pg_queue");
        assertThat(refused(() -> queue(0, 0).data("weight", 1)))
                .hasMessageContaining("no data field is named \"weight\"")
                .hasMessageContaining("dwrr_weight");
        assertThat(refused(() -> session.entry("tf1.tm.queue.buffer", Scope.WHOLE).action("x")))
                .hasMessageContaining("no action is named \"x\"")
                .hasMessageContaining("shared_pool, buffer_only");
        assertThat(server.writes()).isZero();
    }

    @Test
    void valuesThatBreakARuleAreRefusedHere() {
        assertThat(refused(() -> queue(0, 256)))
                .hasMessage(SCHED + ": pg_queue: must be 0 to 255, was 256");
        assertThat(refused(() -> queue(0, -1))).hasMessageContaining("must be 0 to 255, was -1");
        assertThat(refused(() -> queue(0, 0).data("dwrr_weight", 65536)))
                .hasMessageContaining("dwrr_weight: must be 0 to 65535, was 65536");
        assertThat(refused(() -> queue(0, 0).data("dwrr_weight", "many")))
                .hasMessageContaining("dwrr_weight: must be a whole number, was many");
        assertThat(refused(() -> queue(0, 0).data("max_priority", "8")))
                .hasMessageContaining("max_priority: must be one of LOW, 0, 1")
                .hasMessageContaining("was 8");
        assertThat(refused(() -> queue(0, 0).data("max_rate_enable", 1)))
                .hasMessageContaining("max_rate_enable: must be true or false, was 1");
        assertThat(refused(() -> session.entry("tf1.tm.port.cfg", Scope.WHOLE).data("pg_id", 1)))
                .hasMessageContaining("tf1.tm.port.cfg: pg_id: can only be read");
        assertThat(server.writes()).isZero();
    }

    @Test
    void eachRefusedUpdateIsNamed() {
        WriteException why =
                catchThrowableOfType(
                        () ->
                                session.write(
                                        List.of(
                                                Change.modify(queue(0, 0).data("dwrr_weight", 1)),
                                                Change.modify(queue(0, 200).data("dwrr_weight", 9)),
                                                Change.modify(queue(0, 2).data("dwrr_weight", 3)),
                                                Change.modify(queue(7, 3).data("dwrr_weight", 4))),
                                        Atomicity.CONTINUE),
                        WriteException.class);

        assertThat(why.rejections())
                .extracting(WriteException.Rejection::index)
                .containsExactly(1, 3);
        assertThat(why.reason()).isEqualTo(Reason.INVALID);
        assertThat(why)
                .hasMessageContaining(SCHED + " (pg_id 0, pg_queue 200, pipe 0): {dwrr_weight=9}")
                .hasMessageContaining("INVALID_ARGUMENT: Table Entry modify failed")
                .hasMessageContaining("pg_queue 3, pipe 7");
        assertThat(written(0, 0)).containsEntry("dwrr_weight", 1L);
        assertThat(written(0, 2)).containsEntry("dwrr_weight", 3L);
    }

    @Test
    void aTransactionPutsBackWhatItChanged() {
        session.write(
                List.of(Change.modify(queue(0, 0).data("dwrr_weight", 700))), Atomicity.CONTINUE);
        server.breakEntry(SCHED, 0, Map.of("pg_id", 0L, "pg_queue", 2L));

        BfRtException why =
                refused(
                        () ->
                                new Transaction(session)
                                        .modify(queue(0, 0).data("dwrr_weight", 10))
                                        .modify(queue(0, 1).data("max_priority", "3"))
                                        .modify(queue(0, 2).data("dwrr_weight", 30))
                                        .modify(queue(0, 3).data("dwrr_weight", 40))
                                        .commit());

        assertThat(why)
                .hasMessageContaining("pg_queue 2")
                .hasMessageContaining("2 before it were put back");
        assertThat(written(0, 0)).containsEntry("dwrr_weight", 700L);
        assertThat(written(0, 1)).containsEntry("max_priority", "LOW");
        assertThat(written(0, 3)).as("after the refused one").isEmpty();
    }

    @Test
    void aTransactionSaysWhenItCouldNotPutBack() {
        server.breakEntry(SCHED, 0, Map.of("pg_id", 0L, "pg_queue", 0L));
        BfRtException why =
                refused(
                        () ->
                                new Transaction(session)
                                        .modify(queue(0, 0).data("dwrr_weight", 2000))
                                        .modify(queue(0, 1).data("dwrr_weight", 30))
                                        .commit());

        assertThat(why).hasMessageContaining("nothing was changed");
        assertThat(written(0, 1)).isEmpty();
    }

    @Test
    void missingEntriesAreReported() {
        Entry port = session.entry("$PORT", Scope.WHOLE).key("$DEV_PORT", 9);

        BfRtException why = refused(() -> session.read(port, Source.DRIVER));

        assertThat(why.reason()).isEqualTo(Reason.NO_SUCH_NAME);
        assertThat(why).hasMessageContaining("$PORT ($DEV_PORT 9, every pipe)");
    }
}
