// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.state.CounterValue;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.p4runtime.p4info.MatchCodec;
import org.weir.bmv2.p4runtime.p4info.TableInfo;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.CounterSpec;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectCounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** The counters of table entries and of default actions. */
public final class DirectCounterEntities implements EntityKind {

    private final TableAccess access;

    public DirectCounterEntities(TableAccess access) {
        this.access = access;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        DirectCounterEntry counter = entity.getDirectCounterEntry();
        ResourceCodec.requireModify(type, "direct counter");
        ResourceCodec.rejectUnknownFields(counter, "direct counter");
        if (counter.getTableEntry().getIsDefaultAction()) {
            TableInfo info = access.defaultOf(counter.getTableEntry());
            CounterValue value = decode(counter, info);
            return () -> writeDefault(access.table(info), value);
        }
        TableAccess.Key key = access.key(counter.getTableEntry());
        CounterValue value = decode(counter, key.table());
        return () -> {
            TableControl table = access.table(key.table());
            CounterValue before = table.readCounter(key.match(), key.priority());
            if (value != null) {
                table.writeCounter(key.match(), key.priority(), value);
            }
            return () -> table.writeCounter(key.match(), key.priority(), before);
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        TableEntry filter = request.getDirectCounterEntry().getTableEntry();
        if (filter.getTableId() != 0) {
            unit(access.index().table(filter.getTableId()));
        }
        if (filter.getIsDefaultAction()) {
            for (TableInfo info : access.defaultsOf(filter)) {
                access.index()
                        .directCounterUnit(info)
                        .ifPresent(
                                unit -> {
                                    CounterValue value = access.table(info).readDefaultCounter();
                                    out.accept(
                                            () -> encode(MatchCodec.defaultKey(info), value, unit));
                                });
            }
            return;
        }
        boolean[] found = new boolean[1];
        access.select(
                filter,
                (info, entry) ->
                        access.index()
                                .directCounterUnit(info)
                                .ifPresent(
                                        unit -> {
                                            found[0] = true;
                                            CounterValue value =
                                                    access.table(info)
                                                            .readCounter(
                                                                    entry.match(),
                                                                    entry.priority());
                                            out.accept(
                                                    () ->
                                                            encode(
                                                                    MatchCodec.key(info, entry),
                                                                    value,
                                                                    unit));
                                        }));
        access.requireFound(found[0], filter);
    }

    private static Runnable writeDefault(TableControl table, CounterValue value) {
        CounterValue before = table.readDefaultCounter();
        if (value != null) {
            table.writeDefaultCounter(value);
        }
        return () -> table.writeDefaultCounter(before);
    }

    private CounterValue decode(DirectCounterEntry counter, TableInfo table) {
        CounterSpec.Unit unit = unit(table);
        return counter.hasData()
                ? ResourceCodec.decode(
                        counter.getData(), unit, "table " + table.name() + ", direct counter")
                : null;
    }

    private static Entity encode(TableEntry key, CounterValue value, CounterSpec.Unit unit) {
        return Entity.newBuilder()
                .setDirectCounterEntry(
                        DirectCounterEntry.newBuilder()
                                .setTableEntry(key)
                                .setData(ResourceCodec.encode(value, unit)))
                .build();
    }

    private CounterSpec.Unit unit(TableInfo table) {
        return access.index()
                .directCounterUnit(table)
                .orElseThrow(
                        () ->
                                RequestException.invalid(
                                        "table " + table.name() + ": it has no direct counter"));
    }
}
