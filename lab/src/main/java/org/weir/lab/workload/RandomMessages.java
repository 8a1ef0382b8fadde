// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.host.transport.Message;

/**
 * Messages between random pairs of hosts: each host begins new ones at times of a Poisson process,
 * each to any other host with the same probability.
 */
public final class RandomMessages {
    private RandomMessages() {}

    /**
     * A class of messages.
     *
     * @param dscp that its packets carry
     * @param share of all messages, as a weight above 0
     */
    public record Mix(int dscp, double share) {}

    /**
     * Sender and receiver of a message.
     *
     * @param from index of the sender among the hosts
     * @param to index of the receiver
     */
    public record Pair(int from, int to) {}

    /**
     * Draws them, in the order of their starts, numbered from 0.
     *
     * @param hosts at least two
     * @param sizes of messages
     * @param load mean of what a host sends, over its line's rate, above 0; headers not counted
     * @param endNs no message begins then or later
     * @param mixes classes, at least one
     * @param seed from which everything follows
     */
    public static List<TimedMessage> draw(
            List<HostConfig> hosts,
            MessageSizes sizes,
            double load,
            long endNs,
            List<Mix> mixes,
            long seed) {
        if (hosts.size() < 2) {
            throw new IllegalArgumentException("hosts must be at least 2");
        }
        Stream stream = new Stream(hosts, sizes, load, endNs, mixes);
        SplittableRandom root = new SplittableRandom(seed);
        List<TimedMessage> unnumbered = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            int from = i;
            // A stream of its own for each host: one host more leaves the others' as they were.
            stream.draw(
                    from,
                    random -> {
                        int to = random.nextInt(hosts.size() - 1);
                        return to + (to >= from ? 1 : 0);
                    },
                    root.split(),
                    unnumbered);
        }
        return numbered(unnumbered);
    }

    /**
     * The same where messages go between given pairs.
     *
     * @param load mean of what each pair's sender sends for it, over its line's rate, above 0
     */
    public static List<TimedMessage> between(
            List<Pair> pairs,
            List<HostConfig> hosts,
            MessageSizes sizes,
            double load,
            long endNs,
            List<Mix> mixes,
            long seed) {
        Stream stream = new Stream(hosts, sizes, load, endNs, mixes);
        SplittableRandom root = new SplittableRandom(seed);
        List<TimedMessage> unnumbered = new ArrayList<>();
        for (Pair pair : pairs) {
            stream.draw(pair.from(), random -> pair.to(), root.split(), unnumbered);
        }
        return numbered(unnumbered);
    }

    /** Properties that messages of all senders share. */
    private record Stream(
            List<HostConfig> hosts, MessageSizes sizes, double load, long endNs, List<Mix> mixes) {
        void draw(
                int from,
                ToIntFunction<SplittableRandom> receiver,
                SplittableRandom random,
                List<TimedMessage> drawn) {
            double meanGapNs = sizes.meanBytes() * 8e9 / (load * hosts.get(from).rateBps());
            double timeNs = exponential(random) * meanGapNs;
            while (timeNs < endNs) {
                int to = receiver.applyAsInt(random);
                Message message =
                        new Message(
                                0,
                                hosts.get(to).ipv4(),
                                dscp(mixes, random.nextDouble()),
                                sizes.draw(random));
                drawn.add(new TimedMessage((long) timeNs, from, to, message));
                timeNs += exponential(random) * meanGapNs;
            }
        }
    }

    private static List<TimedMessage> numbered(List<TimedMessage> unnumbered) {
        unnumbered.sort(
                Comparator.comparingLong(TimedMessage::startNs)
                        .thenComparingInt(TimedMessage::from));
        List<TimedMessage> numbered = new ArrayList<>();
        for (TimedMessage one : unnumbered) {
            Message message =
                    new Message(
                            numbered.size(),
                            one.message().destination(),
                            one.message().dscp(),
                            one.message().bytes());
            numbered.add(new TimedMessage(one.startNs(), one.from(), one.to(), message));
        }
        return numbered;
    }

    private static int dscp(List<Mix> mixes, double drawn) {
        double all = mixes.stream().mapToDouble(Mix::share).sum();
        double below = 0;
        for (Mix mix : mixes) {
            below += mix.share() / all;
            if (drawn < below) {
                return mix.dscp();
            }
        }
        return mixes.get(mixes.size() - 1).dscp();
    }

    private static double exponential(SplittableRandom random) {
        // StrictMath, not Math: the same seed must give the same bytes on every machine.
        return -StrictMath.log(1 - random.nextDouble());
    }
}
