// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.weir.tofino.bfrt.BfRtAddress;
import org.weir.tofino.bfrt.BfRtException;
import org.weir.tofino.bfrt.BfRtException.Reason;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.bfrt.BfRtSession.Atomicity;
import org.weir.tofino.bfrt.BfRtSession.Source;
import org.weir.tofino.bfrt.Change;
import org.weir.tofino.bfrt.Entry;
import org.weir.tofino.bfrt.Scope;
import org.weir.tofino.bfrt.WriteException;
import org.weir.tofino.ports.Fec;
import org.weir.tofino.ports.PortSpeed;
import org.weir.tofino.ports.Ports;
import org.weir.tofino.server.BfRtTestServer;
import org.weir.tofino.tm.PortQueues;
import org.weir.tofino.tm.QueueBuffer;
import org.weir.tofino.tm.QueueKey;
import org.weir.tofino.tm.QueueScheduling;
import org.weir.tofino.tm.TrafficManagerTables;

/**
 * Answers of a BF Runtime server for Tofino 1 that Weir relies on, or that the server of these
 * tests imitates. Each is asked of that server, and of a real one if there is one:
 *
 * <pre>mvn -pl tofino -am test -Dtest=SwitchAnswersTest -Dweir.bfrt=grpc://127.0.0.1:50052</pre>
 *
 * <p>The real switch must be a model or carry no traffic: the tests change its ports and queues,
 * and put back only what they say. Without the property, the tests of a real server are skipped.
 */
@Timeout(3600)
class SwitchAnswersTest {
    private static final String SCHED = "tf1.tm.queue.sched_cfg";
    private static final int CLIENT = 1905;
    private static final int PORTS = 64;
    private static final int CLASSES = 8;
    private static final int STATUS_READS = 100;
    private static final long STATUS_PAUSE_MS = 100;

    private enum Server {
        OF_TESTS,
        REAL
    }

    private BfRtTestServer ofTests;
    private BfRtAddress address;
    private BfRtSession session;
    private TrafficManagerTables manager;

    private void use(Server server) {
        if (server == Server.OF_TESTS) {
            ofTests = new BfRtTestServer(1, 0);
            address = ofTests.address(CLIENT);
            session = BfRtSession.open(address, 300_000);
            Ports ports = new Ports(session);
            for (int port = 0; port < PORTS; port++) {
                ports.add(port, PortSpeed.GBPS_10, Fec.NONE);
            }
        } else {
            String real = System.getProperty("weir.bfrt");
            assumeTrue(real != null, "no switch: -Dweir.bfrt=grpc://HOST:PORT names none");
            BfRtAddress parsed = BfRtAddress.parse(real);
            address = new BfRtAddress(parsed.host(), parsed.port(), parsed.deviceId(), CLIENT);
            session = BfRtSession.open(address, 300_000);
        }
        manager = new TrafficManagerTables(session);
        assumeTrue(manager.generation().equals("tf1"), "the switch is no Tofino 1");
    }

    @AfterEach
    void close() {
        if (session != null) {
            session.close();
        }
        if (ofTests != null) {
            ofTests.close();
        }
    }

    private static BfRtException refused(Runnable action) {
        return catchThrowableOfType(action::run, BfRtException.class);
    }

    private Entry queue(int pipe, long group, long queue) {
        return session.entry(SCHED, Scope.pipe(pipe)).key("pg_id", group).key("pg_queue", queue);
    }

    @ParameterizedTest
    @EnumSource
    void queuesOf64PortsKeepWhatIsWritten(Server server) {
        use(server);
        Random random = new Random(19);
        String[] bursts = {
            "1.5%", "3%", "6%", "11%", "20%", "33%", "50%", "66%", "80%", QueueBuffer.NO_BURST
        };
        Map<QueueKey, QueueScheduling> schedulings = new LinkedHashMap<>();
        Map<QueueKey, QueueBuffer> buffers = new LinkedHashMap<>();
        for (int port = 0; port < PORTS; port++) {
            Map<QueueKey, QueueScheduling> ofPort = new LinkedHashMap<>();
            for (QueueKey queue : manager.queues(port).first(CLASSES)) {
                OptionalLong rateBps =
                        random.nextBoolean()
                                ? OptionalLong.of(1_000_000L * (1 + random.nextInt(10_000)))
                                : OptionalLong.empty();
                ofPort.put(
                        queue,
                        new QueueScheduling(random.nextInt(8), 1 + random.nextInt(1023), rateBps));
                QueueBuffer buffer =
                        new QueueBuffer(
                                random.nextInt(64),
                                random.nextInt(4),
                                random.nextInt(2000),
                                bursts[random.nextInt(bursts.length)]);
                manager.setBuffer(queue, buffer);
                buffers.put(queue, buffer);
            }
            manager.schedule(ofPort);
            schedulings.putAll(ofPort);
        }

        assertThat(schedulings).hasSize(PORTS * CLASSES);
        List<String> different = new ArrayList<>();
        schedulings.forEach(
                (queue, written) -> {
                    QueueScheduling read = manager.scheduling(queue);
                    if (!read.equals(written)) {
                        different.add(queue + ": wrote " + written + ", read " + read);
                    }
                    QueueBuffer buffer = manager.buffer(queue);
                    if (!buffer.equals(buffers.get(queue))) {
                        different.add(queue + ": wrote " + buffers.get(queue) + ", read " + buffer);
                    }
                });
        assertThat(different).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theAsicHasWhatTheDriverHas(Server server) {
        use(server);
        Random random = new Random(20);
        for (int port = 0; port < PORTS; port += 7) {
            for (QueueKey key : manager.queues(port).first(CLASSES)) {
                Map<QueueKey, QueueScheduling> wanted = new HashMap<>();
                wanted.put(
                        key,
                        new QueueScheduling(
                                random.nextInt(8), 1 + random.nextInt(1023), OptionalLong.empty()));
                manager.schedule(wanted);
                Entry entry = queue(key.pipe(), key.portGroup(), key.queue());
                Entry driver = session.read(entry, Source.DRIVER);
                Entry asic = session.read(entry, Source.HARDWARE);
                assertThat(asic.data()).as("%s", key).isEqualTo(driver.data());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void portsAreShapedAndLetGo(Server server) {
        use(server);
        for (int port = 0; port < PORTS; port++) {
            long rateBps = 1_000_000L * (port + 1);
            manager.shapePort(port, rateBps, 18_000);
            assertThat(manager.portRateBps(port)).as("port %d", port).isEqualTo(rateBps);
            manager.unshapePort(port);
            assertThat(manager.portRateBps(port)).as("port %d", port).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachOf32QueueNumbersIsOneOfEightQueues(Server server) {
        use(server);
        for (int port : new int[] {0, 1, 5, 63, 64, 71, 128 + 6, 3 * 128 + 71}) {
            PortQueues queues = manager.queues(port);
            assertThat(queues.keys()).hasSize(32);
            for (int number = 0; number < 32; number++) {
                assertThat(queues.keys().get(number))
                        .isEqualTo(
                                new QueueKey(
                                        port / 128,
                                        port % 128 / 4,
                                        port % 4 * CLASSES + number % CLASSES));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void defaultsAreKnown(Server server) {
        use(server);
        // Port 70 is no front panel port, so nobody has changed its queues.
        QueueKey key = manager.queues(128 + 70).keys().get(0);
        Entry scheduling =
                session.read(queue(key.pipe(), key.portGroup(), key.queue()), Source.DRIVER);
        assertThat(scheduling.data())
                .isEqualTo(
                        Map.ofEntries(
                                Map.entry("max_priority", "LOW"),
                                Map.entry("min_priority", "LOW"),
                                Map.entry("dwrr_weight", 1023L),
                                Map.entry("max_rate_enable", false),
                                Map.entry("min_rate_enable", false),
                                Map.entry("scheduling_enable", true)));
        // The driver divides what its other pools leave of 102400 cells by 2304 queues. For
        // revision
        // A0 the pool of unicast cut-through is smaller, and a queue gets 14.
        assertThat(manager.buffer(key))
                .isIn(new QueueBuffer(20, 0, 13, "80%"), new QueueBuffer(20, 0, 14, "80%"));
        assertThat(manager.cellBytes()).isEqualTo(80);
        assertThat(manager.totalCells()).isEqualTo(286720);
    }

    @ParameterizedTest
    @EnumSource
    void whatTheSwitchHasNotIsRefused(Server server) {
        use(server);
        assertThat(refused(() -> manager.queues(100)))
                .hasMessageContaining("tf1.tm.port.cfg (dev_port 100, every pipe)")
                .hasMessageContaining("INVALID_ARGUMENT: Entry not found in table:tf1.tm.port.cfg");
        assertThat(refused(() -> session.read(queue(0, 18, 0), Source.DRIVER)))
                .hasMessageContaining("INVALID_ARGUMENT");
        assertThat(refused(() -> session.read(queue(0, 0, 32), Source.DRIVER)))
                .hasMessageContaining("INVALID_ARGUMENT");
        assertThat(refused(() -> session.read(queue(7, 0, 0), Source.DRIVER)))
                .hasMessageContaining("INVALID_ARGUMENT");
        Ports ports = new Ports(session);
        assertThat(refused(() -> ports.status(100))).hasMessageContaining("NOT_FOUND");
        assertThat(refused(() -> ports.devPort("99/0"))).hasMessageContaining("INVALID_ARGUMENT");
    }

    @ParameterizedTest
    @EnumSource
    void anUpdateThatIsRefusedDoesNotStopTheOthers(Server server) {
        use(server);
        WriteException why =
                refusedWrite(
                        Atomicity.CONTINUE,
                        queue(0, 0, 0).data("dwrr_weight", 1),
                        queue(0, 0, 32).data("dwrr_weight", 2),
                        queue(0, 0, 2).data("dwrr_weight", 3),
                        queue(7, 0, 3).data("dwrr_weight", 4));

        assertThat(why.rejections())
                .extracting(WriteException.Rejection::index)
                .containsExactly(1, 3);
        assertThat(why.reason()).isEqualTo(Reason.INVALID);
        assertThat(weight(0)).isEqualTo(1);
        assertThat(weight(2)).isEqualTo(3);
    }

    private long weight(long queue) {
        return session.read(queue(0, 0, queue), Source.DRIVER).number("dwrr_weight");
    }

    private WriteException refusedWrite(Atomicity atomicity, Entry... entries) {
        List<Change> changes = Stream.of(entries).map(Change::modify).collect(Collectors.toList());
        return catchThrowableOfType(() -> session.write(changes, atomicity), WriteException.class);
    }

    @ParameterizedTest
    @EnumSource
    void rollbackLeavesWhatFixedTablesHaveGot(Server server) {
        use(server);
        session.write(
                List.of(Change.modify(queue(0, 0, 0).data("dwrr_weight", 700))),
                Atomicity.CONTINUE);
        WriteException why =
                refusedWrite(
                        Atomicity.ROLLBACK,
                        queue(0, 0, 0).data("dwrr_weight", 10),
                        queue(0, 0, 32).data("dwrr_weight", 2),
                        queue(0, 0, 2).data("dwrr_weight", 30));
        assertThat(why.rejections()).extracting(WriteException.Rejection::index).containsExactly(1);
        assertThat(weight(0)).isEqualTo(10);
        assertThat(weight(2)).isNotEqualTo(30);
    }

    @ParameterizedTest
    @EnumSource
    void theDriverTakesWeightsThatTheAsicHasNot(Server server) {
        use(server);
        Entry entry = queue(0, 0, 5);
        session.write(List.of(Change.modify(entry.data("dwrr_weight", 1024))), Atomicity.CONTINUE);
        assertThat(weight(5)).isEqualTo(1024);
        session.write(
                List.of(Change.modify(queue(0, 0, 5).data("dwrr_weight", 1023))),
                Atomicity.CONTINUE);
    }

    @ParameterizedTest
    @EnumSource
    void aClientIdIsForOneSession(Server server) {
        use(server);
        BfRtException why = refused(() -> BfRtSession.open(address, 300_000));
        assertThat(why.reason()).isEqualTo(Reason.CONFLICT);
        assertThat(session.isOpen()).isTrue();
        assertThat(session.program()).isEqualTo("weir");
    }

    /** A switch raises a port some time after it was enabled. */
    private static void awaitUp(Ports ports, boolean up) throws InterruptedException {
        for (int i = 0; i < STATUS_READS && ports.status(40).up() != up; i++) {
            Thread.sleep(STATUS_PAUSE_MS);
        }
        assertThat(ports.status(40).up()).isEqualTo(up);
    }

    @ParameterizedTest
    @EnumSource
    void aPortThatIsThereIsNotAddedAgain(Server server) throws InterruptedException {
        use(server);
        Ports ports = new Ports(session);
        assertThat(refused(() -> ports.add(40, PortSpeed.GBPS_10, Fec.NONE)))
                .hasMessageContaining("the port is there already, as GBPS_10;");
        ports.enable(40, true);
        assertThat(ports.status(40).enabled()).isTrue();
        awaitUp(ports, true);
        assertThat(ports.devPort(ports.status(40).name())).isEqualTo(40);
        ports.enable(40, false);
        assertThat(ports.status(40).enabled()).isFalse();
        awaitUp(ports, false);
        ports.remove(40);
        assertThat(refused(() -> ports.status(40))).hasMessageContaining("NOT_FOUND");
        assertThat(refused(() -> ports.remove(40))).hasMessageContaining("NOT_FOUND");
        assertThat(refused(() -> ports.enable(40, true))).hasMessageContaining("NOT_FOUND");
        // The server itself would not have said so.
        Entry gone = session.entry("$PORT", Scope.WHOLE).key("$DEV_PORT", 40);
        session.write(List.of(Change.delete(gone)), Atomicity.CONTINUE);
        ports.add(40, PortSpeed.GBPS_10, Fec.NONE);
        assertThat(ports.status(40).speed()).isEqualTo(PortSpeed.GBPS_10);
    }
}
