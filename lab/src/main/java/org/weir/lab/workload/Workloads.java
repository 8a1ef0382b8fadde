// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.weir.lab.host.config.HostConfig;
import org.weir.lab.network.NetworkSpec;

/**
 * Flows of a generated network: pairs of senders and receivers. Flows are numbered by their
 * senders, from 0.
 */
public final class Workloads {
    private Workloads() {}

    /**
     * Each host sends to one host and receives from one, none to itself: one of all such pairings,
     * each as likely as the others.
     *
     * @param network with at least two hosts; the flows it has are replaced
     * @param seed of the choice
     */
    public static NetworkSpec permutation(NetworkSpec network, FlowTemplate flow, long seed) {
        List<HostConfig> hosts = atLeastTwo(network);
        SplittableRandom random = new SplittableRandom(seed);
        int[] receivers = new int[hosts.size()];
        do {
            shuffle(receivers, random);
        } while (hasFixedPoint(receivers));
        List<NetworkSpec.Traffic> flows = new ArrayList<>();
        for (int i = 0; i < receivers.length; i++) {
            flows.add(flow.flow(i, hosts.get(i), hosts.get(receivers[i])));
        }
        return network.withFlows(flows);
    }

    /**
     * Many hosts send to one: the network's first hosts but for the receiver.
     *
     * @param network with at least two hosts; the flows it has are replaced
     * @param senders 1 to the number of the other hosts
     * @param receiver index of the receiver among the network's hosts
     */
    public static NetworkSpec incast(
            NetworkSpec network, FlowTemplate flow, int senders, int receiver) {
        List<HostConfig> hosts = atLeastTwo(network);
        if (receiver < 0 || receiver >= hosts.size()) {
            throw new IllegalArgumentException(
                    "receiver must be 0 to " + (hosts.size() - 1) + ", not " + receiver);
        }
        if (senders < 1 || senders >= hosts.size()) {
            throw new IllegalArgumentException(
                    "senders must be 1 to " + (hosts.size() - 1) + ", not " + senders);
        }
        List<NetworkSpec.Traffic> flows = new ArrayList<>();
        for (int i = 0; flows.size() < senders; i++) {
            if (i != receiver) {
                flows.add(flow.flow(flows.size(), hosts.get(i), hosts.get(receiver)));
            }
        }
        return network.withFlows(flows);
    }

    /**
     * Flows between pairs of hosts drawn at random: any set of as many different pairs, from one
     * host to another, is as likely as the others.
     *
     * @param network with at least two hosts; the flows it has are replaced
     * @param count 1 to the number of pairs
     * @param seed of the choice
     */
    public static NetworkSpec randomPairs(
            NetworkSpec network, FlowTemplate flow, int count, long seed) {
        List<HostConfig> hosts = atLeastTwo(network);
        long others = hosts.size() - 1L;
        long pairs = hosts.size() * others;
        if (count < 1 || count > pairs) {
            throw new IllegalArgumentException("flows must be 1 to " + pairs + ", not " + count);
        }
        SplittableRandom random = new SplittableRandom(seed);
        // Floyd's sampling: without a list of all pairs, of which a large network has very many.
        Set<Long> chosen = new TreeSet<>();
        for (long last = pairs - count; last < pairs; last++) {
            long drawn = random.nextLong(last + 1);
            chosen.add(chosen.contains(drawn) ? last : drawn);
        }
        List<NetworkSpec.Traffic> flows = new ArrayList<>();
        for (long pair : chosen) {
            int from = (int) (pair / others);
            int to = (int) (pair % others);
            to += to >= from ? 1 : 0;
            flows.add(flow.flow(flows.size(), hosts.get(from), hosts.get(to)));
        }
        return network.withFlows(flows);
    }

    private static List<HostConfig> atLeastTwo(NetworkSpec network) {
        if (network.hosts().size() < 2) {
            throw new IllegalArgumentException("hosts must be at least 2");
        }
        return network.hosts();
    }

    private static void shuffle(int[] values, SplittableRandom random) {
        for (int i = 0; i < values.length; i++) {
            int other = random.nextInt(i + 1);
            values[i] = values[other];
            values[other] = i;
        }
    }

    private static boolean hasFixedPoint(int[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == i) {
                return true;
            }
        }
        return false;
    }
}
