// SPDX-License-Identifier: Apache-2.0
package org.weir.runner.soak;

/** Fault of the master of s1, which {@code weir soak cluster} causes and ends. */
enum ClusterFault {
    /** The node's process is killed (SIGKILL), and started again. */
    KILL("kill", "start", "killed", 240),

    /** The node is cut off from the other nodes and from the store, and reaches the switches. */
    PARTITION("partition", "heal", "cut off", 30);

    private final String begin;
    private final String end;
    private final String words;
    private final int backWithinSeconds;

    ClusterFault(String begin, String end, String words, int backWithinSeconds) {
        this.begin = begin;
        this.end = end;
        this.words = words;
        this.backWithinSeconds = backWithinSeconds;
    }

    /** Command of {@code weir up} that begins it. */
    String begin(int node) {
        return begin + " onos-" + node;
    }

    /** Command of {@code weir up} that ends it. */
    String end(int node) {
        return end + " onos-" + node;
    }

    /** State of the node in words, such as "killed". */
    String words() {
        return words;
    }

    /** Longest time from its end until all nodes know the network that is accepted, s. */
    int backWithinSeconds() {
        return backWithinSeconds;
    }
}
