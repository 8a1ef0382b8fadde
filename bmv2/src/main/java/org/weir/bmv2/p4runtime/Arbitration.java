// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import io.grpc.Status;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Role;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;
import org.weir.bmv2.rpc.RequestException;

/**
 * Which client may write (P4Runtime specification 1.3, "Client Arbitration and Controller
 * Replication"), for the default role, the only one there is. The primary is the connected client
 * with the highest election id that any client has ever had; when it leaves there is none until a
 * client comes with an id at least as high. To be used on the timeline's thread only, so that no
 * write is ever between two primaries.
 */
final class Arbitration {

    /** A connected client: how to reach it. */
    interface Client {

        /** Sends a message that may not be lost. */
        void put(StreamMessageResponse message);

        /** Sends a message that may be lost when the client does not keep up. */
        void offer(StreamMessageResponse message);
    }

    /**
     * Number of P4Runtime 1.3's {@code MasterArbitrationUpdate.Role.name}, which the generated
     * classes lack.
     */
    private static final int ROLE_NAME_FIELD = 3;

    private final long deviceId;
    private final Map<Client, Optional<ElectionId>> live = new LinkedHashMap<>();
    private ElectionId highest;
    private Client primary;

    Arbitration(long deviceId) {
        this.deviceId = deviceId;
    }

    /**
     * Takes a client's election id and tells all whom it concerns what comes of it.
     *
     * @throws RequestException with what the client's stream is to be ended with
     */
    void update(Client client, MasterArbitrationUpdate update) {
        boolean known = live.containsKey(client);
        if (update.getDeviceId() != deviceId) {
            throw new RequestException(
                    known ? Status.Code.FAILED_PRECONDITION : Status.Code.NOT_FOUND,
                    "device_id "
                            + update.getDeviceId()
                            + ": this server has only device "
                            + deviceId);
        }
        requireDefaultRole(update.getRole());
        Optional<ElectionId> id =
                update.hasElectionId()
                        ? Optional.of(ElectionId.of(update.getElectionId()))
                        : Optional.empty();
        if (id.isPresent()
                && live.entrySet().stream()
                        .anyMatch(e -> e.getKey() != client && e.getValue().equals(id))) {
            throw RequestException.invalid(
                    "election_id "
                            + id.get()
                            + ": another connected client of device "
                            + deviceId
                            + " has it");
        }
        live.put(client, id);
        boolean wasPrimary = primary == client;
        if (id.isPresent() && (highest == null || id.get().compareTo(highest) >= 0)) {
            highest = id.get();
            primary = client;
            notifyAllClients();
        } else if (wasPrimary) {
            primary = null;
            notifyAllClients();
        } else {
            notify(client);
        }
    }

    /** Forgets a client whose stream has ended. */
    void disconnect(Client client) {
        live.remove(client);
        if (primary == client) {
            primary = null;
            notifyAllClients();
        }
    }

    /** The client that may write and that packets go to. */
    Optional<Client> primary() {
        return Optional.ofNullable(primary);
    }

    /** Whether a client is the primary. */
    boolean isPrimary(Client client) {
        return primary == client;
    }

    /**
     * Refuses a request that does not come from the primary.
     *
     * @throws RequestException PERMISSION_DENIED
     */
    void requirePrimary(boolean hasElectionId, Uint128 electionId) {
        if (!hasElectionId) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED,
                    "election_id: not given; only the primary client may do this");
        }
        ElectionId id = ElectionId.of(electionId);
        if (primary == null || !id.equals(highest)) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED,
                    "election_id "
                            + id
                            + ": not the primary client's; "
                            + (primary == null
                                    ? "there is no primary"
                                    : "the primary's is " + highest));
        }
    }

    private static void requireDefaultRole(Role role) {
        if (role.getId() != 0
                || role.hasConfig()
                || role.getUnknownFields().hasField(ROLE_NAME_FIELD)) {
            throw RequestException.unimplemented(
                    "role: only the default role (unset) is supported");
        }
    }

    private void notifyAllClients() {
        live.keySet().forEach(this::notify);
    }

    private void notify(Client client) {
        Status.Code code = Status.Code.OK;
        String message = "this client is the primary";
        if (primary == null) {
            code = Status.Code.NOT_FOUND;
            message = "there is no primary";
        } else if (primary != client) {
            code = Status.Code.ALREADY_EXISTS;
            message = "another client is the primary";
        }
        MasterArbitrationUpdate.Builder update =
                MasterArbitrationUpdate.newBuilder()
                        .setDeviceId(deviceId)
                        .setStatus(
                                com.google.rpc.Status.newBuilder()
                                        .setCode(code.value())
                                        .setMessage(message));
        if (highest != null) {
            update.setElectionId(highest.toProto());
        }
        client.put(StreamMessageResponse.newBuilder().setArbitration(update).build());
    }
}
