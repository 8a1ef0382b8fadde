// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.topology;

import org.weir.lab.network.NetworkSpec;

/**
 * A two-tier fabric: every leaf is joined to every spine, every host to one leaf. Leaves are {@code
 * leaf1 …}, spines {@code spine1 …}; hosts are {@code h1 …}, the first leaf's first. A leaf's first
 * ports lead to its hosts, the others to the spines in their order.
 */
public final class LeafSpine {
    private LeafSpine() {}

    /**
     * The network, without flows.
     *
     * @param leaves 1 to 63
     * @param spines 1 to 62
     * @param hostsPerLeaf at least 1, with the spines at most 63
     * @param access the links of the hosts
     * @param fabric the links between leaves and spines
     * @param seed of all its random numbers
     * @throws IllegalArgumentException naming the field and the rule
     */
    public static NetworkSpec create(
            int leaves, int spines, int hostsPerLeaf, LineSpec access, LineSpec fabric, long seed) {
        NetworkBuilder.check("leaves", leaves, 1, NetworkBuilder.MAX_PORTS);
        NetworkBuilder.check("spines", spines, 1, NetworkBuilder.MAX_PORTS - 1);
        NetworkBuilder.check("hostsPerLeaf", hostsPerLeaf, 1, NetworkBuilder.MAX_PORTS - spines);
        NetworkBuilder network = new NetworkBuilder("leaf-spine");
        for (int leaf = 1; leaf <= leaves; leaf++) {
            network.addSwitch("leaf" + leaf);
        }
        for (int spine = 1; spine <= spines; spine++) {
            network.addSwitch("spine" + spine);
        }
        for (int host = 0; host < leaves * hostsPerLeaf; host++) {
            network.addHost("h" + (host + 1), "leaf" + (host / hostsPerLeaf + 1), access);
        }
        for (int leaf = 1; leaf <= leaves; leaf++) {
            for (int spine = 1; spine <= spines; spine++) {
                network.join("leaf" + leaf, "spine" + spine, fabric);
            }
        }
        return network.build(seed);
    }
}
