// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.Status;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.weir.bmv2.control.MirrorSession;
import org.weir.bmv2.control.Replica;
import org.weir.bmv2.control.SwitchControl;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CloneSessionEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MulticastGroupEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry.TypeCase;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** Clone sessions and multicast groups. */
final class ReplicationEntities implements EntityKind {

    /**
     * v1model's {@code egress_port} has 9 bits, {@code egress_rid} 16, and BMv2's session ids 15.
     */
    private static final int MAX_PORT = 511;

    private static final int MAX_INSTANCE = 65535;
    private static final int MAX_SESSION_ID = 32767;
    private static final int MAX_GROUP_ID = 65535;

    /** Number of P4Runtime 1.4's {@code Replica.port}, which the generated classes lack. */
    private static final int REPLICA_PORT_FIELD = 3;

    private final SwitchControl control;

    ReplicationEntities(SwitchControl control) {
        this.control = control;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        PacketReplicationEngineEntry entry = entity.getPacketReplicationEngineEntry();
        switch (entry.getTypeCase()) {
            case CLONE_SESSION_ENTRY:
                CloneSessionEntry session = entry.getCloneSessionEntry();
                int sessionId = requireId(session.getSessionId(), MAX_SESSION_ID, "clone session");
                String sessionName = "clone session " + sessionId;
                return change(
                        type,
                        sessionName,
                        sessionId,
                        type == Update.Type.DELETE ? null : mirrorSession(session, sessionName),
                        control::mirrorSessions,
                        control::setMirrorSession,
                        control::removeMirrorSession);
            case MULTICAST_GROUP_ENTRY:
                MulticastGroupEntry group = entry.getMulticastGroupEntry();
                int groupId =
                        requireId(group.getMulticastGroupId(), MAX_GROUP_ID, "multicast group");
                String groupName = "multicast group " + groupId;
                if (type != Update.Type.DELETE) {
                    ResourceCodec.rejectUnknownFields(group, groupName);
                }
                return change(
                        type,
                        groupName,
                        groupId,
                        type == Update.Type.DELETE
                                ? null
                                : replicas(group.getReplicasList(), groupName),
                        control::multicastGroups,
                        control::setMulticastGroup,
                        control::removeMulticastGroup);
            default:
                throw RequestException.invalid(
                        "packet_replication_engine_entry: neither a clone session nor a multicast group");
        }
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        PacketReplicationEngineEntry filter = request.getPacketReplicationEngineEntry();
        // Neither given: both kinds are wanted, as when a client saves all of a switch's state.
        if (filter.getTypeCase() != TypeCase.MULTICAST_GROUP_ENTRY) {
            int wanted = filter.getCloneSessionEntry().getSessionId();
            control.mirrorSessions()
                    .forEach(
                            (id, session) -> {
                                if (wanted == 0 || wanted == id) {
                                    out.accept(() -> encode(id, session));
                                }
                            });
        }
        if (filter.getTypeCase() != TypeCase.CLONE_SESSION_ENTRY) {
            int wanted = filter.getMulticastGroupEntry().getMulticastGroupId();
            control.multicastGroups()
                    .forEach(
                            (id, replicas) -> {
                                if (wanted == 0 || wanted == id) {
                                    out.accept(() -> encode(id, replicas));
                                }
                            });
        }
    }

    private static <T> Operation change(
            Update.Type type,
            String what,
            int id,
            T value,
            Supplier<Map<Integer, T>> all,
            BiConsumer<Integer, T> set,
            IntConsumer remove) {
        return () -> {
            T before = all.get().get(id);
            if (type == Update.Type.INSERT && before != null) {
                throw new RequestException(Status.Code.ALREADY_EXISTS, what + ": it exists");
            }
            if (type != Update.Type.INSERT && before == null) {
                throw RequestException.notFound(what + ": it does not exist");
            }
            if (value == null) {
                remove.accept(id);
            } else {
                set.accept(id, value);
            }
            return () -> {
                if (before == null) {
                    remove.accept(id);
                } else {
                    set.accept(id, before);
                }
            };
        };
    }

    private static MirrorSession mirrorSession(CloneSessionEntry session, String what) {
        ResourceCodec.rejectUnknownFields(session, what);
        if (session.getClassOfService() != 0) {
            throw RequestException.unimplemented(
                    what
                            + ", class_of_service: v1model gives clones their class by standard_metadata.priority");
        }
        if (session.getPacketLengthBytes() < 0) {
            throw RequestException.invalid(what + ", packet_length_bytes: below 0");
        }
        if (session.getReplicasCount() == 0) {
            throw RequestException.invalid(what + ", replicas: none given");
        }
        return new MirrorSession(
                replicas(session.getReplicasList(), what), session.getPacketLengthBytes());
    }

    private static List<Replica> replicas(List<P4RuntimeOuterClass.Replica> replicas, String what) {
        List<Replica> decoded = new ArrayList<>(replicas.size());
        Set<Replica> seen = new HashSet<>();
        for (P4RuntimeOuterClass.Replica replica : replicas) {
            int port = port(replica, what);
            if (port < 0 || port > MAX_PORT) {
                throw RequestException.invalid(
                        what
                                + ", egress_port: "
                                + Integer.toUnsignedString(port)
                                + " is not within 0.."
                                + MAX_PORT);
            }
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

    private static int port(P4RuntimeOuterClass.Replica replica, String what) {
        UnknownFieldSet unknown = replica.getUnknownFields();
        if (unknown.hasField(REPLICA_PORT_FIELD) && unknown.asMap().size() == 1) {
            List<ByteString> port = unknown.getField(REPLICA_PORT_FIELD).getLengthDelimitedList();
            if (port.size() == 1) {
                byte[] bytes = Bytestrings.decode(port.get(0), Integer.SIZE, what + ", port");
                return ByteBuffer.wrap(bytes).getInt();
            }
        }
        ResourceCodec.rejectUnknownFields(replica, what);
        return replica.getEgressPort();
    }

    private static int requireId(int id, int max, String what) {
        if (id < 1 || id > max) {
            throw RequestException.invalid(
                    what + " " + Integer.toUnsignedString(id) + ": the id is not within 1.." + max);
        }
        return id;
    }

    private static Entity encode(int id, MirrorSession session) {
        CloneSessionEntry.Builder entry =
                CloneSessionEntry.newBuilder()
                        .setSessionId(id)
                        .setPacketLengthBytes(session.truncateBytes());
        session.replicas().forEach(replica -> entry.addReplicas(encode(replica)));
        return Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                        PacketReplicationEngineEntry.newBuilder().setCloneSessionEntry(entry))
                .build();
    }

    private static Entity encode(int id, List<Replica> replicas) {
        MulticastGroupEntry.Builder entry =
                MulticastGroupEntry.newBuilder().setMulticastGroupId(id);
        replicas.forEach(replica -> entry.addReplicas(encode(replica)));
        return Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                        PacketReplicationEngineEntry.newBuilder().setMulticastGroupEntry(entry))
                .build();
    }

    private static P4RuntimeOuterClass.Replica encode(Replica replica) {
        return P4RuntimeOuterClass.Replica.newBuilder()
                .setEgressPort(replica.port())
                .setInstance(replica.instance())
                .build();
    }
}
