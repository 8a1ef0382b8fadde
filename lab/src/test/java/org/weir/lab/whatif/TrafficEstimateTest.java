// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.weir.lab.compare.network.Routes;
import org.weir.lab.network.LinkSpec;
import org.weir.lab.network.NetworkSpec;

/** Demands that explain the loads of ports. */
class TrafficEstimateTest {
    private static final NetworkSpec SPEC = WhatIfTest.leafSpine();
    private static final Routes ROUTES = new Routes(SPEC);
    private static final int HOSTS = SPEC.hosts().size();

    private static void add(
            Map<LinkSpec.End, double[]> loads, int from, int to, int classIndex, double bps) {
        for (LinkSpec.End port : ROUTES.ports(from, to)) {
            loads.get(port)[classIndex] += bps;
        }
    }

    private static Map<LinkSpec.End, double[]> noLoads() {
        Map<LinkSpec.End, double[]> loads = new LinkedHashMap<>();
        SPEC.switches()
                .forEach(
                        one ->
                                one.ports()
                                        .forEach(
                                                port ->
                                                        loads.put(
                                                                new LinkSpec.End(
                                                                        one.name(), port.number()),
                                                                new double[2])));
        return loads;
    }

    @Test
    void explainsTheLoadsOfAnyDemands() {
        Random random = new Random(5);
        for (int trial = 0; trial < 20; trial++) {
            Map<LinkSpec.End, double[]> loads = noLoads();
            for (int i = 0; i < 6; i++) {
                int from = random.nextInt(HOSTS);
                int to = (from + 1 + random.nextInt(HOSTS - 1)) % HOSTS;
                add(loads, from, to, random.nextInt(2), 1e5 + 1e6 * random.nextDouble());
            }

            TrafficEstimate estimate = TrafficEstimate.of(ROUTES, HOSTS, 2, loads);

            Map<LinkSpec.End, double[]> explained = noLoads();
            for (TrafficEstimate.Demand one : estimate.demands()) {
                add(explained, one.from(), one.to(), one.classIndex(), one.rateBps());
            }
            loads.forEach(
                    (port, own) -> {
                        for (int i = 0; i < 2; i++) {
                            assertThat(explained.get(port)[i])
                                    .as(port + " class " + i)
                                    .isCloseTo(own[i], within(0.03e6));
                        }
                    });
            assertThat(estimate.misfit()).isLessThan(0.03);
        }
    }

    @Test
    void portsWithoutTrafficHaveNoDemands() {
        Map<LinkSpec.End, double[]> loads = noLoads();
        add(loads, 0, HOSTS - 1, 1, 2e6);
        List<TrafficEstimate.Demand> demands =
                TrafficEstimate.of(ROUTES, HOSTS, 2, loads).demands();
        assertThat(demands).isNotEmpty();
        assertThat(demands).allMatch(one -> one.to() == HOSTS - 1 && one.classIndex() == 1);
        assertThat(demands.stream().mapToDouble(TrafficEstimate.Demand::rateBps).sum())
                .isCloseTo(2e6, within(1e3));
    }

    @Test
    void loadsThatNoDemandExplainsAreTold() {
        Map<LinkSpec.End, double[]> loads = noLoads();
        add(loads, 0, HOSTS - 1, 0, 2e6);
        LinkSpec.End last = ROUTES.ports(0, HOSTS - 1).get(ROUTES.ports(0, HOSTS - 1).size() - 1);
        loads.get(last)[0] = 0;
        assertThat(TrafficEstimate.of(ROUTES, HOSTS, 2, loads).misfit()).isEqualTo(1);
    }
}
