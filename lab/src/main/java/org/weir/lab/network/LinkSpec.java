// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

/**
 * A link of a network file.
 *
 * @param first one end
 * @param second the other end
 * @param delayNs from the last bit sent to the last bit received, ns
 * @param lossFraction probability that a frame is lost, 0 to 1
 */
public record LinkSpec(End first, End second, long delayNs, double lossFraction) {
    /**
     * One end of a link.
     *
     * @param node name of a switch or host
     * @param port number of the switch's port; 0 for a host
     */
    public record End(String node, int port) {
        @Override
        public String toString() {
            return port == 0 ? node : node + ":" + port;
        }
    }

    /** Name for messages. */
    public String name() {
        return first + "-" + second;
    }

    /** Whether the link joins the two named nodes, in whichever order. */
    public boolean joins(String one, String other) {
        return first.node().equals(one) && second.node().equals(other)
                || first.node().equals(other) && second.node().equals(one);
    }
}
