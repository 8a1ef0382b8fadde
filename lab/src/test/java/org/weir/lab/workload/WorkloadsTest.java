// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.weir.lab.host.ArrivalProcess;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.packet.IpAddress;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;

class WorkloadsTest {
    private static final LineSpec LINE = new LineSpec(1_000_000_000, 500, 100);
    private static final FlowTemplate FLOW =
            new FlowTemplate(1000, 0, ArrivalProcess.POISSON, 1_000_000);

    @Test
    void inAPermutationEachHostSendsToAnotherAndReceivesFromOne() {
        NetworkSpec network = LeafSpine.create(4, 2, 8, LINE, LINE, 1);
        Set<List<IpAddress>> seen = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            NetworkSpec with = Workloads.permutation(network, FLOW, seed);
            List<IpAddress> receivers =
                    with.flows().stream().map(traffic -> traffic.flow().destination()).toList();
            seen.add(receivers);

            assertThat(with.flows()).hasSize(32);
            assertThat(receivers).doesNotHaveDuplicates();
            assertThat(with.flows())
                    .noneMatch(t -> t.flow().source().equals(t.flow().destination()))
                    .extracting(traffic -> traffic.flow().id())
                    .doesNotHaveDuplicates();
            assertThat(Workloads.permutation(network, FLOW, seed)).isEqualTo(with);
        }
        assertThat(seen).hasSize(100);
    }

    /** Four hosts have nine pairings without a host paired with itself. */
    @Test
    void allPermutationsAreAboutAsLikely() {
        NetworkSpec network = LeafSpine.create(1, 1, 4, LINE, LINE, 1);
        Map<List<IpAddress>, Integer> counts = new HashMap<>();
        for (long seed = 0; seed < 9000; seed++) {
            counts.merge(
                    Workloads.permutation(network, FLOW, seed).flows().stream()
                            .map(traffic -> traffic.flow().destination())
                            .toList(),
                    1,
                    Integer::sum);
        }

        // Five standard deviations of a binomial count.
        assertThat(counts).hasSize(9);
        assertThat(counts.values()).allMatch(count -> Math.abs(count - 1000) < 150);
    }

    @Test
    void anIncastHasOneReceiver() {
        NetworkSpec network = LeafSpine.create(2, 1, 3, LINE, LINE, 1);

        NetworkSpec with = Workloads.incast(network, FLOW, 4, 1);

        assertThat(with.flows())
                .extracting(NetworkSpec.Traffic::sender)
                .containsExactly("h1", "h3", "h4", "h5");
        assertThat(with.flows())
                .allMatch(t -> t.flow().destination().equals(network.hosts().get(1).ipv4()));
        assertThatThrownBy(() -> Workloads.incast(network, FLOW, 6, 1))
                .hasMessage("senders must be 1 to 5, not 6");
        assertThatThrownBy(() -> Workloads.incast(network, FLOW, 1, 6))
                .hasMessage("receiver must be 0 to 5, not 6");
    }

    /** Three hosts have six pairs: fifteen sets of two. */
    @Test
    void anySetOfDifferentPairsIsAboutAsLikely() {
        NetworkSpec network = LeafSpine.create(1, 1, 3, LINE, LINE, 1);
        Map<List<String>, Integer> counts = new HashMap<>();
        for (long seed = 0; seed < 15_000; seed++) {
            NetworkSpec with = Workloads.randomPairs(network, FLOW, 2, seed);
            assertThat(with.flows())
                    .noneMatch(t -> t.flow().source().equals(t.flow().destination()));
            counts.merge(with.flows().stream().map(t -> t.flow().name()).toList(), 1, Integer::sum);
        }

        // Five standard deviations of a binomial count.
        assertThat(counts).hasSize(15);
        assertThat(counts.values()).allMatch(count -> Math.abs(count - 1000) < 155);
        assertThat(Workloads.randomPairs(network, FLOW, 6, 1).flows())
                .extracting(traffic -> traffic.flow().name())
                .doesNotHaveDuplicates();
        assertThatThrownBy(() -> Workloads.randomPairs(network, FLOW, 7, 1))
                .hasMessage("flows must be 1 to 6, not 7");
    }
}
