// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.Replica;

/** Mirror sessions and multicast groups of a switch, and the copies that they make. */
final class Replication {

    private static final int MAX_SESSION = 32767;
    private static final int MAX_GROUP = 65535;
    private static final int MAX_INSTANCE = 65535;
    private static final int MAX_PORT = 510;
    private static final int MAX_CLASS_OF_SERVICE = 7;

    private final Map<Integer, MirrorSession> sessions = new TreeMap<>();
    private final Map<Integer, List<Replica>> groups = new TreeMap<>();

    /** Replicas of all groups. */
    private int groupReplicas;

    /** The session; null when there is none. */
    MirrorSession session(int id) {
        return sessions.get(id);
    }

    /** The group; null when there is none. */
    List<Replica> group(int id) {
        return groups.get(id);
    }

    void setSession(int id, MirrorSession session) {
        check(id, MAX_SESSION, "mirror session", session.replicas());
        if (session.truncateBytes() < 0) {
            throw invalid("mirror session " + id + ": truncateBytes must not be negative");
        }
        if (session.classOfService() < 0 || session.classOfService() > MAX_CLASS_OF_SERVICE) {
            throw invalid(
                    "mirror session "
                            + id
                            + ": class of service "
                            + session.classOfService()
                            + " is not in 0.."
                            + MAX_CLASS_OF_SERVICE);
        }
        sessions.put(id, session);
    }

    void removeSession(int id) {
        sessions.remove(id);
    }

    Map<Integer, MirrorSession> sessions() {
        return Collections.unmodifiableMap(sessions);
    }

    void setGroup(int id, List<Replica> replicas) {
        check(id, MAX_GROUP, "multicast group", replicas);
        removeGroup(id);
        groups.put(id, List.copyOf(replicas));
        groupReplicas += replicas.size();
    }

    void removeGroup(int id) {
        List<Replica> removed = groups.remove(id);
        groupReplicas -= removed == null ? 0 : removed.size();
    }

    Map<Integer, List<Replica>> groups() {
        return Collections.unmodifiableMap(groups);
    }

    int groupReplicas() {
        return groupReplicas;
    }

    void clear() {
        sessions.clear();
        groups.clear();
        groupReplicas = 0;
    }

    private static void check(int id, int max, String what, List<Replica> replicas) {
        if (id < 1 || id > max) {
            throw invalid(what + " " + id + ": its number is not in 1.." + max);
        }
        for (Replica replica : replicas) {
            if (replica.port() < 0 || replica.port() > MAX_PORT) {
                throw invalid(
                        what + " " + id + ": port " + replica.port() + " is not in 0.." + MAX_PORT);
            }
            if (replica.instance() < 0 || replica.instance() > MAX_INSTANCE) {
                throw invalid(
                        what
                                + " "
                                + id
                                + ": instance "
                                + replica.instance()
                                + " is not in 0.."
                                + MAX_INSTANCE);
            }
        }
    }

    private static ControlException invalid(String message) {
        return new ControlException(ControlException.Reason.INVALID, message);
    }
}
