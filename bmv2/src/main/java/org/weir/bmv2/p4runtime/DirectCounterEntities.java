// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.control.CounterValue;
import org.weir.bmv2.control.TableControl;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.CounterSpec;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectCounterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** The counters of table entries. */
final class DirectCounterEntities implements EntityKind {

    private final TableAccess access;

    DirectCounterEntities(TableAccess access) {
        this.access = access;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        DirectCounterEntry counter = entity.getDirectCounterEntry();
        ResourceCodec.requireModify(type, "direct counter");
        TableAccess.Key key = access.key(counter.getTableEntry());
        CounterSpec.Unit unit = unit(key.table());
        CounterValue value =
                counter.hasData()
                        ? ResourceCodec.decode(
                                counter.getData(),
                                unit,
                                "table " + key.table().name() + ", direct counter")
                        : null;
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
                                                            Entity.newBuilder()
                                                                    .setDirectCounterEntry(
                                                                            DirectCounterEntry
                                                                                    .newBuilder()
                                                                                    .setTableEntry(
                                                                                            MatchCodec
                                                                                                    .key(
                                                                                                            info,
                                                                                                            entry))
                                                                                    .setData(
                                                                                            ResourceCodec
                                                                                                    .encode(
                                                                                                            value,
                                                                                                            unit)))
                                                                    .build());
                                        }));
        if (!found[0] && filter.getMatchCount() > 0) {
            throw RequestException.notFound(
                    "table "
                            + access.index().table(filter.getTableId()).name()
                            + ": no such entry");
        }
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
