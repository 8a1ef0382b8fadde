// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.compare.network;

import org.weir.lab.network.NetworkSpec;
import org.weir.lab.topology.Dumbbell;
import org.weir.lab.topology.FatTree;
import org.weir.lab.topology.LeafSpine;
import org.weir.lab.topology.LineSpec;

/** Arrangement of the switches and hosts of a compared network. */
public sealed interface Shape {
    /** The network, without flows. */
    NetworkSpec create(LineSpec access, LineSpec fabric, long seed);

    /** Two ends of a line between switches, which events may slow. */
    String[] slowLine();

    /** Switches at which hosts are and that have two ways to others; empty if none has. */
    String[] reroutable();

    /** Number of hosts. */
    int hosts();

    /** Leaf–spine fabric. */
    record Fabric(int leaves, int spines, int hostsPerLeaf) implements Shape {
        @Override
        public NetworkSpec create(LineSpec access, LineSpec fabric, long seed) {
            return LeafSpine.create(leaves, spines, hostsPerLeaf, access, fabric, seed);
        }

        @Override
        public String[] slowLine() {
            return new String[] {"leaf1", "spine1"};
        }

        @Override
        public String[] reroutable() {
            return spines < 2 ? new String[0] : names("leaf", leaves);
        }

        @Override
        public int hosts() {
            return leaves * hostsPerLeaf;
        }

        @Override
        public String toString() {
            return "leaf–spine " + leaves + "×" + spines + "×" + hostsPerLeaf;
        }
    }

    /** Fat tree of switches with k ports; all lines are as the hosts'. */
    record Tree(int k) implements Shape {
        @Override
        public NetworkSpec create(LineSpec access, LineSpec fabric, long seed) {
            return FatTree.create(k, access, seed);
        }

        @Override
        public String[] slowLine() {
            return new String[] {"edge1", "agg1"};
        }

        @Override
        public String[] reroutable() {
            return names("edge", k * k / 2);
        }

        @Override
        public int hosts() {
            return k * k * k / 4;
        }

        @Override
        public String toString() {
            return "fat tree k=" + k;
        }
    }

    /** Two switches and one line between them. */
    record Bottleneck(int hostsPerSide) implements Shape {
        @Override
        public NetworkSpec create(LineSpec access, LineSpec fabric, long seed) {
            return Dumbbell.create(hostsPerSide, access, fabric, seed);
        }

        @Override
        public String[] slowLine() {
            return new String[] {"left", "right"};
        }

        @Override
        public String[] reroutable() {
            return new String[0];
        }

        @Override
        public int hosts() {
            return 2 * hostsPerSide;
        }

        @Override
        public String toString() {
            return "dumbbell 2×" + hostsPerSide;
        }
    }

    private static String[] names(String prefix, int count) {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = prefix + (i + 1);
        }
        return names;
    }
}
