// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.role;

import io.grpc.Status;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Role;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.rpc.RequestException;

/**
 * The clients of one role, of which at most one is the primary: the connected one with the highest
 * election id that any client of the role has ever had. When it leaves there is none until a client
 * comes with an id at least as high. To be used on the timeline's thread only.
 */
final class RoleClients {

    /** Most connected clients of a role; each costs a queue of messages. */
    private static final int MAX_CLIENTS = 256;

    private final long deviceId;
    private final RoleName name;
    private final WriteObserver observer;
    private final Map<Arbitration.Client, Optional<ElectionId>> live = new LinkedHashMap<>();
    private Role role = Role.getDefaultInstance();
    private RoleScope scope = RoleScope.FULL;
    private ElectionId highest;
    private Arbitration.Client primary;

    /** A role without clients. */
    RoleClients(long deviceId, RoleName name, WriteObserver observer) {
        this.deviceId = deviceId;
        this.name = name;
        this.observer = observer;
    }

    RoleName name() {
        return name;
    }

    RoleScope scope() {
        return scope;
    }

    Optional<Arbitration.Client> primary() {
        return Optional.ofNullable(primary);
    }

    /**
     * Takes a client's election id and sends the resulting primary to all clients that it concerns.
     *
     * @throws RequestException with what the client's stream is to be ended with
     */
    void update(Arbitration.Client client, MasterArbitrationUpdate update, RoleScope claimedScope) {
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
                            + ", "
                            + name
                            + " has it");
        }
        if (!live.containsKey(client) && live.size() >= MAX_CLIENTS) {
            throw new RequestException(
                    Status.Code.RESOURCE_EXHAUSTED,
                    name + " of device " + deviceId + " has " + MAX_CLIENTS + " clients already");
        }
        live.put(client, id);
        boolean wasPrimary = primary == client;
        if (id.isPresent() && (highest == null || id.get().compareTo(highest) >= 0)) {
            highest = id.get();
            primary = client;
            role = update.getRole();
            scope = claimedScope;
            observer.primary(name, Optional.of(highest.toBigInteger()));
            notifyAllClients();
        } else if (wasPrimary) {
            leaveWithoutPrimary();
        } else {
            notify(client);
        }
    }

    /** Forgets a client whose stream has ended. */
    void disconnect(Arbitration.Client client) {
        live.remove(client);
        if (primary == client) {
            leaveWithoutPrimary();
        }
    }

    private void leaveWithoutPrimary() {
        primary = null;
        observer.primary(name, Optional.empty());
        notifyAllClients();
    }

    /**
     * Refuses what does not come from the primary.
     *
     * @throws RequestException PERMISSION_DENIED
     */
    void requirePrimary(ElectionId id) {
        if (primary == null || !id.equals(highest)) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED,
                    "election_id "
                            + id
                            + ": not the primary client's; "
                            + (primary == null
                                    ? "there is no primary for " + name
                                    : "the primary's of " + name + " is " + highest));
        }
    }

    private void notifyAllClients() {
        live.keySet().forEach(this::notify);
    }

    private void notify(Arbitration.Client client) {
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
        if (!name.equals(RoleName.DEFAULT) || role.hasConfig()) {
            update.setRole(roleToTell());
        }
        if (highest != null) {
            update.setElectionId(highest.toProto());
        }
        client.put(StreamMessageResponse.newBuilder().setArbitration(update).build());
    }

    // Role.id is deprecated, but what clients of P4Runtime 1.0 to 1.2 use.
    @SuppressWarnings("deprecation")
    private Role roleToTell() {
        Role.Builder told = Role.newBuilder().setName(name.name()).setId(name.number());
        if (role.hasConfig()) {
            told.setConfig(role.getConfig());
        }
        return told.build();
    }
}
