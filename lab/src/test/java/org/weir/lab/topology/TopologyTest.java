// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.weir.lab.engine.Engine;
import org.weir.lab.engine.Pacing;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.FlowReport;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.Network;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.network.SwitchSpec;
import org.weir.lab.program.StaticRoutes;
import org.weir.lab.workload.FlowTemplate;
import org.weir.lab.workload.Workloads;

class TopologyTest {
    private static final LineSpec LINE = new LineSpec(1_000_000_000, 500, 100);
    private static final LineSpec FAST = new LineSpec(10_000_000_000L, 500, 100);

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void aFatTreeHasTheSizesAndDistancesOfItsPaper(int k) {
        NetworkSpec tree = FatTree.create(k, LINE, 1);
        int half = k / 2;

        assertThat(tree.hosts()).hasSize(k * k * k / 4);
        assertThat(tree.switches()).hasSize(5 * k * k / 4);
        assertThat(tree.switches()).allMatch(node -> node.ports().size() == k);
        assertThat(tree.links()).hasSize(3 * k * k * k / 4);
        assertEveryPortHasOneLink(tree);
        Map<String, Integer> links = linksFrom("h1", tree);
        for (int i = 1; i < tree.hosts().size(); i++) {
            int expected = i < half ? 2 : i < half * half ? 4 : 6;
            assertThat(links.get("h" + (i + 1))).as("from h1 to h%d", i + 1).isEqualTo(expected);
        }
    }

    @Test
    void aLeafSpineJoinsEachLeafWithEachSpine() {
        NetworkSpec fabric = LeafSpine.create(3, 2, 4, LINE, FAST, 1);

        assertThat(fabric.hosts()).hasSize(12);
        assertEveryPortHasOneLink(fabric);
        for (int leaf = 1; leaf <= 3; leaf++) {
            for (int spine = 1; spine <= 2; spine++) {
                String one = "leaf" + leaf;
                String other = "spine" + spine;
                assertThat(fabric.links()).filteredOn(link -> link.joins(one, other)).hasSize(1);
            }
        }
        Map<String, Integer> links = linksFrom("h1", fabric);
        assertThat(links).containsEntry("h4", 2).containsEntry("h5", 4).containsEntry("h12", 4);
        assertThat(fabric.switches().get(0).ports())
                .extracting(SwitchSpec.PortSpec::rateBps)
                .containsExactly(
                        LINE.rateBps(),
                        LINE.rateBps(),
                        LINE.rateBps(),
                        LINE.rateBps(),
                        FAST.rateBps(),
                        FAST.rateBps());
    }

    @Test
    void aDumbbellHasOneLinkBetweenItsSides() {
        NetworkSpec dumbbell = Dumbbell.create(3, FAST, LINE, 1);

        assertThat(dumbbell.hosts()).hasSize(6);
        assertThat(dumbbell.links()).hasSize(7);
        assertEveryPortHasOneLink(dumbbell);
        assertThat(linksFrom("h1", dumbbell)).containsEntry("h3", 2).containsEntry("h4", 3);
        assertThat(dumbbell.switches().get(0).ports().get(3).rateBps()).isEqualTo(LINE.rateBps());
    }

    @Test
    void whatCannotBeBuiltIsRefusedWithTheFieldAndTheRule() {
        assertThatThrownBy(() -> FatTree.create(5, LINE, 1)).hasMessage("k must be even, not 5");
        assertThatThrownBy(() -> FatTree.create(64, LINE, 1))
                .hasMessage("k must be 2 to 63, not 64");
        assertThatThrownBy(() -> LeafSpine.create(1, 60, 4, LINE, LINE, 1))
                .hasMessage("hostsPerLeaf must be 1 to 3, not 4");
        assertThatThrownBy(() -> Dumbbell.create(0, LINE, LINE, 1))
                .hasMessage("hostsPerSide must be 1 to 62, not 0");
        assertThatThrownBy(() -> new LineSpec(0, 0, 1))
                .hasMessage("rateBps must be 1 to 1000000000000, not 0");
    }

    /** Each host gets every packet, by shortest paths that use more than one core switch. */
    @Test
    void packetsOfAPermutationGoThroughAFatTree() throws Exception {
        FlowTemplate flow = new FlowTemplate(200, 0, ArrivalProcess.CBR, 10_000_000);
        NetworkSpec tree = Workloads.permutation(FatTree.create(4, LINE, 1), flow, 3);
        Engine engine = new Engine(Pacing.FREE);
        Network network = new Network(tree, engine);
        StaticRoutes.install(network);
        network.start();

        engine.runUntil(10_050_000);

        for (FlowReport report : network.flowReports()) {
            assertThat(report.receivedPackets()).as(report.name()).isEqualTo(62);
        }
        assertThat(network.nodes())
                .filteredOn(node -> node.spec().name().startsWith("core"))
                .filteredOn(
                        node ->
                                node.device().orElseThrow().ports().stream()
                                        .anyMatch(port -> port.counters().rxPackets() > 0))
                .hasSizeGreaterThan(1);
    }

    private static void assertEveryPortHasOneLink(NetworkSpec spec) {
        List<String> ends = new ArrayList<>();
        for (LinkSpec link : spec.links()) {
            ends.add(link.first().toString());
            ends.add(link.second().toString());
        }
        Set<String> expected = new HashSet<>();
        for (SwitchSpec node : spec.switches()) {
            node.ports().forEach(port -> expected.add(node.name() + ":" + port.number()));
        }
        spec.hosts().forEach(host -> expected.add(host.name()));
        assertThat(ends).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
        assertThat(spec.hosts()).extracting(HostConfig::ipv4).doesNotHaveDuplicates();
        assertThat(spec.hosts()).extracting(HostConfig::mac).doesNotHaveDuplicates();
    }

    private static Map<String, Integer> linksFrom(String host, NetworkSpec spec) {
        Map<String, Integer> links = new HashMap<>(Map.of(host, 0));
        ArrayDeque<String> reached = new ArrayDeque<>(List.of(host));
        while (!reached.isEmpty()) {
            String node = reached.remove();
            for (LinkSpec link : spec.links()) {
                boolean first = link.first().node().equals(node);
                if (first || link.second().node().equals(node)) {
                    String far = (first ? link.second() : link.first()).node();
                    if (links.putIfAbsent(far, links.get(node) + 1) == null) {
                        reached.add(far);
                    }
                }
            }
        }
        return links;
    }
}
