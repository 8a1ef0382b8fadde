// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import static org.weir.lab.compare.network.HeldOutNetworks.between;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.weir.lab.workload.FlowSizes;

/**
 * Draw of networks in which nothing that a class needs depends on its importance. The importance is
 * 3 : 2 : 1. Targets, share of the load, sizes of messages, and the class of each event are drawn
 * by one rule for all classes, so a class of any importance may be the one with strict delay
 * targets, with most of the load, or with a sender that ignores feedback.
 */
final class IndependentNeeds {
    /** Kinds of events drawn; their order is part of the meaning of a seed. */
    private static final List<LoadEvent.Kind> KINDS =
            List.of(
                    LoadEvent.Kind.ROTATE,
                    LoadEvent.Kind.TENANT,
                    LoadEvent.Kind.FLOOD,
                    LoadEvent.Kind.SLOW_LINK,
                    LoadEvent.Kind.REROUTE,
                    LoadEvent.Kind.INCAST);

    private static final int CLASSES = 3;
    private static final double STEADY_PART = 0.15;
    private static final double SECOND_EVENT_PART = 0.3;
    private static final double BULK_PART = 0.5;

    /** Part of the classes without a delay target, unless all classes would be. */
    private static final double NO_DELAY_PART = 1.0 / 3;

    private static final double LEAST_MIX = 0.1;
    private static final double P99_OVER_MEAN = 4;

    private IndependentNeeds() {}

    static ComparedNetwork draw(String name, SplittableRandom random) {
        long linkBps = HeldOutNetworks.RATES_BPS[random.nextInt(HeldOutNetworks.RATES_BPS.length)];
        Shape shape = HeldOutNetworks.shape(random);
        boolean isFabric = shape instanceof Shape.Fabric;
        double mostLoad = isFabric ? 0.75 : 0.55;
        double ratio = isFabric ? 4 : between(random, 1, 1.6);
        double delayFactor = between(random, 0.5, 4);
        List<FlowSizes> sizes = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            sizes.add(random.nextInt(2) == 0 ? FlowSizes.HADOOP : FlowSizes.WEB_SEARCH);
        }
        return new ComparedNetwork(
                name,
                shape,
                linkBps,
                ratio,
                Math.round(NetworkCatalogue.delayNs(linkBps) * delayFactor),
                NetworkCatalogue.payloadBytes(linkBps),
                sizes,
                between(random, 0.4, mostLoad),
                mix(random),
                needs(random),
                false,
                events(shape, mostLoad, random));
    }

    /** Shares of the load, uniform among all divisions that leave each class a tenth. */
    private static List<Double> mix(SplittableRandom random) {
        double one = random.nextDouble();
        double other = random.nextDouble();
        double low = Math.min(one, other);
        double high = Math.max(one, other);
        double free = 1 - CLASSES * LEAST_MIX;
        return List.of(
                LEAST_MIX + free * low,
                LEAST_MIX + free * (high - low),
                LEAST_MIX + free * (1 - high));
    }

    private static List<ClassNeed> needs(SplittableRandom random) {
        List<ClassNeed> needs = new ArrayList<>();
        int bounded = random.nextInt(CLASSES);
        for (int i = 0; i < CLASSES; i++) {
            boolean isFree = random.nextDouble() < NO_DELAY_PART && i != bounded;
            double mean = logBetween(random, 6, 60);
            needs.add(
                    new ClassNeed(
                            isFree ? Double.POSITIVE_INFINITY : mean,
                            isFree ? Double.POSITIVE_INFINITY : P99_OVER_MEAN * mean,
                            logBetween(random, 0.001, 0.05),
                            between(random, 0.1, 0.5)));
        }
        return needs;
    }

    private static List<LoadEvent> events(Shape shape, double mostLoad, SplittableRandom random) {
        List<LoadEvent> events = new ArrayList<>();
        if (random.nextDouble() >= STEADY_PART) {
            events.add(event(shape, mostLoad, random));
            if (random.nextDouble() < SECOND_EVENT_PART) {
                LoadEvent second = event(shape, mostLoad, random);
                if (second.kind() != events.get(0).kind()) {
                    events.add(second);
                }
            }
        }
        if (random.nextDouble() < BULK_PART) {
            events.add(
                    new LoadEvent(
                            LoadEvent.Kind.BULK,
                            0,
                            1,
                            1 + random.nextInt(3),
                            random.nextInt(CLASSES)));
        }
        return Collections.unmodifiableList(events);
    }

    private static LoadEvent event(Shape shape, double mostLoad, SplittableRandom random) {
        LoadEvent.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
        if (kind == LoadEvent.Kind.REROUTE && shape.reroutable().length == 0) {
            kind = LoadEvent.Kind.FLOOD;
        }
        double from = between(random, 0.2, 0.5);
        double until = from + between(random, 0.25, 0.45);
        double amount =
                kind == LoadEvent.Kind.ROTATE
                        ? between(random, 0.4, mostLoad)
                        : HeldOutNetworks.amount(kind, random);
        return new LoadEvent(kind, from, until, amount, random.nextInt(CLASSES));
    }

    private static double logBetween(SplittableRandom random, double least, double most) {
        return StrictMath.exp(between(random, StrictMath.log(least), StrictMath.log(most)));
    }
}
