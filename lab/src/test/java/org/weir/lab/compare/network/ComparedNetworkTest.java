// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.workload.TimedMessage;

class ComparedNetworkTest {
    @Test
    void sameSeedDrawsTheSameNetworks() {
        List<ComparedNetwork> drawn = HeldOutNetworks.draw(6, 42);
        assertThat(HeldOutNetworks.draw(6, 42)).isEqualTo(drawn);
        assertThat(HeldOutNetworks.draw(3, 42)).isEqualTo(drawn.subList(0, 3));
        assertThat(HeldOutNetworks.draw(6, 43)).doesNotContainAnyElementsOf(drawn);
    }

    @Test
    void drawnNetworksDiffer() {
        List<ComparedNetwork> drawn = HeldOutNetworks.draw(40, 1);
        assertThat(drawn.stream().map(ComparedNetwork::linkBps).distinct()).hasSize(6);
        assertThat(drawn).anyMatch(one -> one.events().isEmpty());
        assertThat(
                        drawn.stream()
                                .flatMap(one -> one.events().stream())
                                .map(LoadEvent::kind)
                                .distinct())
                .containsExactlyInAnyOrder(
                        LoadEvent.Kind.MIX,
                        LoadEvent.Kind.TENANT,
                        LoadEvent.Kind.FLOOD,
                        LoadEvent.Kind.SLOW_LINK,
                        LoadEvent.Kind.REROUTE,
                        LoadEvent.Kind.INCAST);
    }

    @Test
    void contendedNetworksAreBusyAndCanCarryClassesAAndB() {
        List<ComparedNetwork> drawn = HeldOutNetworks.drawContended(40, 1);
        assertThat(HeldOutNetworks.drawContended(3, 1)).isEqualTo(drawn.subList(0, 3));
        for (ComparedNetwork network : drawn) {
            LoadPlan plan = plan(network, 4);
            for (LoadPlan.Phase phase : plan.phases()) {
                Map<LinkSpec.End, double[]> offered = phase.offeredBps();
                double busiest = 0;
                for (Map.Entry<LinkSpec.End, double[]> port : offered.entrySet()) {
                    double rateBps = plan.routes().port(port.getKey()).rateBps();
                    double[] bps = port.getValue();
                    assertThat((bps[0] + bps[1]) / rateBps).isLessThan(0.9);
                    busiest = Math.max(busiest, (bps[0] + bps[1] + bps[2]) / rateBps);
                }
                // Bulk takes what others leave at the port that limits it.
                assertThat(busiest).isCloseTo(1, within(0.001));
            }
        }
    }

    @Test
    void classesAAndBChangePlacesInAShift() {
        ComparedNetwork network = HeldOutNetworks.drawContended(1, 1).get(0);
        LoadPlan plan = plan(network, 4);
        LinkSpec.End port = plan.routes().ports(1, 0).get(0);
        double[] before = plan.phases().get(0).offeredBps().get(port);
        double[] during = plan.phases().get(1).offeredBps().get(port);
        assertThat(during[0] / during[1]).isCloseTo(before[1] / before[0], within(1e-6));
    }

    @Test
    void bulkNeverEndsAndCountsWithWhatFits() {
        ComparedNetwork network = HeldOutNetworks.drawContended(1, 1).get(0);
        LoadPlan plan = plan(network, 10);
        List<TimedMessage> bulk = plan.messages().stream().filter(plan::isBulk).toList();
        double amount =
                network.events().stream()
                        .filter(one -> one.kind() == LoadEvent.Kind.BULK)
                        .findFirst()
                        .orElseThrow()
                        .amount();
        assertThat(bulk).hasSize((int) Math.round(amount) * network.messageHosts());
        double lineBytes = network.linkBps() / 8.0 * plan.runNs() / 1e9;
        assertThat(bulk).allMatch(one -> one.message().bytes() == Math.round(lineBytes));
        double restBytes =
                plan.messages().stream()
                        .filter(one -> !plan.isBulk(one))
                        .mapToDouble(one -> one.message().bytes())
                        .sum();
        assertThat(plan.offeredBytes(0))
                .isBetween(restBytes, restBytes + network.messageHosts() * lineBytes);
        assertThat(plan.offeredBytes(plan.runNs())).isZero();
    }

    @Test
    void catalogueKnowsNetworksByNameAndKind() {
        assertThat(NetworkCatalogue.named("mix-1g")).hasSize(1);
        assertThat(NetworkCatalogue.named("moving")).allMatch(one -> !one.events().isEmpty());
        assertThat(
                        NetworkCatalogue.named("steady").size()
                                + NetworkCatalogue.named("moving").size())
                .isEqualTo(NetworkCatalogue.all().size());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkCatalogue.named("moon"))
                .withMessageContaining("leaf-spine-1g");
    }

    @Test
    void periodHoldsThousandPacketsAndTenMilliseconds() {
        assertThat(NetworkCatalogue.named("dumbbell-10m").get(0).periodMs()).isEqualTo(860);
        assertThat(NetworkCatalogue.named("leaf-spine-10g").get(0).periodMs()).isEqualTo(10);
    }

    @Test
    void offeredRatesAreThoseOfTheSchedule() {
        ComparedNetwork network = NetworkCatalogue.named("flood-1g").get(0);
        LoadPlan plan = plan(network, 20);
        Map<LinkSpec.End, double[]> calm = plan.phases().get(0).offeredBps();
        Map<LinkSpec.End, double[]> flooded = plan.phases().get(1).offeredBps();
        LinkSpec.End toFirst = plan.routes().ports(1, 0).get(0);
        double frames = 1e9 * 0.4 * network.frameBytes() / network.payloadBytes();
        // Three hosts send messages; each receives what one sends.
        assertThat(calm.get(toFirst)[0]).isCloseTo(0.1 * frames, within(1.0));
        assertThat(flooded.get(toFirst)[2] - calm.get(toFirst)[2]).isCloseTo(9e8, within(1.0));
        assertThat(plan.messages()).noneMatch(one -> one.from() == 3 || one.to() == 3);
    }

    @Test
    void drawnMessagesComeToWhatIsOffered() {
        ComparedNetwork network = NetworkCatalogue.named("leaf-spine-1g").get(0);
        LoadPlan plan = plan(network, 400);
        double bytes = plan.messages().stream().mapToDouble(one -> one.message().bytes()).sum();
        double bps = 8 * bytes * 1e9 / plan.runNs();
        assertThat(bps / (4 * 0.6e9)).isCloseTo(1, within(0.1));
        assertThat(new HashSet<>(plan.messages().stream().map(ComparedNetworkTest::id).toList()))
                .hasSize(plan.messages().size());
    }

    private static int id(TimedMessage one) {
        return one.message().id();
    }

    @Test
    void reroutingLeavesTheFirstUplink() {
        ComparedNetwork network = NetworkCatalogue.named("reroute-1g").get(0);
        LoadPlan plan = plan(network, 10);
        assertThat(plan.reroutes()).isNotEmpty();
        Routes after = plan.routes().with(plan.reroutes());
        for (Routes.Change change : plan.reroutes()) {
            assertThat(plan.routes().portTowards(change.device(), change.receiver())).isEqualTo(3);
            assertThat(after.portTowards(change.device(), change.receiver())).isEqualTo(4);
        }
    }

    private static LoadPlan plan(ComparedNetwork network, int periods) {
        NetworkSpec spec = network.shape().create(network.access(), network.fabric(), 1);
        return new LoadPlan(network, spec, periods, 1);
    }
}
