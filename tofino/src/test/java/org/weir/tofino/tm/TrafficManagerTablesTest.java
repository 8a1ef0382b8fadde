// SPDX-License-Identifier: Apache-2.0
package org.weir.tofino.tm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.weir.tofino.bfrt.BfRtSession;
import org.weir.tofino.server.BfRtTestServer;

/** The traffic manager's tables, keyed as the ASIC has them. */
@Timeout(600)
class TrafficManagerTablesTest {
    private BfRtTestServer server;
    private BfRtSession session;
    private TrafficManagerTables manager;

    @BeforeEach
    void open() {
        use(1);
    }

    private void use(int generation) {
        close();
        server = new BfRtTestServer(generation, 0);
        session = BfRtSession.open(server.address(87), 300_000);
        manager = new TrafficManagerTables(session);
    }

    @AfterEach
    void close() {
        if (server != null) {
            session.close();
            server.close();
        }
    }

    private static Map<String, Object> key(long portGroup, long queue) {
        return Map.of("pg_id", portGroup, "pg_queue", queue);
    }

    @Test
    void queuesAreFoundByPortGroupAndPipe() {
        assertThat(manager.generation()).isEqualTo("tf1");
        // As a real switch driver has it: port 1's queue 0 is port group 0's queue 8.
        assertThat(manager.queues(1).keys().get(0)).isEqualTo(new QueueKey(0, 0, 8));
        assertThat(manager.queues(0).keys().get(7)).isEqualTo(new QueueKey(0, 0, 7));
        assertThat(manager.queues(128 + 6).keys().get(3)).isEqualTo(new QueueKey(1, 1, 19));
        assertThat(manager.queues(0).keys().get(15)).isEqualTo(new QueueKey(0, 0, 7));
        assertThat(manager.queues(3 * 128 + 71).first(8))
                .hasSize(8)
                .last()
                .isEqualTo(new QueueKey(3, 17, 31));
    }

    @Test
    void tofino2HasItsOwnTablesAndGroups() {
        use(2);
        assertThat(manager.generation()).isEqualTo("tf2");
        assertThat(manager.cellBytes()).isEqualTo(176);
        // As Intel's drivers have it.
        assertThat(manager.queues(128 + 9).keys()).hasSize(128);
        assertThat(manager.queues(128 + 9).keys().get(17)).isEqualTo(new QueueKey(1, 1, 17));
        QueueKey queue = manager.queues(128 + 9).keys().get(2);
        assertThat(queue).isEqualTo(new QueueKey(1, 1, 18));

        manager.schedule(Map.of(queue, new QueueScheduling(0, 77, OptionalLong.empty())));

        assertThat(server.written("tf2.tm.queue.sched_cfg", 1, key(1, 18)))
                .containsEntry("dwrr_weight", 77L);
    }

    @Test
    void tofino2RefusesSharesAmongQueuesOfSeveralNodes() {
        use(2);
        QueueScheduling some = new QueueScheduling(0, 77, OptionalLong.empty());
        Map<QueueKey, QueueScheduling> mixed = new LinkedHashMap<>();
        mixed.put(manager.queues(0).keys().get(0), some);
        mixed.put(manager.queues(1).keys().get(0), some);

        assertThatThrownBy(() -> manager.schedule(mixed))
                .hasMessageContaining("pg_l1_node")
                .hasMessageContaining("[0, 1]");
        assertThat(server.writes()).isZero();
    }

    @Test
    void aQueueThatTwoNumbersShareIsNoQueueOfItsOwn() {
        server.carve(5, 0, 1, 2, 2, 4, 5, 6, 7);

        assertThat(manager.queues(5).first(3)).hasSize(3);
        assertThatThrownBy(() -> manager.queues(5).first(8))
                .hasMessageContaining("tm.port.cfg (dev_port 5): egress_qid_queues")
                .hasMessageContaining("its queues 2 and 3 are both pipe 0 pg_id 1 pg_queue 2");
        assertThatThrownBy(() -> manager.queues(0).first(9))
                .hasMessageContaining("must have 9 queues of its own, its queues 0 and 8");
    }

    @Test
    void portsThatTheAsicHasNotAreRefused() {
        assertThatThrownBy(() -> manager.queues(100))
                .hasMessageContaining("tf1.tm.port.cfg (dev_port 100, every pipe)")
                .hasMessageContaining("Entry not found in table:tf1.tm.port.cfg");
    }

    @Test
    void weightsPrioritiesAndRatesAreSetAndReadBack() {
        List<QueueKey> queues = manager.queues(134).first(8);
        QueueScheduling fast = new QueueScheduling(0, 1020, OptionalLong.empty());
        QueueScheduling held = new QueueScheduling(7, 1, OptionalLong.of(40_000_000));

        manager.schedule(Map.of(queues.get(0), fast, queues.get(3), held));

        assertThat(manager.scheduling(queues.get(0))).isEqualTo(fast);
        assertThat(manager.scheduling(queues.get(3))).isEqualTo(held);
        assertThat(manager.scheduling(queues.get(1)))
                .as("untouched")
                .isEqualTo(new QueueScheduling(0, 1023, OptionalLong.empty()));
        // Rates travel in kbit/s.
        assertThat(server.written("tf1.tm.queue.sched_shaping", 1, key(1, 19)))
                .containsEntry("unit", "BPS")
                .containsEntry("max_rate", 40_000L);
        assertThat(manager.schedulings(manager.queues(134))).hasSize(32).contains(held);

        manager.schedule(Map.of(queues.get(3), fast));

        assertThat(manager.scheduling(queues.get(3)).maxRateBps()).isEmpty();
    }

    @Test
    void whatTheAsicRefusesLeavesAllQueuesAsTheyWere() {
        List<QueueKey> queues = manager.queues(0).first(8);
        server.breakEntry("tf1.tm.queue.sched_cfg", 0, key(0, 1));
        Map<QueueKey, QueueScheduling> wanted = new LinkedHashMap<>();
        wanted.put(queues.get(0), new QueueScheduling(2, 10, OptionalLong.of(1_000_000)));
        wanted.put(queues.get(1), new QueueScheduling(2, 20, OptionalLong.empty()));

        assertThatThrownBy(() -> manager.schedule(wanted))
                .hasMessageContaining("pg_queue 1")
                .hasMessageContaining("put back");
        assertThat(manager.scheduling(queues.get(0)))
                .isEqualTo(new QueueScheduling(0, 1023, OptionalLong.empty()));
    }

    @Test
    void buffersAreSetAndReadBack() {
        QueueKey queue = manager.queues(1).keys().get(0);
        QueueBuffer buffer = new QueueBuffer(10, 2, 4000, "33%");

        manager.setBuffer(queue, buffer);

        assertThat(manager.buffer(queue)).isEqualTo(buffer);
        assertThat(server.written("tf1.tm.queue.buffer", 0, key(0, 8)))
                .containsEntry("", "shared_pool")
                .containsEntry("pool_id", "EG_APP_POOL_2");
        assertThatThrownBy(() -> manager.setBuffer(queue, new QueueBuffer(1, 0, 1, "7%")))
                .hasMessageContaining("dynamic_baf: must be one of 1.5%, 3%");
    }

    @Test
    void portsAreShapedAndLetGo() {
        assertThat(manager.portRateBps(9)).isZero();
        manager.shapePort(9, 10_000_000, 18000);
        assertThat(manager.portRateBps(9)).isEqualTo(10_000_000);
        manager.unshapePort(9);
        assertThat(manager.portRateBps(9)).isZero();
    }

    @Test
    void countersAreThoseOfTheAsicNotOfTheDriver() {
        Map<String, Object> counted =
                Map.of("drop_count_packets", 5L, "usage_cells", 6L, "watermark_cells", 1L << 40);
        server.count("tf1.tm.counter.queue", 0, key(0, 8), counted);
        server.count("tf1.tm.counter.eg_port", 0xFFFF, Map.of("dev_port", 1L), counted);

        TmCounters queue = manager.counters(manager.queues(1).keys().get(0));

        assertThat(queue.droppedPackets()).isEqualTo(5);
        assertThat(queue.usageCells()).isEqualTo(6);
        assertThat(queue.watermarkCells()).isEqualTo(1L << 40);
        assertThat(manager.portCounters(1).droppedPackets()).isEqualTo(5);
        assertThat(manager.totalCells()).isEqualTo(286720);
    }
}
