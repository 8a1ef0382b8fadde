// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.controlplane;

import java.util.List;

/**
 * Session of a mirror: the copies that a clone makes.
 *
 * @param replicas one clone is made for each
 * @param truncateBytes longest clone in bytes; 0: as long as the packet
 * @param classOfService the priority that clones get, 1 to 7; 0: what the program gives them
 */
public record MirrorSession(List<Replica> replicas, int truncateBytes, int classOfService) {

    /** Copies the list. */
    public MirrorSession {
        replicas = List.copyOf(replicas);
    }

    /** A session whose clones have the priority that the program gives them. */
    public MirrorSession(List<Replica> replicas, int truncateBytes) {
        this(replicas, truncateBytes, 0);
    }

    /** A session with one whole clone to one port. */
    public static MirrorSession toPort(int port) {
        return new MirrorSession(List.of(new Replica(port, 0)), 0);
    }
}
