// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.weir.bmv2.Timeline;
import org.weir.bmv2.control.SwitchControl;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity.EntityCase;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.StreamMessageResponse;
import org.weir.bmv2.rpc.RequestException;

/** A program with its P4Info: what clients see of the switch as long as it runs. */
final class Pipeline {

    private final ForwardingPipelineConfig config;
    private final Map<EntityCase, EntityKind> kinds = new EnumMap<>(EntityCase.class);
    private final TableAccess tables;
    private final DigestEntities digests;
    private final PacketHeader packetIn;
    private final PacketHeader packetOut;

    /**
     * A pipeline that clients can work with once its program runs.
     *
     * @param primary whom digests are sent to
     * @throws RequestException INVALID_ARGUMENT if the P4Info is wrong
     */
    Pipeline(
            ForwardingPipelineConfig config,
            SwitchControl control,
            Timeline timeline,
            Consumer<StreamMessageResponse> primary) {
        this.config = config;
        P4InfoIndex index = new P4InfoIndex(config.getP4Info());
        tables = new TableAccess(index, control);
        digests = new DigestEntities(index, timeline, primary);
        kinds.put(EntityCase.TABLE_ENTRY, new TableEntities(tables));
        kinds.put(EntityCase.DIRECT_COUNTER_ENTRY, new DirectCounterEntities(tables));
        kinds.put(EntityCase.DIRECT_METER_ENTRY, new DirectMeterEntities(tables));
        kinds.put(EntityCase.COUNTER_ENTRY, new CounterEntities(index, control));
        kinds.put(EntityCase.METER_ENTRY, new MeterEntities(index, control));
        kinds.put(EntityCase.REGISTER_ENTRY, new RegisterEntities(index, control));
        kinds.put(EntityCase.ACTION_PROFILE_MEMBER, new MemberEntities(index, control));
        kinds.put(EntityCase.ACTION_PROFILE_GROUP, new GroupEntities(index, control));
        kinds.put(EntityCase.PACKET_REPLICATION_ENGINE_ENTRY, new ReplicationEntities(control));
        kinds.put(EntityCase.DIGEST_ENTRY, digests);
        packetIn = new PacketHeader(config.getP4Info(), "packet_in");
        packetOut = new PacketHeader(config.getP4Info(), "packet_out");
    }

    /** As the client pushed it. */
    ForwardingPipelineConfig config() {
        return config;
    }

    /**
     * How entities of the kind of this one are written and read.
     *
     * @throws RequestException INVALID_ARGUMENT without an entity, UNIMPLEMENTED for kinds that the
     *     switch lacks
     */
    EntityKind kind(Entity entity) {
        if (entity.getEntityCase() == EntityCase.ENTITY_NOT_SET) {
            throw RequestException.invalid("entity: not given");
        }
        EntityKind kind = kinds.get(entity.getEntityCase());
        if (kind == null) {
            throw RequestException.unimplemented(
                    "entity: "
                            + entity.getEntityCase().name().toLowerCase(Locale.ROOT)
                            + " is not supported");
        }
        return kind;
    }

    /**
     * Whether a table's default action is what the program declares. To be called on the timeline's
     * thread.
     */
    boolean hasInitialDefault(int tableId) {
        return tables.table(tables.index().table(tableId)).isDefaultActionInitial();
    }

    DigestEntities digests() {
        return digests;
    }

    PacketHeader packetIn() {
        return packetIn;
    }

    PacketHeader packetOut() {
        return packetOut;
    }
}
