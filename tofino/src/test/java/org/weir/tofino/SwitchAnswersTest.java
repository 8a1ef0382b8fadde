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
 * Answers of a BF Runtime server for Tofino 1 or 2 that Weir relies on, or that the server of these
 * tests imitates. Each is asked of that server, and of a real one if there is one:
 *
 * <pre>mvn -pl tofino -am test -Dtest=SwitchAnswersTest -Dweir.bfrt=grpc://127.0.0.1:50052</pre>
 *
 * <p>The real switch must be a model or carry no traffic: the tests change its ports and queues,
 * and put back only what they say. Without the property, the tests of a real server are skipped.
 */
@Timeout(3600)
class SwitchAnswersTest {
    private static final int CLIENT = 1905;
    private static final int PORTS = 64;
    private static final int CLASSES = 8;

    /** A port of the second pipe, whose queues nobody sets. */
    private static final int UNUSED_PORT = 128 + 70;

    private static final int STATUS_READS = 100;
    private static final long STATUS_PAUSE_MS = 100;

    private enum Server {
        OF_TESTS_FOR_TOFINO_1,
        OF_TESTS_FOR_TOFINO_2,
        REAL
    }

    /** Ports and queues of an ASIC. */
    private enum Asic {
        TOFINO_1(0, 4, 8, 32, new QueueBuffer(20, 0, 13, "80%"), 80, 286720),
        TOFINO_2(8, 8, 16, 128, new QueueBuffer(36, 0, 43, "80%"), 176, 393216);

        private static final int PORTS_OF_A_PIPE = 72;

        /** First front panel port of a pipe. */
        private final int firstPort;

        private final int portsOfAGroup;
        private final int queuesOfAPort;
        private final int queueNumbers;
        private final QueueBuffer buffer;
        private final int cellBytes;
        private final int cells;

        Asic(
                int firstPort,
                int portsOfAGroup,
                int queuesOfAPort,
                int queueNumbers,
                QueueBuffer buffer,
                int cellBytes,
                int cells) {
            this.firstPort = firstPort;
            this.portsOfAGroup = portsOfAGroup;
            this.queuesOfAPort = queuesOfAPort;
            this.queueNumbers = queueNumbers;
            this.buffer = buffer;
            this.cellBytes = cellBytes;
            this.cells = cells;
        }

        int groups() {
            return PORTS_OF_A_PIPE / portsOfAGroup;
        }

        int queuesOfAGroup() {
            return portsOfAGroup * queuesOfAPort;
        }
    }

    private BfRtTestServer ofTests;
    private BfRtAddress address;
    private BfRtSession session;
    private TrafficManagerTables manager;
    private Asic asic;
    private String sched;

    private void use(Server server) {
        if (server != Server.REAL) {
            asic = server == Server.OF_TESTS_FOR_TOFINO_1 ? Asic.TOFINO_1 : Asic.TOFINO_2;
            ofTests = new BfRtTestServer(asic.ordinal() + 1, 0);
            address = ofTests.address(CLIENT);
            session = BfRtSession.open(address, 300_000);
            Ports ports = new Ports(session);
            for (int i = 0; i < PORTS; i++) {
                ports.add(port(i), PortSpeed.GBPS_10, Fec.NONE);
            }
        } else {
            String real = System.getProperty("weir.bfrt");
            assumeTrue(real != null, "no switch: -Dweir.bfrt=grpc://HOST:PORT names none");
            BfRtAddress parsed = BfRtAddress.parse(real);
            address = new BfRtAddress(parsed.host(), parsed.port(), parsed.deviceId(), CLIENT);
            session = BfRtSession.open(address, 300_000);
        }
        manager = new TrafficManagerTables(session);
        asic = manager.generation().equals("tf1") ? Asic.TOFINO_1 : Asic.TOFINO_2;
        sched = manager.generation() + ".tm.queue.sched_cfg";
    }

    /** Number of the front panel port with an index from 0. */
    private int port(int index) {
        return asic.firstPort + index;
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
        return session.entry(sched, Scope.pipe(pipe)).key("pg_id", group).key("pg_queue", queue);
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
        for (int i = 0; i < PORTS; i++) {
            Map<QueueKey, QueueScheduling> ofPort = new LinkedHashMap<>();
            for (QueueKey queue : manager.queues(port(i)).first(CLASSES)) {
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
        for (int i = 0; i < PORTS; i += 7) {
            for (QueueKey key : manager.queues(port(i)).first(CLASSES)) {
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
        for (int i = 0; i < PORTS; i++) {
            int port = port(i);
            long rateBps = 1_000_000L * (i + 1);
            manager.shapePort(port, rateBps, 18_000);
            assertThat(manager.portRateBps(port)).as("port %d", port).isEqualTo(rateBps);
            manager.unshapePort(port);
            assertThat(manager.portRateBps(port)).as("port %d", port).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachQueueNumberIsOneOfThePortsQueues(Server server) {
        use(server);
        for (int port : new int[] {port(0), port(1), port(5), port(63), 128 + 14, 3 * 128 + 71}) {
            PortQueues queues = manager.queues(port);
            assertThat(queues.keys()).hasSize(asic.queueNumbers);
            for (int number = 0; number < asic.queueNumbers; number++) {
                assertThat(queues.keys().get(number))
                        .isEqualTo(
                                new QueueKey(
                                        port / 128,
                                        port % 128 / asic.portsOfAGroup,
                                        port % asic.portsOfAGroup * asic.queuesOfAPort
                                                + number % asic.queuesOfAPort));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void defaultsAreKnown(Server server) {
        use(server);
        QueueKey key = manager.queues(UNUSED_PORT).keys().get(0);
        Entry scheduling =
                session.read(queue(key.pipe(), key.portGroup(), key.queue()), Source.DRIVER);
        Map<String, Object> wanted = new HashMap<>();
        wanted.put("max_priority", "LOW");
        wanted.put("min_priority", "LOW");
        wanted.put("dwrr_weight", 1023L);
        wanted.put("max_rate_enable", false);
        wanted.put("min_rate_enable", false);
        wanted.put("scheduling_enable", true);
        if (asic == Asic.TOFINO_2) {
            wanted.put("advanced_flow_control", "CREDIT");
            wanted.put("pg_l1_node", (long) UNUSED_PORT % 128 % asic.portsOfAGroup);
        }
        Map<String, Object> data = new HashMap<>(scheduling.data());
        // Tofino 2 tells the queue's speed where it has a name for it: 50 Gb/s and more.
        data.remove("scheduling_speed");
        assertThat(data).isEqualTo(wanted);
        // The driver divides what its other pools leave by the number of queues: on Tofino 1, of
        // 102400 cells by 2304 queues. For revision A0 the pool of unicast cut-through is smaller,
        // and a queue gets 14.
        QueueBuffer ofA0 = new QueueBuffer(20, 0, 14, "80%");
        assertThat(manager.buffer(key))
                .isIn(asic.buffer, asic == Asic.TOFINO_1 ? ofA0 : asic.buffer);
        assertThat(manager.cellBytes()).isEqualTo(asic.cellBytes);
        assertThat(manager.totalCells()).isEqualTo(asic.cells);
    }

    @ParameterizedTest
    @EnumSource
    void whatTheSwitchHasNotIsRefused(Server server) {
        use(server);
        assertThat(refused(() -> manager.queues(100)))
                .hasMessageContaining(
                        manager.generation() + ".tm.port.cfg (dev_port 100, every pipe)")
                .hasMessageContaining(
                        "INVALID_ARGUMENT: Entry not found in table:"
                                + manager.generation()
                                + ".tm.port.cfg");
        assertThat(refused(() -> session.read(queue(0, asic.groups(), 0), Source.DRIVER)))
                .hasMessageContaining("INVALID_ARGUMENT");
        assertThat(refused(() -> session.read(queue(0, 0, asic.queuesOfAGroup()), Source.DRIVER)))
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
                        queue(0, 0, asic.queuesOfAGroup()).data("dwrr_weight", 2),
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
                        queue(0, 0, asic.queuesOfAGroup()).data("dwrr_weight", 2),
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
        assertThat(manager.scheduling(new QueueKey(0, 0, 5)).weight()).isEqualTo(1023);
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
                .hasMessageContaining("the port is there already, as BF_SPEED_10G;");
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
        assertThat(ports.status(40).rateBps()).isEqualTo(PortSpeed.GBPS_10.rateBps());
    }
}
