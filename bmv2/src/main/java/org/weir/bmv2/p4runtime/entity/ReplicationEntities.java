// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.MirrorSession;
import org.weir.bmv2.controlplane.Replica;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.p4runtime.p4info.PortCodec;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.PlatformProperties;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CloneSessionEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MulticastGroupEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry.TypeCase;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/**
 * Clone sessions and multicast groups (P4Runtime specification 1.4,
 * "PacketReplicationEngineEntry").
 */
public final class ReplicationEntities implements EntityKind {

    /** v1model's {@code egress_rid} has 16 bits, BMv2's session ids 15, priorities 3. */
    private static final int MAX_INSTANCE = 65535;

    private static final int MAX_SESSION_ID = 32767;
    private static final int MAX_GROUP_ID = 65535;
    private static final int MAX_CLASS_OF_SERVICE = 7;

    private final SwitchControl control;
    private final PortCodec ports;
    private final PlatformProperties limits;

    /** Sessions as clients have written them, with fields that the switch does not keep. */
    private final Map<Integer, Entity> writtenSessions = new HashMap<>();

    private final Map<Integer, Entity> writtenGroups = new HashMap<>();

    public ReplicationEntities(P4InfoIndex index, SwitchControl control) {
        this.control = control;
        this.ports = index.portCodec();
        this.limits = index.p4info().getPkgInfo().getPlatformProperties();
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        PacketReplicationEngineEntry entry = entity.getPacketReplicationEngineEntry();
        return switch (entry.getTypeCase()) {
            case CLONE_SESSION_ENTRY -> prepare(type, entry.getCloneSessionEntry());
            case MULTICAST_GROUP_ENTRY -> prepare(type, entry.getMulticastGroupEntry());
            default ->
                    throw RequestException.invalid(
                            "packet_replication_engine_entry: neither a clone session nor a multicast group");
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        PacketReplicationEngineEntry filter = request.getPacketReplicationEngineEntry();
        // Neither given: both kinds are wanted, as when a client saves all of a switch's state.
        if (filter.getTypeCase() != TypeCase.MULTICAST_GROUP_ENTRY) {
            select(
                    control.mirrorSessions().keySet(),
                    filter.getCloneSessionEntry().getSessionId(),
                    writtenSessions,
                    out);
        }
        if (filter.getTypeCase() != TypeCase.CLONE_SESSION_ENTRY) {
            select(
                    control.multicastGroups().keySet(),
                    filter.getMulticastGroupEntry().getMulticastGroupId(),
                    writtenGroups,
                    out);
        }
    }

    private static void select(
            Set<Integer> ids,
            int wanted,
            Map<Integer, Entity> written,
            Consumer<Supplier<Entity>> out) {
        Set<Integer> selected =
                wanted == 0 ? ids : ids.contains(wanted) ? Set.of(wanted) : Set.of();
        for (int id : selected) {
            Entity entity = written.get(id);
            if (entity != null) {
                out.accept(() -> entity);
            }
        }
    }

    private Operation prepare(Update.Type type, CloneSessionEntry entry) {
        int id = requireId(entry.getSessionId(), MAX_SESSION_ID, "clone session");
        String what = "clone session " + id;
        MirrorSession session = type == Update.Type.DELETE ? null : mirrorSession(entry, what);
        CloneSessionEntry.Builder canonical = entry.toBuilder();
        canonical.getReplicasBuilderList().forEach(this::canonical);
        Entity entity =
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setCloneSessionEntry(canonical))
                        .build();
        return () -> {
            MirrorSession before = control.mirrorSessions().get(id);
            requireState(type, before != null, what);
            setSession(id, session);
            Entity writtenBefore = note(writtenSessions, id, session == null ? null : entity);
            return () -> {
                setSession(id, before);
                note(writtenSessions, id, writtenBefore);
            };
        };
    }

    private Operation prepare(Update.Type type, MulticastGroupEntry entry) {
        int id = requireId(entry.getMulticastGroupId(), MAX_GROUP_ID, "multicast group");
        String what = "multicast group " + id;
        List<Replica> replicas = type == Update.Type.DELETE ? null : replicas(entry, what);
        MulticastGroupEntry.Builder canonical = entry.toBuilder();
        canonical.getReplicasBuilderList().forEach(this::canonical);
        Entity entity =
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setMulticastGroupEntry(canonical))
                        .build();
        return () -> {
            List<Replica> before = control.multicastGroups().get(id);
            requireState(type, before != null, what);
            if (replicas != null) {
                requireRoom(before, replicas, what);
            }
            setGroup(id, replicas);
            Entity writtenBefore = note(writtenGroups, id, replicas == null ? null : entity);
            return () -> {
                setGroup(id, before);
                note(writtenGroups, id, writtenBefore);
            };
        };
    }

    private void setSession(int id, MirrorSession session) {
        if (session == null) {
            control.removeMirrorSession(id);
        } else {
            control.setMirrorSession(id, session);
        }
    }

    private void setGroup(int id, List<Replica> replicas) {
        if (replicas == null) {
            control.removeMulticastGroup(id);
        } else {
            control.setMulticastGroup(id, replicas);
        }
    }

    private static Entity note(Map<Integer, Entity> written, int id, Entity entity) {
        return entity == null ? written.remove(id) : written.put(id, entity);
    }

    private static void requireState(Update.Type type, boolean exists, String what) {
        if (type == Update.Type.INSERT && exists) {
            throw new RequestException(Status.Code.ALREADY_EXISTS, what + ": it exists");
        }
        if (type != Update.Type.INSERT && !exists) {
            throw RequestException.notFound(what + ": it does not exist");
        }
    }

    /**
     * Keeps to what the P4Info says of the platform; 0 there is no limit.
     *
     * @param before replicas that a group has now; null if it does not exist
     * @param replicas those that it is to have
     */
    private void requireRoom(List<Replica> before, List<Replica> replicas, String what) {
        int groupsAfter = control.multicastGroups().size() + (before == null ? 1 : 0);
        int othersReplicas = control.multicastReplicas() - (before == null ? 0 : before.size());
        requireWithin(groupsAfter, limits.getMulticastGroupTableSize(), "groups", what);
        requireWithin(
                replicas.size(),
                limits.getMulticastGroupTableMaxReplicasPerEntry(),
                "replicas of one group",
                what);
        requireWithin(
                othersReplicas + replicas.size(),
                limits.getMulticastGroupTableTotalReplicas(),
                "replicas of all groups",
                what);
    }

    private static void requireWithin(int number, int max, String things, String what) {
        if (max > 0 && number > max) {
            throw new RequestException(
                    Status.Code.RESOURCE_EXHAUSTED,
                    what + ": the P4Info allows " + max + " " + things + ", not " + number);
        }
    }

    private MirrorSession mirrorSession(CloneSessionEntry session, String what) {
        ResourceCodec.rejectUnknownFields(session, what);
        if (session.getClassOfService() < 0 || session.getClassOfService() > MAX_CLASS_OF_SERVICE) {
            throw RequestException.invalid(
                    what
                            + ", class_of_service: "
                            + Integer.toUnsignedString(session.getClassOfService())
                            + " is not within 0.."
                            + MAX_CLASS_OF_SERVICE);
        }
        if (session.getPacketLengthBytes() < 0) {
            throw RequestException.invalid(what + ", packet_length_bytes: below 0");
        }
        if (session.getReplicasCount() == 0) {
            throw RequestException.invalid(what + ", replicas: none given");
        }
        return new MirrorSession(
                replicas(session.getReplicasList(), what),
                session.getPacketLengthBytes(),
                session.getClassOfService());
    }

    private List<Replica> replicas(MulticastGroupEntry group, String what) {
        ResourceCodec.rejectUnknownFields(group, what);
        return replicas(group.getReplicasList(), what);
    }

    private List<Replica> replicas(List<P4RuntimeOuterClass.Replica> replicas, String what) {
        List<Replica> decoded = new ArrayList<>(replicas.size());
        Set<Replica> seen = new HashSet<>();
        for (P4RuntimeOuterClass.Replica replica : replicas) {
            ResourceCodec.rejectUnknownFields(replica, what);
            int port =
                    replica.hasPort()
                            ? ports.decode(replica.getPort(), what + ", port")
                            : ports.decode(replica.getEgressPort(), what + ", egress_port");
            if (replica.getInstance() < 0 || replica.getInstance() > MAX_INSTANCE) {
                throw RequestException.invalid(
                        what
                                + ", instance: "
                                + Integer.toUnsignedString(replica.getInstance())
                                + " is not within 0.."
                                + MAX_INSTANCE);
            }
            Replica one = new Replica(port, replica.getInstance());
            if (!seen.add(one)) {
                throw RequestException.invalid(
                        what
                                + ": port "
                                + port
                                + " with instance "
                                + one.instance()
                                + " is given twice");
            }
            decoded.add(one);
        }
        return List.copyOf(decoded);
    }

    private void canonical(P4RuntimeOuterClass.Replica.Builder replica) {
        if (replica.hasPort()) {
            replica.setPort(ports.canonical(replica.getPort()));
        }
    }

    private static int requireId(int id, int max, String what) {
        if (id < 1 || id > max) {
            throw RequestException.invalid(
                    what + " " + Integer.toUnsignedString(id) + ": the id is not within 1.." + max);
        }
        return id;
    }
}
