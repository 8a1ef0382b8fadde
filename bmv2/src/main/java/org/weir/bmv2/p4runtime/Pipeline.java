// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import org.weir.bmv2.controlplane.ControlException;
import org.weir.bmv2.controlplane.SwitchControl;
import org.weir.bmv2.p4runtime.entity.CounterEntities;
import org.weir.bmv2.p4runtime.entity.DigestEntities;
import org.weir.bmv2.p4runtime.entity.DirectCounterEntities;
import org.weir.bmv2.p4runtime.entity.DirectMeterEntities;
import org.weir.bmv2.p4runtime.entity.EntityKind;
import org.weir.bmv2.p4runtime.entity.ExternEntities;
import org.weir.bmv2.p4runtime.entity.GroupEntities;
import org.weir.bmv2.p4runtime.entity.MemberEntities;
import org.weir.bmv2.p4runtime.entity.MeterEntities;
import org.weir.bmv2.p4runtime.entity.OneShots;
import org.weir.bmv2.p4runtime.entity.RegisterEntities;
import org.weir.bmv2.p4runtime.entity.ReplicationEntities;
import org.weir.bmv2.p4runtime.entity.TableAccess;
import org.weir.bmv2.p4runtime.entity.TableEntities;
import org.weir.bmv2.p4runtime.entity.ValueSetEntities;
import org.weir.bmv2.p4runtime.p4info.HeldStrings;
import org.weir.bmv2.p4runtime.p4info.P4InfoIndex;
import org.weir.bmv2.p4runtime.p4info.PacketHeader;
import org.weir.bmv2.p4runtime.p4info.Ports;
import org.weir.bmv2.p4runtime.p4info.TableInfo;
import org.weir.bmv2.p4runtime.role.Arbitration;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity.EntityCase;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import org.weir.bmv2.rpc.RequestException;
import org.weir.bmv2.time.Timeline;

/** Program with its P4Info, through which clients use the switch as long as it runs. */
final class Pipeline {

    private final ForwardingPipelineConfig config;
    private final SwitchControl control;
    private final Map<EntityCase, EntityKind> kinds = new EnumMap<>(EntityCase.class);
    private final TableAccess access;
    private final TableEntities tables;
    private final DigestEntities digests;
    private final PacketHeader packetIn;
    private final PacketHeader packetOut;

    /** Held shared while a thread decodes an update, and alone while names may be taken back. */
    private final ReadWriteLock names = new ReentrantReadWriteLock();

    /**
     * A pipeline that clients can work with once its program runs.
     *
     * @param control the switch that its program is to run on
     * @param ports the ports that clients may name
     * @param arbitration clients of the roles, which digests are sent to
     * @param rules checks of the config
     * @throws RequestException INVALID_ARGUMENT if the P4Info is wrong
     */
    Pipeline(
            ForwardingPipelineConfig config,
            SwitchControl control,
            Ports ports,
            Timeline timeline,
            Arbitration arbitration,
            PipelineRules rules) {
        this.config = config;
        this.control = control;
        P4InfoIndex index = new P4InfoIndex(config.getP4Info(), rules.read(config), ports);
        rules.check(index);
        access = new TableAccess(index, control);
        OneShots oneShots = new OneShots(index, control);
        tables = new TableEntities(access, oneShots);
        digests = new DigestEntities(index, timeline, arbitration);
        kinds.put(EntityCase.TABLE_ENTRY, tables);
        kinds.put(EntityCase.DIRECT_COUNTER_ENTRY, new DirectCounterEntities(access));
        kinds.put(EntityCase.DIRECT_METER_ENTRY, new DirectMeterEntities(access));
        kinds.put(EntityCase.COUNTER_ENTRY, new CounterEntities(index, control));
        kinds.put(EntityCase.METER_ENTRY, new MeterEntities(index, control));
        kinds.put(EntityCase.REGISTER_ENTRY, new RegisterEntities(index, control));
        kinds.put(EntityCase.VALUE_SET_ENTRY, new ValueSetEntities(index, control));
        kinds.put(EntityCase.ACTION_PROFILE_MEMBER, new MemberEntities(index, control, oneShots));
        kinds.put(EntityCase.ACTION_PROFILE_GROUP, new GroupEntities(index, control, oneShots));
        kinds.put(
                EntityCase.PACKET_REPLICATION_ENGINE_ENTRY,
                new ReplicationEntities(index, control));
        kinds.put(EntityCase.DIGEST_ENTRY, digests);
        kinds.put(EntityCase.EXTERN_ENTRY, new ExternEntities());
        packetIn = new PacketHeader(index, "packet_in");
        packetOut = new PacketHeader(index, "packet_out");
    }

    /**
     * Makes the running program what the P4Info says of it. To be called once it runs, on the
     * timeline's thread.
     */
    void start() {
        for (TableInfo info : access.index().tables().values()) {
            if (info.isPreinitialized()) {
                access.table(info).releaseEntries();
            }
            if (info.isConst()) {
                access.table(info).fixEntries();
            }
        }
    }

    /** The switch that its program runs on. */
    SwitchControl control() {
        return control;
    }

    /**
     * Gives the numbers of strings back that no entry, member, value set or register holds. To be
     * called on the timeline's thread, when no number is free.
     *
     * @return the strings that they hold
     * @throws RequestException if the switch cannot be read
     */
    HeldStrings reclaimNumbers() {
        try {
            HeldStrings held = index().heldStrings(this::readNamed);
            held.reclaimNumbers();
            return held;
        } catch (ControlException e) {
            throw RequestException.of(e);
        }
    }

    private void readNamed(HeldStrings.Sink out) {
        for (Entity request : ForwardingState.NAMED) {
            kind(request)
                    .read(
                            request,
                            entity -> out.accept(() -> ForwardingState.identity(entity.get())));
        }
    }

    /** Decodes an update, while the numbers of strings only grow. May be called on any thread. */
    void decode(Runnable decoding) {
        names.readLock().lock();
        try {
            decoding.run();
        } finally {
            names.readLock().unlock();
        }
    }

    /**
     * Makes a change that may give numbers of strings back, and to other strings. If the change is
     * taken back, strings have the numbers that they had before. To be called on the timeline's
     * thread.
     *
     * @param change makes the change; returns whether it stays
     */
    void changeNames(BooleanSupplier change) {
        names.writeLock().lock();
        try {
            Runnable restore = index().saveNumbers();
            if (!change.getAsBoolean()) {
                restore.run();
            }
        } finally {
            names.writeLock().unlock();
        }
    }

    /** Configuration as the client pushed it. */
    ForwardingPipelineConfig config() {
        return config;
    }

    /**
     * Returns the kind of an entity, which writes and reads it.
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
        return access.table(access.index().table(tableId)).isDefaultActionInitial();
    }

    /** Its P4Info, by ids. */
    P4InfoIndex index() {
        return access.index();
    }

    TableEntities tables() {
        return tables;
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
