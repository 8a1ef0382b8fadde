// SPDX-License-Identifier: Apache-2.0
package org.weir.onos.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.onosproject.cluster.NodeId;
import org.onosproject.net.DeviceId;

class BalanceRuleTest {
    private static final long SETTLE_MS = 20_000;
    private static final long LOOK_MS = 5_000;
    private static final NodeId ONE = NodeId.nodeId("10.0.0.1");
    private static final NodeId TWO = NodeId.nodeId("10.0.0.2");
    private static final NodeId THREE = NodeId.nodeId("10.0.0.3");

    private final BalanceRule rule = new BalanceRule();
    private long nowMs;

    private static Set<DeviceId> switches(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(number -> DeviceId.deviceId("device:s" + number))
                .collect(Collectors.toSet());
    }

    /** Moves of ten minutes in which the masters stay as they are, without repetitions. */
    private List<String> movesIn10Minutes(Map<NodeId, Set<DeviceId>> switchesByNode) {
        Set<String> moves = new TreeSet<>();
        for (long endMs = nowMs + 600_000; nowMs < endMs; nowMs += LOOK_MS) {
            rule.moves(switchesByNode, SETTLE_MS, nowMs).forEach(move -> moves.add("" + move));
        }
        return List.copyOf(moves);
    }

    @Test
    void oneNodeWithAllSwitchesSharesThem() {
        assertThat(movesIn10Minutes(Map.of(ONE, switches(1, 2), TWO, Set.of(), THREE, Set.of())))
                .containsExactly("device:s1 to 10.0.0.2");
        assertThat(
                        movesIn10Minutes(
                                Map.of(ONE, switches(2, 2), TWO, switches(1, 1), THREE, Set.of())))
                .isEmpty();
    }

    @Test
    void aNodeThatIsBackGetsItsPartAgain() {
        assertThat(movesIn10Minutes(Map.of(ONE, switches(1, 4)))).isEmpty();
        assertThat(movesIn10Minutes(Map.of(ONE, switches(1, 4), TWO, Set.of())))
                .containsExactly("device:s1 to 10.0.0.2", "device:s2 to 10.0.0.2");
        assertThat(movesIn10Minutes(Map.of(ONE, switches(3, 4), TWO, switches(1, 2)))).isEmpty();
    }

    /** Any distribution is even after the moves, and no switch moves twice or to its own master. */
    @Test
    void movesMakeAnyDistributionEven() {
        Random random = new Random(1);
        for (int round = 0; round < 500; round++) {
            List<NodeId> nodes = List.of(ONE, TWO, THREE).subList(0, 1 + random.nextInt(3));
            Map<NodeId, Set<DeviceId>> switchesByNode = new HashMap<>();
            nodes.forEach(node -> switchesByNode.put(node, new HashSet<>()));
            Map<DeviceId, NodeId> masters = new HashMap<>();
            for (DeviceId device : switches(1, random.nextInt(30))) {
                NodeId master = nodes.get(random.nextInt(nodes.size()));
                switchesByNode.get(master).add(device);
                masters.put(device, master);
            }
            BalanceRule fresh = new BalanceRule();
            fresh.moves(switchesByNode, SETTLE_MS, 0);
            List<DeviceId> moved = new ArrayList<>();
            for (BalanceRule.Move move : fresh.moves(switchesByNode, SETTLE_MS, SETTLE_MS)) {
                moved.add(move.device());
                assertThat(masters.put(move.device(), move.node())).isNotEqualTo(move.node());
            }
            assertThat(moved).doesNotHaveDuplicates();
            Map<NodeId, Long> sizes =
                    masters.values().stream()
                            .collect(Collectors.groupingBy(node -> node, Collectors.counting()));
            List<Long> counts =
                    nodes.stream()
                            .map(node -> sizes.getOrDefault(node, 0L))
                            .collect(Collectors.toList());
            assertThat(counts.stream().max(Long::compare).orElseThrow())
                    .isLessThanOrEqualTo(1 + counts.stream().min(Long::compare).orElseThrow());
        }
    }

    @Test
    void whatHasNotLastedIsLeftAlone() {
        for (int i = 0; i < 100; i++) {
            assertThat(
                            rule.moves(
                                    Map.of(ONE, switches(1, 2 + i % 2), TWO, Set.of()),
                                    SETTLE_MS,
                                    nowMs))
                    .isEmpty();
            nowMs += SETTLE_MS - 1;
        }
    }

    @Test
    void aTimeThatIsShortenedCountsFromTheStartOfTheDistribution() {
        Map<NodeId, Set<DeviceId>> switchesByNode = Map.of(ONE, switches(1, 2), TWO, Set.of());
        rule.moves(switchesByNode, SETTLE_MS, nowMs);
        nowMs += LOOK_MS;
        assertThat(rule.moves(switchesByNode, SETTLE_MS, nowMs)).isEmpty();
        assertThat(rule.moves(switchesByNode, LOOK_MS, nowMs)).hasSize(1);
    }

    @Test
    void noNodeIsReadyYet() {
        assertThat(movesIn10Minutes(Map.of())).isEmpty();
    }
}
