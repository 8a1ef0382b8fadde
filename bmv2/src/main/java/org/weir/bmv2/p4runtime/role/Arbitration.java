// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.role;

import io.grpc.Status;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Uint128;
import org.weir.bmv2.rpc.RequestException;

/**
 * Choice of the client that may write (P4Runtime specification 1.4, "Client Arbitration and
 * Controller Replication"): one primary for each role. A role exists from its first client on, and
 * the default role always. To be used on the timeline's thread only, so that no write is ever
 * between two primaries.
 */
public final class Arbitration {

    /** A connected client: how to reach it. */
    public interface Client {

        /** Sends a message that may not be lost. */
        void put(StreamMessageResponse message);

        /** Sends a message that may be lost when the client does not keep up. */
        void offer(StreamMessageResponse message);
    }

    /** Most roles, whose highest election ids are remembered until the switch restarts. */
    private static final int MAX_ROLES = 256;

    private final long deviceId;
    private final WriteObserver observer;
    private final Map<RoleName, RoleClients> roles = new LinkedHashMap<>();
    private final Map<Client, RoleClients> roleByClient = new HashMap<>();

    /**
     * An arbitration without clients.
     *
     * @param observer of primaries and of requests to write
     */
    public Arbitration(long deviceId, WriteObserver observer) {
        this.deviceId = deviceId;
        this.observer = observer;
        roles.put(RoleName.DEFAULT, new RoleClients(deviceId, RoleName.DEFAULT, observer));
    }

    /**
     * Takes a client's election id and sends the resulting primary to all clients that it concerns.
     *
     * @throws RequestException with what the client's stream is to be ended with
     */
    public void update(Client client, MasterArbitrationUpdate update) {
        RoleClients current = roleByClient.get(client);
        if (update.getDeviceId() != deviceId) {
            throw new RequestException(
                    current != null ? Status.Code.FAILED_PRECONDITION : Status.Code.NOT_FOUND,
                    "device_id "
                            + Long.toUnsignedString(update.getDeviceId())
                            + ": this server has only device "
                            + deviceId);
        }
        RoleName name = RoleName.of(update.getRole());
        if (current != null && !current.name().equals(name)) {
            throw new RequestException(
                    Status.Code.FAILED_PRECONDITION,
                    "role: this stream is of "
                            + current.name()
                            + "; for "
                            + name
                            + " another stream must be opened");
        }
        RoleScope scope = RoleScope.of(update.getRole());
        for (RoleClients other : roles.values()) {
            if (!other.name().equals(name) && scope.conflictsWith(other.scope())) {
                throw RequestException.invalid(
                        "role, config: an id that is exclusive belongs to "
                                + other.name()
                                + " and to "
                                + name);
            }
        }
        RoleClients role = roles.get(name);
        if (role == null) {
            if (roles.size() >= MAX_ROLES) {
                throw new RequestException(
                        Status.Code.RESOURCE_EXHAUSTED,
                        "role: device " + deviceId + " has " + MAX_ROLES + " roles already");
            }
            role = new RoleClients(deviceId, name, observer);
        }
        role.update(client, update, scope);
        roles.put(name, role);
        roleByClient.put(client, role);
    }

    /** Forgets a client whose stream has ended. */
    public void disconnect(Client client) {
        RoleClients role = roleByClient.remove(client);
        if (role != null) {
            role.disconnect(client);
        }
    }

    /** Number of clients that are connected and have sent an election id. */
    public int clientCount() {
        return roleByClient.size();
    }

    /**
     * Limits to the view of clients that read for a role. They need no stream, so no client may
     * ever have had the role; it has no config then, and a role without one may see everything.
     */
    public RoleScope readScope(RoleName name) {
        RoleClients role = roles.get(name);
        return role == null ? RoleScope.FULL : role.scope();
    }

    /**
     * Returns the permissions of a role if a request to write comes from its primary.
     *
     * @param updates number of updates in the request; 0 for a pipeline
     * @throws RequestException NOT_FOUND if no client has ever had the role, PERMISSION_DENIED if
     *     the request does not come from its primary
     */
    public RoleScope requirePrimary(
            RoleName name, boolean hasElectionId, Uint128 electionId, int updates) {
        boolean accepted = false;
        try {
            RoleScope scope = primaryScope(name, hasElectionId, electionId);
            accepted = true;
            return scope;
        } finally {
            observer.write(name, ElectionId.of(electionId).toBigInteger(), updates, accepted);
        }
    }

    private RoleScope primaryScope(RoleName name, boolean hasElectionId, Uint128 electionId) {
        RoleClients role = role(name);
        if (!hasElectionId) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED,
                    "election_id: not given; only the primary client may do this");
        }
        role.requirePrimary(ElectionId.of(electionId));
        return role.scope();
    }

    /** Refuses what only a primary may send on its stream. */
    public void requirePrimary(Client client, String what) {
        RoleClients role = roleByClient.get(client);
        if (role == null || role.primary().orElse(null) != client) {
            throw new RequestException(
                    Status.Code.PERMISSION_DENIED, what + ": only the primary client may send it");
        }
    }

    /** Sends a message that may be lost to the primaries of all roles with a certain scope. */
    public void offerToPrimaries(Predicate<RoleScope> wanted, StreamMessageResponse message) {
        for (RoleClients role : roles.values()) {
            if (wanted.test(role.scope())) {
                role.primary().ifPresent(primary -> primary.offer(message));
            }
        }
    }

    private RoleClients role(RoleName name) {
        RoleClients role = roles.get(name);
        if (role == null) {
            throw RequestException.notFound("role: no client has opened a stream for " + name);
        }
        return role;
    }
}
