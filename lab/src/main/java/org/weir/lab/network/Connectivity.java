// SPDX-License-Identifier: Apache-2.0
package org.weir.lab.network;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parts of a network in which switches and hosts reach each other. A host has one link, so every
 * path between two others leads over switches only.
 */
final class Connectivity {
    /** A node's neighbour that is nearer to the node which stands for its part. */
    private final Map<String, String> nearer = new HashMap<>();

    Connectivity(List<LinkSpec> links) {
        for (LinkSpec link : links) {
            String one = part(link.first().node());
            String other = part(link.second().node());
            if (!one.equals(other)) {
                nearer.put(one, other);
            }
        }
    }

    /** Whether there is a path between two nodes. */
    boolean hasPath(String from, String to) {
        return part(from).equals(part(to));
    }

    /** The node that stands for all nodes that a node reaches. */
    private String part(String node) {
        String at = node;
        for (String next = nearer.get(at); next != null; next = nearer.get(at)) {
            at = next;
        }
        return at;
    }
}
