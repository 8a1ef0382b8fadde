// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.weir.lab.workload.FlowSizes;

/** The networks that {@code lab compare} knows by name. Schemes may be tuned on them. */
public final class NetworkCatalogue {
    /** All of them, and all with moving loads. */
    private static final String ALL = "all";

    private static final String MOVING = "moving";
    private static final String STEADY = "steady";
    private static final List<Double> USUAL = List.of(0.1, 0.3, 0.6);
    private static final Map<String, ComparedNetwork> BY_NAME = create();

    private NetworkCatalogue() {}

    /** All of them, in order. */
    public static List<ComparedNetwork> all() {
        return List.copyOf(BY_NAME.values());
    }

    /**
     * Those of a name: one network's, or {@code all}, {@code steady}, {@code moving}.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static List<ComparedNetwork> named(String name) {
        switch (name) {
            case ALL:
                return all();
            case MOVING:
                return all().stream().filter(one -> !one.events().isEmpty()).toList();
            case STEADY:
                return all().stream().filter(one -> one.events().isEmpty()).toList();
            default:
                ComparedNetwork one = BY_NAME.get(name);
                if (one == null) {
                    throw new IllegalArgumentException(
                            "no network is named \""
                                    + name
                                    + "\"; there are "
                                    + String.join(", ", BY_NAME.keySet())
                                    + ", steady, moving, all, held-out:COUNT, contended:COUNT"
                                    + " and independent:COUNT");
                }
                return List.of(one);
        }
    }

    private static Map<String, ComparedNetwork> create() {
        Shape fabric = new Shape.Fabric(2, 2, 2);
        Shape dumbbell = new Shape.Bottleneck(2);
        List<ComparedNetwork> all = new ArrayList<>();
        all.add(of("dumbbell-10m", dumbbell, 10_000_000L, 1.2, 50_000, 0.5));
        all.add(of("dumbbell-1g", dumbbell, 1_000_000_000L, 1.2, 5_000, 0.5));
        all.add(of("leaf-spine-1g", fabric, 1_000_000_000L, 4, 5_000, 0.6));
        all.add(of("leaf-spine-10g", fabric, 10_000_000_000L, 4, 1_000, 0.5));
        all.add(of("leaf-spine-100g", fabric, 100_000_000_000L, 4, 1_000, 0.5));
        all.add(of("fat-tree-1g", new Shape.Tree(4), 1_000_000_000L, 1, 5_000, 0.4));
        all.add(moving("incast-1g", fabric, 1_000_000_000L, LoadEvent.Kind.INCAST, 4));
        all.add(moving("mix-1g", fabric, 1_000_000_000L, LoadEvent.Kind.MIX, 0.7));
        all.add(moving("mix-100m", dumbbell, 100_000_000L, LoadEvent.Kind.MIX, 0.6));
        all.add(moving("tenant-1g", fabric, 1_000_000_000L, LoadEvent.Kind.TENANT, 0.4));
        all.add(moving("flood-1g", fabric, 1_000_000_000L, LoadEvent.Kind.FLOOD, 0.9));
        all.add(moving("flood-10m", dumbbell, 10_000_000L, LoadEvent.Kind.FLOOD, 0.9));
        all.add(moving("slow-link-1g", fabric, 1_000_000_000L, LoadEvent.Kind.SLOW_LINK, 0));
        all.add(moving("reroute-1g", fabric, 1_000_000_000L, LoadEvent.Kind.REROUTE, 0));
        Map<String, ComparedNetwork> byName = new LinkedHashMap<>();
        all.forEach(one -> byName.put(one.name(), one));
        return byName;
    }

    private static ComparedNetwork of(
            String name, Shape shape, long linkBps, double ratio, long delayNs, double load) {
        return new ComparedNetwork(
                name,
                shape,
                linkBps,
                ratio,
                delayNs,
                payloadBytes(linkBps),
                FlowSizes.HADOOP,
                load,
                USUAL,
                1,
                List.of());
    }

    private static ComparedNetwork moving(
            String name, Shape shape, long linkBps, LoadEvent.Kind kind, double amount) {
        double ratio = shape instanceof Shape.Bottleneck ? 1.2 : 4;
        return new ComparedNetwork(
                name,
                shape,
                linkBps,
                ratio,
                delayNs(linkBps),
                payloadBytes(linkBps),
                FlowSizes.HADOOP,
                0.4,
                USUAL,
                1,
                List.of(new LoadEvent(kind, 0.35, 0.75, amount)));
    }

    /** Delay of a line that goes with a rate: wide area to data centre, ns. */
    static long delayNs(long linkBps) {
        return linkBps >= 10_000_000_000L ? 1_000 : linkBps >= 1_000_000_000L ? 5_000 : 50_000;
    }

    /** Payload that goes with a rate: jumbo frames where lines are fast. */
    static int payloadBytes(long linkBps) {
        return linkBps >= 40_000_000_000L ? 8_900 : linkBps >= 10_000_000_000L ? 4_000 : 1_000;
    }
}
