// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.topology;

import org.weir.lab.network.NetworkSpec;

/**
 * Two switches, {@code left} and {@code right}, joined by one link that all senders share: hosts
 * {@code h1 … hn} at the left, {@code h(n+1) … h2n} at the right.
 */
public final class Dumbbell {
    /** The senders' switch. */
    public static final String LEFT = "left";

    private static final String RIGHT = "right";

    private Dumbbell() {}

    /**
     * The network, without flows.
     *
     * @param hostsPerSide 1 to 62
     * @param access the links of the hosts
     * @param bottleneck the link between the switches
     * @param seed of all its random numbers
     * @throws IllegalArgumentException naming the field and the rule
     */
    public static NetworkSpec create(
            int hostsPerSide, LineSpec access, LineSpec bottleneck, long seed) {
        NetworkBuilder.check("hostsPerSide", hostsPerSide, 1, NetworkBuilder.MAX_PORTS - 1);
        NetworkBuilder network = new NetworkBuilder("dumbbell");
        network.addSwitch(LEFT);
        network.addSwitch(RIGHT);
        for (int i = 1; i <= 2 * hostsPerSide; i++) {
            network.addHost("h" + i, i <= hostsPerSide ? LEFT : RIGHT, access);
        }
        network.join(LEFT, RIGHT, bottleneck);
        return network.build(seed);
    }
}
