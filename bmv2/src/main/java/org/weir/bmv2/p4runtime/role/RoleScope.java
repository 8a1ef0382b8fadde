// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.role;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.weir.bmv2.p4runtime.p4info.Bytestrings;
import org.weir.bmv2.proto.stratum.P4RoleConfigOuterClass.P4RoleConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketMetadata;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Role;
import org.weir.bmv2.rpc.RequestException;

/**
 * Permissions of a role's clients. P4Runtime leaves the form of {@code Role.config} to those who
 * use it; this switch takes Stratum's {@code stratum.P4RoleConfig}. Without a config a role may do
 * everything. Clone sessions and multicast groups, which have no id in the P4Info, belong to all
 * roles.
 */
public final class RoleScope {

    /** Everything. */
    public static final RoleScope FULL = new RoleScope(null);

    private final P4RoleConfig config;
    private final Set<Integer> exclusiveIds = new HashSet<>();
    private final Set<Integer> ids = new HashSet<>();

    private RoleScope(P4RoleConfig config) {
        this.config = config;
        if (config != null) {
            exclusiveIds.addAll(config.getExclusiveP4IdsList());
            ids.addAll(exclusiveIds);
            ids.addAll(config.getSharedP4IdsList());
        }
    }

    /**
     * The scope that a client claims for its role.
     *
     * @throws RequestException INVALID_ARGUMENT if its config is of no form that this switch knows
     */
    static RoleScope of(Role role) {
        if (!role.hasConfig()) {
            return FULL;
        }
        Any config = role.getConfig();
        if (!config.is(P4RoleConfig.class)) {
            throw RequestException.invalid(
                    "role, config: "
                            + config.getTypeUrl()
                            + " is not known; this switch takes stratum.P4RoleConfig");
        }
        try {
            return new RoleScope(config.unpack(P4RoleConfig.class));
        } catch (InvalidProtocolBufferException e) {
            throw RequestException.invalid("role, config: no P4RoleConfig: " + e.getMessage());
        }
    }

    /** Whether two roles cannot both exist: one claims for itself alone what the other has too. */
    boolean conflictsWith(RoleScope other) {
        return exclusiveIds.stream().anyMatch(other.ids::contains)
                || other.exclusiveIds.stream().anyMatch(ids::contains);
    }

    public boolean isFull() {
        return config == null;
    }

    /** Whether an object of the P4Info belongs to the role. */
    public boolean covers(int p4Id) {
        return isFull() || ids.contains(p4Id);
    }

    /** Whether what an entity belongs to belongs to the role. */
    public boolean covers(Entity entity) {
        return switch (entity.getEntityCase()) {
            case TABLE_ENTRY -> covers(entity.getTableEntry().getTableId());
            case DIRECT_COUNTER_ENTRY ->
                    covers(entity.getDirectCounterEntry().getTableEntry().getTableId());
            case DIRECT_METER_ENTRY ->
                    covers(entity.getDirectMeterEntry().getTableEntry().getTableId());
            case COUNTER_ENTRY -> covers(entity.getCounterEntry().getCounterId());
            case METER_ENTRY -> covers(entity.getMeterEntry().getMeterId());
            case REGISTER_ENTRY -> covers(entity.getRegisterEntry().getRegisterId());
            case VALUE_SET_ENTRY -> covers(entity.getValueSetEntry().getValueSetId());
            case DIGEST_ENTRY -> covers(entity.getDigestEntry().getDigestId());
            case ACTION_PROFILE_MEMBER ->
                    covers(entity.getActionProfileMember().getActionProfileId());
            case ACTION_PROFILE_GROUP ->
                    covers(entity.getActionProfileGroup().getActionProfileId());
            case EXTERN_ENTRY -> covers(entity.getExternEntry().getExternId());
            case PACKET_REPLICATION_ENGINE_ENTRY, ENTITY_NOT_SET -> true;
        };
    }

    /** Whether the role's primary wants a packet with certain metadata. */
    public boolean receives(List<PacketMetadata> metadata) {
        if (isFull()) {
            return true;
        }
        return config.getReceivesPacketIns()
                && (!config.hasPacketInFilter()
                        || metadata.stream()
                                .anyMatch(
                                        one ->
                                                one.getMetadataId()
                                                                == config.getPacketInFilter()
                                                                        .getMetadataId()
                                                        && one.getValue()
                                                                .equals(
                                                                        Bytestrings.shortest(
                                                                                config.getPacketInFilter()
                                                                                        .getValue()))));
    }

    public boolean mayPushPipeline() {
        return isFull() || config.getCanPushPipeline();
    }
}
