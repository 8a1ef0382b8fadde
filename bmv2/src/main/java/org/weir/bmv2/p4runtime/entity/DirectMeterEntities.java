// SPDX-License-Identifier: Apache-2.0
package org.weir.bmv2.p4runtime.entity;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.weir.bmv2.controlplane.state.MeterConfig;
import org.weir.bmv2.controlplane.table.TableControl;
import org.weir.bmv2.p4runtime.p4info.MatchCodec;
import org.weir.bmv2.p4runtime.p4info.TableInfo;
import org.weir.bmv2.proto.config.v1.P4InfoOuterClass.MeterSpec;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.DirectMeterEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Entity;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.TableEntry;
import org.weir.bmv2.proto.v1.P4RuntimeOuterClass.Update;
import org.weir.bmv2.rpc.RequestException;

/** The meters of table entries and of default actions. */
public final class DirectMeterEntities implements EntityKind {

    private final TableAccess access;

    public DirectMeterEntities(TableAccess access) {
        this.access = access;
    }

    @Override
    public Operation prepare(Update.Type type, Entity entity) {
        DirectMeterEntry meter = entity.getDirectMeterEntry();
        ResourceCodec.requireModify(type, "direct meter");
        ResourceCodec.rejectUnknownFields(meter, "direct meter");
        ResourceCodec.refuseColourCounters(meter.hasCounterData(), "direct meter");
        if (meter.getTableEntry().getIsDefaultAction()) {
            TableInfo info = access.defaultOf(meter.getTableEntry());
            Optional<MeterConfig> config = decode(meter, info);
            return () -> {
                TableControl table = access.table(info);
                Optional<MeterConfig> before = table.defaultMeterConfig();
                table.configureDefaultMeter(config);
                return () -> table.configureDefaultMeter(before);
            };
        }
        TableAccess.Key key = access.key(meter.getTableEntry());
        Optional<MeterConfig> config = decode(meter, key.table());
        return () -> {
            TableControl table = access.table(key.table());
            Optional<MeterConfig> before = table.meterConfig(key.match(), key.priority());
            table.configureMeter(key.match(), key.priority(), config);
            return () -> table.configureMeter(key.match(), key.priority(), before);
        };
    }

    @Override
    public void read(Entity request, Consumer<Supplier<Entity>> out) {
        ResourceCodec.refuseColourCounters(
                request.getDirectMeterEntry().hasCounterData(), "direct meter");
        TableEntry filter = request.getDirectMeterEntry().getTableEntry();
        if (filter.getTableId() != 0) {
            type(access.index().table(filter.getTableId()));
        }
        if (filter.getIsDefaultAction()) {
            for (TableInfo info : access.defaultsOf(filter)) {
                if (access.index().directMeterType(info).isPresent()) {
                    Optional<MeterConfig> config = access.table(info).defaultMeterConfig();
                    out.accept(() -> encode(MatchCodec.defaultKey(info), config));
                }
            }
            return;
        }
        boolean[] found = new boolean[1];
        access.select(
                filter,
                (info, entry) -> {
                    if (access.index().directMeterType(info).isEmpty()) {
                        return;
                    }
                    found[0] = true;
                    Optional<MeterConfig> config =
                            access.table(info).meterConfig(entry.match(), entry.priority());
                    out.accept(() -> encode(MatchCodec.key(info, entry), config));
                });
        access.requireFound(found[0], filter);
    }

    private Optional<MeterConfig> decode(DirectMeterEntry meter, TableInfo table) {
        MeterSpec.Type type = type(table);
        return meter.hasConfig()
                ? Optional.of(
                        ResourceCodec.decode(
                                meter.getConfig(),
                                type,
                                "table " + table.name() + ", direct meter"))
                : Optional.empty();
    }

    private static Entity encode(TableEntry key, Optional<MeterConfig> config) {
        DirectMeterEntry.Builder meter = DirectMeterEntry.newBuilder().setTableEntry(key);
        config.ifPresent(c -> meter.setConfig(ResourceCodec.encode(c)));
        return Entity.newBuilder().setDirectMeterEntry(meter).build();
    }

    private MeterSpec.Type type(TableInfo table) {
        return access.index()
                .directMeterType(table)
                .orElseThrow(
                        () ->
                                RequestException.invalid(
                                        "table " + table.name() + ": it has no direct meter"));
    }
}
