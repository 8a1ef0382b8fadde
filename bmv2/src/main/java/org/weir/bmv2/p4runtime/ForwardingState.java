// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.weir.bmv2.p4runtime.role.RoleName;
import org.weir.bmv2.p4runtime.role.RoleScope;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileGroup;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ActionProfileMember;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterData;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.CounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DigestEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterConfig;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.MeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.PacketReplicationEngineEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.RegisterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.ValueSetEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.WriteRequest;
import org.weir.bmv2.rpc.RequestException;

/**
 * All that clients have written to a pipeline and that it has counted, to be carried over to
 * another that has the same objects. To be used on the timeline's thread only.
 */
final class ForwardingState {

    /** Reads all there is, in an order in which nothing refers to what comes later. */
    static final List<Entity> EVERYTHING =
            List.of(
                    Entity.newBuilder()
                            .setActionProfileMember(ActionProfileMember.getDefaultInstance())
                            .build(),
                    Entity.newBuilder()
                            .setActionProfileGroup(ActionProfileGroup.getDefaultInstance())
                            .build(),
                    Entity.newBuilder()
                            .setTableEntry(
                                    TableEntry.newBuilder()
                                            .setCounterData(CounterData.getDefaultInstance())
                                            .setMeterConfig(MeterConfig.getDefaultInstance()))
                            .build(),
                    Entity.newBuilder()
                            .setTableEntry(
                                    TableEntry.newBuilder()
                                            .setIsDefaultAction(true)
                                            .setCounterData(CounterData.getDefaultInstance())
                                            .setMeterConfig(MeterConfig.getDefaultInstance()))
                            .build(),
                    Entity.newBuilder().setCounterEntry(CounterEntry.getDefaultInstance()).build(),
                    Entity.newBuilder().setMeterEntry(MeterEntry.getDefaultInstance()).build(),
                    Entity.newBuilder()
                            .setRegisterEntry(RegisterEntry.getDefaultInstance())
                            .build(),
                    Entity.newBuilder()
                            .setValueSetEntry(ValueSetEntry.getDefaultInstance())
                            .build(),
                    Entity.newBuilder()
                            .setPacketReplicationEngineEntry(
                                    PacketReplicationEngineEntry.getDefaultInstance())
                            .build(),
                    Entity.newBuilder().setDigestEntry(DigestEntry.getDefaultInstance()).build());

    /** Reads all that has values of the program's own types. */
    static final List<Entity> NAMED =
            List.of(
                    Entity.newBuilder()
                            .setActionProfileMember(ActionProfileMember.getDefaultInstance())
                            .build(),
                    Entity.newBuilder().setTableEntry(TableEntry.getDefaultInstance()).build(),
                    Entity.newBuilder()
                            .setTableEntry(TableEntry.newBuilder().setIsDefaultAction(true))
                            .build(),
                    Entity.newBuilder()
                            .setRegisterEntry(RegisterEntry.getDefaultInstance())
                            .build(),
                    Entity.newBuilder()
                            .setValueSetEntry(ValueSetEntry.getDefaultInstance())
                            .build());

    private final List<Update> updates;

    /** Constant entries, as {@link #byMatch} has them. */
    private final Map<TableEntry, List<TableEntry>> constantEntries;

    private ForwardingState(
            List<Update> updates, Map<TableEntry, List<TableEntry>> constantEntries) {
        this.updates = updates;
        this.constantEntries = constantEntries;
    }

    /** The state of a running pipeline. */
    static ForwardingState of(Pipeline pipeline) {
        List<Supplier<Entity>> entities = new ArrayList<>();
        for (Entity request : EVERYTHING) {
            pipeline.kind(request).read(request, entities::add);
        }
        List<Update> updates = new ArrayList<>();
        List<TableEntry> constantEntries = new ArrayList<>();
        for (Supplier<Entity> supplier : entities) {
            Entity entity = supplier.get();
            switch (entity.getEntityCase()) {
                case TABLE_ENTRY:
                    if (isConstantEntry(entity.getTableEntry())) {
                        constantEntries.add(entity.getTableEntry());
                    } else {
                        addTableEntry(pipeline, entity, updates);
                    }
                    break;
                case COUNTER_ENTRY:
                case METER_ENTRY:
                case REGISTER_ENTRY:
                case VALUE_SET_ENTRY:
                    updates.add(update(Update.Type.MODIFY, entity));
                    break;
                default:
                    updates.add(update(Update.Type.INSERT, entity));
                    break;
            }
        }
        return new ForwardingState(updates, byMatch(constantEntries));
    }

    /**
     * Gives a pipeline that has just been loaded this state.
     *
     * @throws RequestException if it lacks an object, or if an object differs too much; nothing is
     *     changed then
     */
    void restore(Pipeline pipeline) {
        List<TableEntry> constant = new ArrayList<>();
        List<Update> all = new ArrayList<>();
        for (Entity entity : entries(pipeline)) {
            if (entity.getTableEntry().getIsConst()) {
                constant.add(entity.getTableEntry());
            } else {
                // An entry that the program only starts with.
                all.add(update(Update.Type.DELETE, entity));
            }
        }
        all.addAll(updates);
        Map<TableEntry, List<TableEntry>> present = byMatch(constant);
        constantEntries.forEach(
                (match, counted) ->
                        addCounted(counted, present.getOrDefault(match, List.of()), all));
        WriteBatch batch = new WriteBatch(pipeline, all);
        batch.apply(WriteRequest.Atomicity.ROLLBACK_ON_ERROR, RoleName.DEFAULT, RoleScope.FULL);
        if (!batch.succeeded()) {
            throw RequestException.invalid(batch.status().getMessage());
        }
    }

    private static List<Entity> entries(Pipeline pipeline) {
        Entity all = Entity.newBuilder().setTableEntry(TableEntry.getDefaultInstance()).build();
        List<Entity> entries = new ArrayList<>();
        pipeline.kind(all).read(all, supplier -> entries.add(supplier.get()));
        return entries;
    }

    /**
     * Identity of an entity in the form of reads: other forms of the same one, as with fields in
     * another order, may have others.
     */
    static Entity identity(Entity entity) {
        switch (entity.getEntityCase()) {
            case TABLE_ENTRY:
                TableEntry entry = entity.getTableEntry();
                return Entity.newBuilder()
                        .setTableEntry(
                                key(entry).toBuilder()
                                        .setIsDefaultAction(entry.getIsDefaultAction()))
                        .build();
            case ACTION_PROFILE_MEMBER:
                return Entity.newBuilder()
                        .setActionProfileMember(
                                entity.getActionProfileMember().toBuilder().clearAction())
                        .build();
            default:
                return entity;
        }
    }

    /** Identity of an entry: its table, match and priority. */
    private static TableEntry key(TableEntry entry) {
        return match(entry).toBuilder().setPriority(entry.getPriority()).build();
    }

    private static TableEntry match(TableEntry entry) {
        return TableEntry.newBuilder()
                .setTableId(entry.getTableId())
                .addAllMatch(entry.getMatchList())
                .build();
    }

    /**
     * Constant entries by table and match, those with the same match in the order in which they
     * win. The priority is no identity: it depends on the number of entries that the program
     * declares.
     */
    private static Map<TableEntry, List<TableEntry>> byMatch(List<TableEntry> entries) {
        return entries.stream()
                .sorted(Comparator.comparingInt(TableEntry::getPriority).reversed())
                .collect(
                        Collectors.groupingBy(
                                ForwardingState::match, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * Adds an entry that a client has written; entries that the program declares come with the
     * program.
     */
    private static void addTableEntry(Pipeline pipeline, Entity entity, List<Update> updates) {
        TableEntry entry = entity.getTableEntry();
        if (!entry.getIsDefaultAction()) {
            updates.add(update(Update.Type.INSERT, entity));
            return;
        }
        TableEntry.Builder changed = entry.toBuilder().clearIsConst();
        if (pipeline.hasInitialDefault(entry.getTableId())) {
            changed.clearAction();
        }
        boolean counted = !entry.getCounterData().equals(CounterData.getDefaultInstance());
        if (changed.hasAction() || counted || entry.hasMeterConfig()) {
            updates.add(
                    update(Update.Type.MODIFY, Entity.newBuilder().setTableEntry(changed).build()));
        }
    }

    private static boolean isConstantEntry(TableEntry entry) {
        return entry.getIsConst() && !entry.getIsDefaultAction();
    }

    /**
     * Adds what the counters and meters of constant entries with one match have, and what clients
     * have noted with them. One that the next program lacks takes its counter with it.
     *
     * @param present the entries with this match in the next program
     */
    private static void addCounted(
            List<TableEntry> counted, List<TableEntry> present, List<Update> updates) {
        for (int i = 0; i < Math.min(counted.size(), present.size()); i++) {
            TableEntry entry = counted.get(i);
            if (entry.hasCounterData()
                    || entry.hasMeterConfig()
                    || !entry.getMetadata().isEmpty()) {
                TableEntry.Builder changed =
                        entry.toBuilder()
                                .clearIsConst()
                                .clearAction()
                                .setPriority(present.get(i).getPriority());
                updates.add(
                        update(
                                Update.Type.MODIFY,
                                Entity.newBuilder().setTableEntry(changed).build()));
            }
        }
    }

    private static Update update(Update.Type type, Entity entity) {
        return Update.newBuilder().setType(type).setEntity(entity).build();
    }
}
