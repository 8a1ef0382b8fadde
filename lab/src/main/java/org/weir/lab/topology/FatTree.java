// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.topology;

import org.weir.lab.network.NetworkSpec;

/**
 * The three-tier fat tree of switches with k ports (Al-Fares, Loukissas, Vahdat, SIGCOMM 2008): k
 * pods of k/2 edge and k/2 aggregation switches, (k/2)² core switches, k³/4 hosts, full bisection.
 * Switches are {@code edge1 …}, {@code agg1 …}, {@code core1 …}, hosts {@code h1 …}, in the order
 * of their pods. The first k/2 ports of an edge switch lead to its hosts, of an aggregation switch
 * to its pod's edge switches; a core switch's port p leads to pod p.
 */
public final class FatTree {
    private FatTree() {}

    /**
     * The network, without flows.
     *
     * @param k ports of each switch, even, 2 to 62
     * @param line every link
     * @param seed of all its random numbers
     * @throws IllegalArgumentException naming the field and the rule
     */
    public static NetworkSpec create(int k, LineSpec line, long seed) {
        NetworkBuilder.check("k", k, 2, NetworkBuilder.MAX_PORTS);
        if (k % 2 != 0) {
            throw new IllegalArgumentException("k must be even, not " + k);
        }
        int half = k / 2;
        NetworkBuilder network = new NetworkBuilder("fat-tree-" + k);
        for (int i = 1; i <= k * half; i++) {
            network.addSwitch("edge" + i);
        }
        for (int i = 1; i <= k * half; i++) {
            network.addSwitch("agg" + i);
        }
        for (int i = 1; i <= half * half; i++) {
            network.addSwitch("core" + i);
        }
        for (int host = 0; host < k * half * half; host++) {
            network.addHost("h" + (host + 1), "edge" + (host / half + 1), line);
        }
        for (int pod = 0; pod < k; pod++) {
            for (int agg = 0; agg < half; agg++) {
                for (int edge = 0; edge < half; edge++) {
                    network.join(
                            "agg" + (pod * half + agg + 1), "edge" + (pod * half + edge + 1), line);
                }
            }
        }
        for (int pod = 0; pod < k; pod++) {
            for (int agg = 0; agg < half; agg++) {
                for (int core = 0; core < half; core++) {
                    network.join(
                            "agg" + (pod * half + agg + 1), "core" + (agg * half + core + 1), line);
                }
            }
        }
        return network.build(seed);
    }
}
