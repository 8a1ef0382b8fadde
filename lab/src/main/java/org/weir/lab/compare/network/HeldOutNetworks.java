// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.weir.lab.workload.FlowSizes;

/**
 * Networks that a seed draws: shape, rate, delay, load, mix of classes, sizes of messages, how
 * tight the targets are, and what happens during the run. Nobody can have tuned on them before the
 * seed is named.
 */
public final class HeldOutNetworks {
    static final long[] RATES_BPS = {
        10_000_000L,
        100_000_000L,
        1_000_000_000L,
        10_000_000_000L,
        40_000_000_000L,
        100_000_000_000L
    };

    /** Kinds of events drawn; their order is part of what a seed means. */
    private static final List<LoadEvent.Kind> KINDS =
            List.of(
                    LoadEvent.Kind.MIX,
                    LoadEvent.Kind.TENANT,
                    LoadEvent.Kind.FLOOD,
                    LoadEvent.Kind.SLOW_LINK,
                    LoadEvent.Kind.REROUTE,
                    LoadEvent.Kind.INCAST);

    private static final double STEADY_PART = 0.2;
    private static final double SECOND_EVENT_PART = 0.3;

    /** Part of the messages of contended networks that are of classes A and B. */
    private static final double CONTENDED_AB = 0.95;

    private HeldOutNetworks() {}

    /**
     * Draws them; more networks begin with the same ones.
     *
     * @param count at least 1
     * @param seed from which everything follows
     */
    public static List<ComparedNetwork> draw(int count, long seed) {
        return draw("held-out-", count, seed, HeldOutNetworks::draw);
    }

    /**
     * Draws networks whose lines are always busy: class C always has something to send, classes A
     * and B have most of a line between them, and change places while the run goes on. More
     * networks begin with the same ones.
     *
     * @param count at least 1
     * @param seed from which everything follows
     */
    public static List<ComparedNetwork> drawContended(int count, long seed) {
        return draw("contended-", count, seed, HeldOutNetworks::contended);
    }

    /**
     * Draws networks whose needs do not follow the importance ({@link IndependentNeeds}). More
     * networks begin with the same ones.
     *
     * @param count at least 1
     * @param seed from which everything follows
     */
    public static List<ComparedNetwork> drawIndependent(int count, long seed) {
        return draw("independent-", count, seed, IndependentNeeds::draw);
    }

    /** Draws networks of one kind; kinds of one seed share no random numbers. */
    private static List<ComparedNetwork> draw(
            String prefix,
            int count,
            long seed,
            BiFunction<String, SplittableRandom, ComparedNetwork> network) {
        SplittableRandom root = new SplittableRandom(seed ^ NameHash.of(prefix));
        List<ComparedNetwork> drawn = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            drawn.add(network.apply(prefix + seed + "-" + i, root.split()));
        }
        return List.copyOf(drawn);
    }

    private static ComparedNetwork contended(String name, SplittableRandom random) {
        long linkBps = RATES_BPS[random.nextInt(RATES_BPS.length)];
        Shape shape = shape(random);
        boolean isFabric = shape instanceof Shape.Fabric;
        double ratio = isFabric ? 4 : between(random, 1, 1.6);
        double most = isFabric ? 0.75 : 0.55;
        double a = CONTENDED_AB * between(random, 0.15, 0.85);
        double load = between(random, 0.4, most);
        double from = between(random, 0.25, 0.45);
        double until = between(random, 0.6, 0.8);
        return new ComparedNetwork(
                name,
                shape,
                linkBps,
                ratio,
                Math.round(NetworkCatalogue.delayNs(linkBps) * between(random, 0.5, 4)),
                NetworkCatalogue.payloadBytes(linkBps),
                random.nextInt(2) == 0 ? FlowSizes.HADOOP : FlowSizes.WEB_SEARCH,
                load,
                List.of(a, CONTENDED_AB - a, 1 - CONTENDED_AB),
                between(random, 0.7, 2),
                List.of(
                        new LoadEvent(
                                LoadEvent.Kind.SHIFT, from, until, between(random, 0.4, most)),
                        new LoadEvent(LoadEvent.Kind.BULK, 0, 1, 1 + random.nextInt(3))));
    }

    private static ComparedNetwork draw(String name, SplittableRandom random) {
        long linkBps = RATES_BPS[random.nextInt(RATES_BPS.length)];
        Shape shape = shape(random);
        double ratio = shape instanceof Shape.Bottleneck ? between(random, 1, 1.6) : 4;
        double a = between(random, 0.05, 0.3);
        double b = between(random, 0.1, 0.4);
        return new ComparedNetwork(
                name,
                shape,
                linkBps,
                shape instanceof Shape.Tree ? 1 : ratio,
                Math.round(NetworkCatalogue.delayNs(linkBps) * between(random, 0.5, 4)),
                NetworkCatalogue.payloadBytes(linkBps),
                random.nextInt(2) == 0 ? FlowSizes.HADOOP : FlowSizes.WEB_SEARCH,
                between(random, 0.3, shape instanceof Shape.Fabric ? 0.7 : 0.5),
                List.of(a, b, 1 - a - b),
                between(random, 0.7, 2),
                events(shape, random));
    }

    static Shape shape(SplittableRandom random) {
        switch (random.nextInt(5)) {
            case 0:
                return new Shape.Bottleneck(2);
            case 1:
                return new Shape.Bottleneck(3);
            case 2:
                return new Shape.Fabric(3, 2, 2);
            default:
                return new Shape.Fabric(2, 2, 2 + random.nextInt(2));
        }
    }

    private static List<LoadEvent> events(Shape shape, SplittableRandom random) {
        if (random.nextDouble() < STEADY_PART) {
            return List.of();
        }
        List<LoadEvent> events = new ArrayList<>();
        events.add(event(shape, random));
        if (random.nextDouble() < SECOND_EVENT_PART) {
            LoadEvent second = event(shape, random);
            if (second.kind() != events.get(0).kind()) {
                events.add(second);
            }
        }
        return events;
    }

    private static LoadEvent event(Shape shape, SplittableRandom random) {
        LoadEvent.Kind kind = KINDS.get(random.nextInt(KINDS.size()));
        if (kind == LoadEvent.Kind.REROUTE && shape.reroutable().length == 0) {
            kind = LoadEvent.Kind.FLOOD;
        }
        double from = between(random, 0.2, 0.5);
        double until = from + between(random, 0.25, 0.45);
        return new LoadEvent(kind, from, until, amount(kind, random));
    }

    static double amount(LoadEvent.Kind kind, SplittableRandom random) {
        switch (kind) {
            case MIX:
                return between(random, 0.4, 0.7);
            case TENANT:
                return between(random, 0.2, 0.5);
            case FLOOD:
                return between(random, 0.5, 1);
            case INCAST:
                return 2 + random.nextInt(6);
            default:
                return 0;
        }
    }

    static double between(SplittableRandom random, double least, double most) {
        return least + random.nextDouble() * (most - least);
    }
}
