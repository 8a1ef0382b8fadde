// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.junit.jupiter.api.Test;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;
import org.weir.lab.workload.TimedMessage;
import org.weir.lab.workload.TrafficClass;

class ComparedNetworkTest {
    @Test
    void sameSeedDrawsTheSameNetworks() {
        List<ComparedNetwork> drawn = HeldOutNetworks.draw(6, 42);
        assertThat(HeldOutNetworks.draw(6, 42)).isEqualTo(drawn);
        assertThat(HeldOutNetworks.draw(3, 42)).isEqualTo(drawn.subList(0, 3));
        assertThat(HeldOutNetworks.draw(6, 43)).doesNotContainAnyElementsOf(drawn);
    }

    /** All draws begin with the rate and the shape. */
    @Test
    void kindsOfOneSeedAreDrawnIndependently() {
        List<Shape> heldOut = shapes(HeldOutNetworks.draw(40, 42));
        List<Shape> contended = shapes(HeldOutNetworks.drawContended(40, 42));
        List<Shape> independent = shapes(HeldOutNetworks.drawIndependent(40, 42));
        assertThat(heldOut).isNotEqualTo(contended).isNotEqualTo(independent);
        assertThat(contended).isNotEqualTo(independent);
    }

    private static List<Shape> shapes(List<ComparedNetwork> networks) {
        return networks.stream().map(ComparedNetwork::shape).toList();
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
                    // At most 0.999: six hosts on a dumbbell at load 0.55, lines of one rate.
                    assertThat((bps[0] + bps[1]) / rateBps).isLessThan(1);
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

    /** The line between the halves of a dumbbell has a tenth of its rate; bulk is all that is. */
    @Test
    void bulkFitsIntoASlowLine() {
        ComparedNetwork calm = NetworkCatalogue.named("dumbbell-1g").get(0);
        LoadEvent bulk = new LoadEvent(LoadEvent.Kind.BULK, 0, 1, 1);
        LoadEvent slow = new LoadEvent(LoadEvent.Kind.SLOW_LINK, 0.5, 1, 0);
        LoadPlan plan = plan(with(calm, 0.001, List.of(bulk, slow)), 10);
        LinkSpec.End end = plan.slowEnds().get(0);
        double rateBps = plan.routes().port(end).rateBps();
        assertThat(offeredBps(plan.phases().get(0), end)).isCloseTo(rateBps, within(1.0));
        assertThat(offeredBps(plan.phases().get(1), end)).isCloseTo(0.1 * rateBps, within(1.0));
    }

    private static double offeredBps(LoadPlan.Phase phase, LinkSpec.End end) {
        return DoubleStream.of(phase.offeredBps().get(end)).sum();
    }

    @Test
    void independentDrawDependsOnTheSeedOnly() {
        List<ComparedNetwork> drawn = HeldOutNetworks.drawIndependent(6, 42);
        assertThat(HeldOutNetworks.drawIndependent(6, 42)).isEqualTo(drawn);
        assertThat(HeldOutNetworks.drawIndependent(3, 42)).isEqualTo(drawn.subList(0, 3));
        assertThat(HeldOutNetworks.drawIndependent(6, 43)).doesNotContainAnyElementsOf(drawn);
        assertThat(HeldOutNetworks.drawIndependent(60, 42).stream().map(ComparedNetwork::linkBps))
                .contains(10_000_000L, 100_000_000_000L);
    }

    /** With 3000 classes, an independent quantity is within 0.07 in 9999 of 10 000 draws. */
    @Test
    void independentNeedsDoNotFollowTheImportance() {
        List<ComparedNetwork> drawn = HeldOutNetworks.drawIndependent(1000, 7);
        assertThat(correlation(drawn, (one, i) -> one.mix().get(i))).isBetween(-0.07, 0.07);
        for (ToDoubleFunction<ClassNeed> need :
                List.<ToDoubleFunction<ClassNeed>>of(
                        one -> 1 / one.meanPacketTimes(),
                        one -> 1 / one.p99PacketTimes(),
                        one -> one.boundsDelay() ? 1 : 0,
                        ClassNeed::lossFraction,
                        ClassNeed::leastPart)) {
            assertThat(correlation(drawn, (one, i) -> need.applyAsDouble(one.needs().get(i))))
                    .isBetween(-0.07, 0.07);
        }
        assertThat(correlation(drawn, (one, i) -> one.sizes().get(i).meanBytes()))
                .isBetween(-0.07, 0.07);
        for (LoadEvent.Kind kind :
                List.of(
                        LoadEvent.Kind.TENANT,
                        LoadEvent.Kind.FLOOD,
                        LoadEvent.Kind.INCAST,
                        LoadEvent.Kind.BULK)) {
            assertThat(
                            correlation(
                                    drawn,
                                    (one, i) ->
                                            one.events().stream()
                                                    .filter(event -> event.kind() == kind)
                                                    .filter(event -> event.classIndex() == i)
                                                    .count()))
                    .as(kind.name())
                    .isBetween(-0.07, 0.07);
        }
        // The needs of the catalogue do follow it, so the measure can tell.
        assertThat(
                        correlation(
                                NetworkCatalogue.all(),
                                (one, i) -> 1 / one.needs().get(i).meanPacketTimes()))
                .isGreaterThan(0.9);
        assertThat(drawn).allMatch(one -> one.needs().stream().anyMatch(ClassNeed::boundsDelay));
    }

    /** Correlation of importance and a quantity over all classes of all networks. */
    private static double correlation(
            List<ComparedNetwork> networks, ToDoubleBiFunction<ComparedNetwork, Integer> quantity) {
        double[] importance = new double[3 * networks.size()];
        double[] values = new double[importance.length];
        for (int i = 0; i < values.length; i++) {
            importance[i] = 3 - i % 3;
            values[i] = quantity.applyAsDouble(networks.get(i / 3), i % 3);
        }
        return new PearsonsCorrelation().correlation(importance, values);
    }

    @Test
    void classesWithOwnSizesOfferWhatTheirSharesSay() {
        ComparedNetwork network =
                HeldOutNetworks.drawIndependent(40, 7).stream()
                        .filter(one -> !one.hasCommonSizes() && one.events().isEmpty())
                        .findFirst()
                        .orElseThrow();
        LoadPlan plan = plan(network, 1000);
        double[] bytes = new double[3];
        for (TimedMessage one : plan.messages()) {
            bytes[indexOf(one)] += one.message().bytes();
        }
        double all = bytes[0] + bytes[1] + bytes[2];
        double bps = 8e9 * all / plan.runNs() / network.messageHosts();
        assertThat(bps / network.linkBps() / network.load()).isCloseTo(1, within(0.1));
        for (int i = 0; i < 3; i++) {
            assertThat(bytes[i] / all).isCloseTo(network.mix().get(i), within(0.06));
        }
    }

    private static int indexOf(TimedMessage one) {
        for (TrafficClass each : TrafficClass.values()) {
            if (each.dscp() == one.message().dscp()) {
                return each.ordinal();
            }
        }
        throw new AssertionError(one);
    }

    @Test
    void eventsAddTheirOwnClassAndRotationMovesShares() {
        ComparedNetwork flood = NetworkCatalogue.named("flood-1g").get(0);
        for (int own = 0; own < 3; own++) {
            ComparedNetwork other =
                    withEvent(flood, new LoadEvent(LoadEvent.Kind.FLOOD, 0.35, 0.75, 0.9, own));
            LoadPlan plan = plan(other, 20);
            LinkSpec.End port = plan.routes().ports(1, 0).get(0);
            double[] before = plan.phases().get(0).offeredBps().get(port);
            double[] during = plan.phases().get(1).offeredBps().get(port);
            for (int i = 0; i < 3; i++) {
                assertThat(during[i] - before[i]).isCloseTo(i == own ? 9e8 : 0, within(1.0));
            }
        }
        ComparedNetwork turned =
                withEvent(
                        NetworkCatalogue.named("mix-1g").get(0),
                        new LoadEvent(LoadEvent.Kind.ROTATE, 0.35, 0.75, 0.4));
        LoadPlan plan = plan(turned, 20);
        LinkSpec.End port = plan.routes().ports(1, 0).get(0);
        double[] before = plan.phases().get(0).offeredBps().get(port);
        double[] during = plan.phases().get(1).offeredBps().get(port);
        for (int i = 0; i < 3; i++) {
            assertThat(during[(i + 1) % 3]).isCloseTo(before[i], within(1.0));
        }
    }

    private static ComparedNetwork withEvent(ComparedNetwork one, LoadEvent event) {
        return with(one, one.load(), List.of(event));
    }

    private static ComparedNetwork with(ComparedNetwork one, double load, List<LoadEvent> events) {
        return new ComparedNetwork(
                one.name(),
                one.shape(),
                one.linkBps(),
                one.fabricRatio(),
                one.linkDelayNs(),
                one.payloadBytes(),
                one.sizes().get(0),
                load,
                one.mix(),
                1,
                events);
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

    /** Else 80 networks of a draw with one seed would be one sample of traffic. */
    @Test
    void networksOfOneSeedHaveIndependentTraffic() {
        ComparedNetwork network = NetworkCatalogue.named("leaf-spine-1g").get(0);
        assertThat(plan(network, 20).messages()).isEqualTo(plan(network, 20).messages());
        assertThat(plan(named(network, "another"), 20).messages().get(0).startNs())
                .isNotEqualTo(plan(network, 20).messages().get(0).startNs());
        // Earlier results can be had again: the hash of a name stays.
        assertThat(network.trafficSeed(1)).isEqualTo(0xc97e_a55c_eb6d_f537L);
    }

    private static ComparedNetwork named(ComparedNetwork one, String name) {
        return new ComparedNetwork(
                name,
                one.shape(),
                one.linkBps(),
                one.fabricRatio(),
                one.linkDelayNs(),
                one.payloadBytes(),
                one.sizes(),
                one.load(),
                one.mix(),
                one.needs(),
                one.areRatesGuaranteed(),
                one.events());
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

    /** Weir and the other schemes have buffers of one size, also between switches. */
    @Test
    void allPortsHoldTheSameNumberOfPackets() {
        for (ComparedNetwork network : NetworkDraw.named("held-out:8", 501).orElseThrow()) {
            assertThat(network.fabric().queuePackets()).isEqualTo(network.access().queuePackets());
        }
    }
}
